import type { ApiInput, Query } from '../operations/operation';
import { sortedJson } from '../shared/jsonValues';
import { fingerprintOf } from './fingerprint';
import type { ListPosition } from './position';

/** What one input item asks for. */
export interface ItemTask {
	list: string;
	/** For the first page. */
	input: ApiInput;
	/** Records to deliver, Infinity for all. */
	limit: number;
	/** Epoch seconds: only records that are as new are wanted. Left out, all are. */
	newerThan?: number;
	/** Milliseconds for one call. */
	timeout: number;
	/** Where the list begins; null where an earlier run has delivered all that was wanted of it. */
	start: ListPosition | null;
	/** The run begins where Resume From continues an earlier one. */
	isResumed: boolean;
	/** The name under which what was delivered of this list is remembered; empty for the usual one. */
	memoryName: string;
}

/**
 * A short id of a list, made of the operation and the input that chooses its records; page size and form
 * make no other list of it.
 * @param names API names of the operation's own fields; the rest says where in the list a page is
 */
export function listIdOf(query: Query, input: ApiInput, names: readonly string[]): string {
	const chosen = names
		.filter((name) => input[name] !== undefined && !query.viewInputs?.includes(name))
		.sort()
		.map((name) => [name, input[name]]);
	return fingerprintOf(sortedJson([query.resource, query.name, chosen]));
}
