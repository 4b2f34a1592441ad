import { sortedJson } from '../../shared/jsonValues';
import { objectOf } from '../../shared/values';
import { isUnset, ungrouped } from '../inputGroups';

export interface SentInput {
	input: Record<string, unknown>;
	/** The paths of its fields that move from page to page. */
	moving: ReadonlyArray<readonly string[]>;
	/** Every field that chooses the list was sent: others are defaults that the gateway adds. */
	isWhole: boolean;
}

/** As a gateway may keep it: a number as text, and nothing where nothing was sent. */
function keptForm(_name: string, value: unknown): unknown {
	if (typeof value === 'number') return String(value);
	return isUnset(value) ? undefined : value;
}

/** A copy in which only what was sent is there. */
const kept = (value: Record<string, unknown>): Record<string, unknown> =>
	JSON.parse(JSON.stringify(value, keptForm));

/**
 * Whether every field that was sent is there and equal. Others may be there only beside a whole input, and none of
 * them may lead to another page.
 * @throws RangeError where it is nested too deeply to be compared
 */
export function hasSameInput(runInput: unknown, { input, moving, isWhole }: SentInput): boolean {
	const [own, other] = [kept(ungrouped(input)), kept(ungrouped(objectOf(runInput)))];
	const mayBeAdded = (name: string) => isWhole && moving.every(([moves]) => moves !== name);
	return Object.keys({ ...own, ...other }).every(
		(name) =>
			sortedJson(own[name]) === sortedJson(other[name]) ||
			(own[name] === undefined && mayBeAdded(name)),
	);
}
