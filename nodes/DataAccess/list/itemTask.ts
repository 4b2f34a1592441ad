import type { ApiInput, Query } from '../operations/operation';
import { sortedJson } from '../shared/jsonValues';
import { fingerprintOf } from './fingerprint';
import type { ListPosition } from './position';

/** What one input item wants. */
export interface ItemTask {
	list: string;
	/** The input of the first page. */
	input: ApiInput;
	/** Records to deliver, Infinity for all. */
	limit: number;
	/** Epoch seconds: only records of this time or later are wanted. Omitted if all are. */
	newerThan?: number;
	/** Milliseconds for one call. */
	timeout: number;
	/** Where the list starts; null if an earlier run has delivered everything. */
	start: ListPosition | null;
	/** Resume From continues an earlier run. */
	isResumed: boolean;
	/** The name of the memory of delivered records; empty for the default one. */
	memoryName: string;
}

/**
 * Returns a short ID of a list, made of the operation and the inputs that choose its records. Page size and form do not
 * make another list.
 * @param names API names of the operation's own fields; the other inputs select a page
 */
export function listIdOf(query: Query, input: ApiInput, names: readonly string[]): string {
	const chosen = names
		.filter((name) => input[name] !== undefined && !query.viewInputs?.includes(name))
		.sort()
		.map((name) => [name, input[name]]);
	return fingerprintOf(sortedJson([query.resource, query.name, chosen]));
}
