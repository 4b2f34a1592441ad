import type { Transport } from '../gateway/transport';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { PaidOperation } from '../operations';
import type { MadeQuery, Query } from '../operations/operation';
import { Refusal } from '../operations/parts/refusal';
import { withUnfilledTold } from '../operations/parts/unfilled';
import { loadDeployment } from './deployment';
import type { Access, Deployment } from './deployment';
import type { Parameters } from './parameters';
import { pricedQuery } from './pricing';
import { refusable } from './refuse';
import { readSettings } from './settings';
import type { RunKind, Settings } from './settings';

const UNKNOWN_RECORDS =
	"'Output' cannot be Simplified here, because the node does not know the records of this endpoint. Choose Raw, Selected Fields or Pages";

function readQuery(
	operation: PaidOperation,
	parameters: Parameters,
	deployment: Deployment,
	{ output }: Settings,
): MadeQuery | { failure: Failure } {
	if (operation.kind === 'knownQuery') return operation;
	return refusable(() => {
		const values = parameters.values(operation.shared, 0);
		const query = operation.queryOf(values, deployment);
		if (output === 'simplified' && !query.simplify) throw new Refusal(UNKNOWN_RECORDS);
		return query;
	});
}

export interface Request {
	query: Query;
	settings: Settings;
	deployment: Deployment;
	send: Transport;
}

async function read(
	operation: PaidOperation,
	parameters: Parameters,
	host: RunKind & Access,
): Promise<Request | { failure: Failure }> {
	const settings = readSettings(parameters, operation.kind, host);
	if ('failure' in settings) return settings;
	const loaded = await loadDeployment(host);
	if ('failure' in loaded) return loaded;
	const { deployment, send } = loaded;
	const made = readQuery(operation, parameters, deployment, settings);
	if ('failure' in made) return made;
	const query = await pricedQuery(made, deployment, settings, send);
	if ('failure' in query) return query;
	const told = settings.output === 'simplified' ? withUnfilledTold(query) : query;
	return { query: told, settings, ...loaded };
}

/** Never throws, as a look-up does not. */
export const readRequest: typeof read = async (...asked) => {
	try {
		return await read(...asked);
	} catch (error) {
		return { failure: unexpected(error) };
	}
};
