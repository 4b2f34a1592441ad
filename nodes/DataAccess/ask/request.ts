import type { PaidOperation } from '../operations';
import type { Query } from '../operations/operation';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { loadDeployment } from './deployment';
import type { Access, Opened } from './deployment';
import type { Parameters } from './parameters';
import { pricedQuery } from './pricing';
import { refusable } from './refuse';
import { readSettings } from './settings';
import type { Requester, Settings } from './settings';

/** What holds for the whole run. */
export interface RunRequest extends Opened {
	query: Query;
	settings: Settings;
}

/** What the node asks for, as far as it is the same for all input items. Never throws: a defect of ours is a failure. */
export async function readRequest(
	operation: PaidOperation,
	parameters: Parameters,
	{ who, wanted }: { who: Requester; wanted: Access },
): Promise<RunRequest | { failure: Failure }> {
	try {
		const settings = readSettings(parameters, operation.kind, who);
		if ('failure' in settings) return settings;
		const opened = await loadDeployment(wanted);
		if ('failure' in opened) return opened;
		const made =
			operation.kind === 'knownQuery'
				? operation
				: refusable(() =>
						operation.queryOf(parameters.values(operation.shared, 0), opened.deployment),
					);
		if ('failure' in made) return made;
		const query = await pricedQuery(made, opened, settings);
		if ('failure' in query) return query;
		return { query, settings, ...opened };
	} catch (error) {
		return { failure: unexpected(error) };
	}
}
