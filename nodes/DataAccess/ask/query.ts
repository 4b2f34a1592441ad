import type { Failure } from '../failure';
import { defaultInputOf } from '../operations/gateway/inputSchema';
import type { OpenQuery, Query } from '../operations/operation';
import { Refusal } from '../operations/parts/refusal';
import type { Deployment } from './deployment';
import type { Parameters } from './parameters';
import { refusable } from './refuse';
import type { Settings } from './settings';

const UNKNOWN_RECORDS =
	'Output cannot be Simplified here, because nothing is known of the records. Choose Raw, Selected Fields or Pages';

/** The query that the parameters ask for, or why there is none. */
export function readQuery(
	operation: Query | OpenQuery,
	parameters: Parameters,
	deployment: Deployment,
	{ output }: Settings,
): Query | { failure: Failure } {
	if (operation.kind === 'query') return operation;
	return refusable(() => {
		const values = parameters.values(operation.fields, 0);
		const query = operation.queryOf(
			values,
			(known) => deployment.callOf(known, defaultInputOf(known)).endpoint,
		);
		if (output === 'simplified' && !query.simplify) throw new Refusal(UNKNOWN_RECORDS);
		return query;
	});
}
