import { isObject } from '../shared/values';

/** The groups in which some deployments want an input. */
const INPUT_GROUPS = ['pathParams', 'queryParams', 'body'];

/** As some deployments keep a group or a field that was not sent. */
export const isUnset = (value: unknown) => [undefined, null, ''].includes(value as never);

/** The fields of an input, without the groups that a deployment wants around them. */
export function ungrouped(input: Record<string, unknown>): Record<string, unknown> {
	const entries = Object.entries(input);
	const isGrouped = entries.every(
		([name, group]) => INPUT_GROUPS.includes(name) && (isObject(group) || isUnset(group)),
	);
	return isGrouped ? Object.assign({}, ...entries.map(([, group]) => group)) : input;
}
