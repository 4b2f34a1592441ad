import type { PaidOperation } from '../operations';
import type { Query } from '../operations/operation';
import { refusedInput } from '../shared/failure';
import type { Failed, Failure } from '../shared/failure';
import { loadDeployment } from './loadDeployment';
import type { Access, LoadedDeployment } from './loadDeployment';
import type { Parameters } from './parameters';
import { pricedQuery } from './pricing';
import { refusable } from './refuse';
import { readSettings } from './settings';
import type { Invocation, Settings } from './settings';

/** What holds for the whole run. */
export interface RunSetup extends LoadedDeployment {
	query: Query;
	settings: Settings;
}

/** The parameters that decide how much a tool may spend. */
const SPENDING = { maxCost: 'Max Cost (USD)', price: 'Price (USD)', returnAll: 'Return All' };

/** Refuses $fromAI in these parameters: n8n evaluates it in any field of a tool, even in one without a button for it. */
const settingsOfModel = (parameters: Parameters): Failure[] =>
	Object.entries(SPENDING)
		.filter(([field]) => parameters.isFromModel(field))
		.map(([field, label]) =>
			refusedInput(
				`'${label}' must not use $fromAI, because a model must not decide what it may spend`,
				{ field, variant: 'setByModel' },
				{ unusual: { retry: 'never', ends: 'always' } },
			),
		);

/** Reads what is the same for all input items: query, settings and deployment. Never throws. */
export async function readRunSetup(
	{ who, wanted }: { who: Invocation; wanted: Access },
	parameters: Parameters,
	operation: PaidOperation,
): Promise<RunSetup | Failed> {
	const [failure] = who.isTool ? settingsOfModel(parameters) : [];
	if (failure) return { failure };
	return await refusable(async () => {
		const settings = readSettings(parameters, operation.kind, who);
		const loaded = await loadDeployment(wanted);
		if ('failure' in loaded) return loaded;
		const unpriced =
			operation.kind === 'builtIn'
				? operation
				: operation.queryOf(parameters.values(operation.shared, 0), loaded.deployment);
		const query = await pricedQuery(unpriced, loaded, settings);
		return 'failure' in query ? query : { query, settings, ...loaded };
	});
}
