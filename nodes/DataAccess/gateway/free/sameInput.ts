import { isHolder, isObject, numberOf, valueAt } from '../../shared/values';

/** The groups in which some deployments want an input. */
export const INPUT_GROUPS = ['pathParams', 'queryParams', 'body'];

const isUnset = (value: unknown) => value === undefined || value === null || value === '';

/** The fields of an input, without the groups that a deployment wants around them. */
export function ungrouped(input: Record<string, unknown>): Record<string, unknown> {
	const names = Object.keys(input);
	const isGrouped =
		names.length > 0 &&
		names.every(
			(name) => INPUT_GROUPS.includes(name) && (isObject(input[name]) || isUnset(input[name])),
		);
	if (!isGrouped) return input;
	return Object.fromEntries(names.flatMap((name) => Object.entries(input[name] ?? {})));
}

/** Whether all that was sent is kept: the same, or the same number as text. */
function covers(kept: unknown, sent: unknown): boolean {
	if (isUnset(sent)) return isUnset(kept);
	if (isHolder(sent)) {
		const isAlike = Array.isArray(sent)
			? Array.isArray(kept) && kept.length === sent.length
			: isObject(kept);
		return isAlike && Object.keys(sent).every((name) => covers(valueAt(kept, [name]), sent[name]));
	}
	if (kept === sent) return true;
	const isNumber = typeof kept === 'number' || typeof sent === 'number';
	const number = numberOf(sent);
	return isNumber && number !== undefined && number === numberOf(kept);
}

export interface SentInput {
	input: Record<string, unknown>;
	/** The paths of its fields that move from page to page. */
	moving: ReadonlyArray<readonly string[]>;
	/** Every field that chooses the list was sent: others are defaults that the gateway adds. */
	isWhole: boolean;
}

/**
 * Whether every field that was sent is there and equal. Others may be there only beside a whole input, and none of
 * them may lead to another page.
 */
export function asksTheSame(kept: unknown, { input, moving, isWhole }: SentInput): boolean {
	if (!isObject(kept)) return false;
	const [own, other] = [ungrouped(input), ungrouped(kept)];
	if (!covers(other, own)) return false;
	if (!isWhole) return covers(own, other);
	return moving.every((path) => {
		const inGroup = own !== input && INPUT_GROUPS.includes(path[0] ?? '') ? path.slice(1) : path;
		return !isUnset(valueAt(own, inGroup)) || isUnset(valueAt(other, inGroup));
	});
}
