import { isHolder, isObject, numberOf, valueAt } from '../../shared/values';
import { INPUT_GROUPS, isUnset, ungrouped } from '../inputGroups';

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
