import type { ApiInput, Query } from '../operations/operation';
import { fingerprintOf } from './fingerprint';

/**
 * A short id of a list, made of the operation and the input that chooses its records.
 * How the list is sent (page size, form) makes no other list of it.
 * @param names API names of the operation's own fields; the rest says where in the list a page is
 */
export function listIdOf(query: Query, input: ApiInput, names: readonly string[]): string {
	const chosen = names
		.filter((name) => input[name] !== undefined && !query.viewInputs?.includes(name))
		.sort()
		.map((name) => [name, input[name]]);
	return fingerprintOf(JSON.stringify([query.resource, query.name, chosen]));
}
