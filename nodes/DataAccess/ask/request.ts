import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { PaidOperation } from '../operations';
import type { Query } from '../operations/operation';
import { withUnfilledTold } from '../operations/parts/unfilled';
import { loadDeployment } from './deployment';
import type { Access, Opened } from './deployment';
import type { Parameters } from './parameters';
import { pricedQuery } from './pricing';
import { refusable } from './refuse';
import { readSettings } from './settings';
import type { RunKind, Settings } from './settings';

export interface Request extends Opened {
	query: Query;
	settings: Settings;
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
	const made =
		operation.kind === 'knownQuery'
			? operation
			: refusable(() => operation.queryOf(parameters.values(operation.shared, 0), deployment));
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
