import { sortedJson } from '../../shared/jsonValues';
import { objectOf } from '../../shared/values';
import { isUnset, ungrouped } from '../inputGroups';

export interface SentInput {
	input: Record<string, unknown>;
	/** The paths of the fields that change from page to page. */
	moving: ReadonlyArray<readonly string[]>;
	/** Every field that selects the list was sent, so others are defaults that the gateway added. */
	isWhole: boolean;
}

/** Makes values comparable: a gateway may store numbers as text, and empty values for fields that were not sent. */
function comparableForm(_name: string, value: unknown): unknown {
	if (typeof value === 'number') return String(value);
	return isUnset(value) ? undefined : value;
}

/** Returns a copy with only the fields that were sent. */
const sentFieldsOf = (value: Record<string, unknown>): Record<string, unknown> =>
	JSON.parse(JSON.stringify(value, comparableForm));

/**
 * Returns whether a run has every field that was sent, with an equal value. It may have more only if the sent input was
 * whole, and none of them may select another page.
 * @throws RangeError if an input is nested too deeply to be compared
 */
export function hasSameInput(runInput: unknown, { input, moving, isWhole }: SentInput): boolean {
	const [own, other] = [
		sentFieldsOf(ungrouped(input)),
		sentFieldsOf(ungrouped(objectOf(runInput))),
	];
	const mayBeAdded = (name: string) => isWhole && moving.every(([moves]) => moves !== name);
	return Object.keys({ ...own, ...other }).every(
		(name) =>
			sortedJson(own[name]) === sortedJson(other[name]) ||
			(own[name] === undefined && mayBeAdded(name)),
	);
}
