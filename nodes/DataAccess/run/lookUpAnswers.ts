import type { IDataObject } from 'n8n-workflow';

import type { Deployment } from '../buy/deployment';
import { shownInspection } from '../deliver/inspection';
import type { Informant } from '../gateway/free/informant';
import { ALL, knownAt, readEndpoint } from '../operations/gateway/endpoint';
import { readWanted } from '../operations/gateway/getRuns';
import { inspectionOf, unknownInspectionOf } from '../operations/gateway/inspect';
import type { LookUp, Query, ReadPage } from '../operations/operation';
import { queries } from '../operations/queries';
import type { Failure } from '../shared/failure';
import type { ListedRun } from '../gateway/free/runList';

/** The gateway that the credential names; to open it asks nothing yet. */
export interface OpenGateway {
	deployment: Deployment;
	informant: Informant;
}

/** A page that was bought in an earlier run: its records are delivered as those of any page. */
export class RunPage {
	constructor(
		readonly query: Query,
		readonly page: ReadPage,
		readonly form: 'raw' | 'simplified',
		/** What stands beside the fields of each record. */
		readonly run: { runId: string; input: IDataObject | null },
	) {}
}

interface Asking {
	parameters: Record<string, unknown>;
	/** The workflow's, such as Europe/Berlin. */
	timeZone: string;
	isForModel: boolean;
	open(): Promise<OpenGateway | { failure: Failure }>;
}

type LookUpAnswer = Promise<Array<IDataObject | RunPage> | { failure: Failure }>;

/** What an endpoint takes, costs and returns, for people who write an input and models that plan. */
async function inspect({ parameters, open, isForModel }: Asking): LookUpAnswer {
	const place = readEndpoint(parameters);
	if (place.endpoint === '' || place.endpoint === ALL) return queries.map(inspectionOf);
	const known = knownAt(place);
	if (known) return [inspectionOf(known)];
	const gateway = await open();
	if ('failure' in gateway) return gateway;
	const { deployment, informant } = gateway;
	const whole = { ...place, provider: place.provider || deployment.provider };
	const named = knownAt(whole, deployment);
	if (named) return [{ ...inspectionOf(named), ...whole }];
	const told = await informant.inspect(whole);
	if ('failure' in told) return told;
	return [{ ...unknownInspectionOf(whole), ...shownInspection(told, isForModel) }];
}

/** The records of a completed run where its endpoint is known and its page can be read, else its output. */
async function recordsOf(
	{ runId, provider, endpoint }: ListedRun,
	{ informant, deployment }: OpenGateway,
	form: RunPage['form'],
) {
	const run = await informant.runWith(runId);
	const isNamed = provider !== null && endpoint !== null;
	const known = isNamed ? knownAt({ provider, endpoint }, deployment) : undefined;
	const input = run?.input ?? null;
	const whole = { runId, input, output: run?.output ?? null };
	if (!run || !known) return whole;
	try {
		const page = known.readPage(run.payloadFor(known), input ?? {});
		return new RunPage(known, page, form, { runId, input });
	} catch {
		return whole;
	}
}

/** What the account has run, and what was bought with it: for a run that n8n has lost. */
async function getRuns({ parameters, open, timeZone }: Asking): LookUpAnswer {
	const { place, form, ...wanted } = readWanted(parameters, timeZone);
	const gateway = await open();
	if ('failure' in gateway) return gateway;
	const { deployment, informant } = gateway;
	const known = knownAt(place, deployment);
	const isAll = place.endpoint === '' || place.endpoint === ALL;
	const runs = await informant.runs({
		...wanted,
		...(!isAll && {
			provider: place.provider || deployment.provider,
			endpoint: known ? deployment.endpointOf(known) : place.endpoint,
		}),
		isCompleted: form !== undefined,
	});
	if ('failure' in runs) return runs;
	if (form === undefined) return runs.map((run) => ({ ...run }));
	const answers = [];
	for (const run of runs) answers.push(await recordsOf(run, gateway, form));
	return answers;
}

async function getBalance({ open }: Asking): LookUpAnswer {
	const gateway = await open();
	const told = 'failure' in gateway ? gateway : await gateway.informant.balance();
	return 'failure' in told ? told : [told];
}

/**
 * How each look-up is answered: by the node itself, or by what the gateway tells for free. They give the json of the
 * output items, or pages whose records they are, and throw a Refusal.
 */
export const LOOK_UPS: Record<LookUp['name'], (asking: Asking) => LookUpAnswer> = {
	inspect,
	getRuns,
	getBalance,
};
