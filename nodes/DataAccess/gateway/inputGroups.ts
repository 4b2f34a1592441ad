import { isObject } from '../shared/values';

/** The groups into which some deployments want the fields of an input sorted. */
const INPUT_GROUPS = ['pathParams', 'queryParams', 'body'];

/** Returns whether a value means that the field was not sent. Some deployments store such values. */
export const isUnset = (value: unknown) => [undefined, null, ''].includes(value as never);

/** Returns the fields of an input without the groups around them. */
export function ungrouped(input: Record<string, unknown>): Record<string, unknown> {
	const entries = Object.entries(input);
	const isGrouped = entries.every(
		([name, group]) => INPUT_GROUPS.includes(name) && (isObject(group) || isUnset(group)),
	);
	return isGrouped ? Object.assign({}, ...entries.map(([, group]) => group)) : input;
}
