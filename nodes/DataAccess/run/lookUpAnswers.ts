import type { IDataObject } from 'n8n-workflow';

import { loadDeployment } from '../ask/deployment';
import type { Access } from '../ask/deployment';
import type { Deployment } from '../buy/deployment';
import { shownInspection } from '../deliver/inspection';
import { ItemMaker } from '../deliver/items';
import { count } from '../deliver/phrasing';
import { Informant } from '../gateway/free/informant';
import type { ListedRun } from '../gateway/free/runList';
import { ALL, knownAt, readEndpoint } from '../operations/gateway/endpoint';
import { readWanted } from '../operations/gateway/getRuns';
import { inspectionOf, unknownInspectionOf } from '../operations/gateway/inspect';
import type { LookUp } from '../operations/operation';
import { queries } from '../operations/queries';
import type { Failure } from '../shared/failure';

interface OpenGateway {
	deployment: Deployment;
	informant: Informant;
}

/** The gateway that the credential names. It is asked nothing yet. */
export async function openGateway(access: Access): Promise<OpenGateway | { failure: Failure }> {
	const loaded = await loadDeployment(access);
	if ('failure' in loaded) return loaded;
	const { deployment, send } = loaded;
	return { deployment, informant: new Informant(deployment, send) };
}

type Parameters = Record<string, unknown>;

interface Asking {
	/** The workflow's, such as Europe/Berlin. */
	timeZone: string;
	isForModel: boolean;
	gateway(): ReturnType<typeof openGateway>;
}

interface Found {
	/** The json of the output items. */
	items: IDataObject[];
	/** What the user should know, in a sentence without its period. */
	notice?: string;
}

type LookUpAnswer = Promise<Found | { failure: Failure }>;

/** What an endpoint takes, costs and returns, for people who write an input and models that plan. */
async function inspect(parameters: Parameters, asking: Asking): LookUpAnswer {
	const place = readEndpoint(parameters);
	if (place.endpoint === '' || place.endpoint === ALL) return { items: queries.map(inspectionOf) };
	const known = knownAt(place);
	if (known) return { items: [inspectionOf(known)] };
	const gateway = await asking.gateway();
	if ('failure' in gateway) return gateway;
	const { deployment, informant } = gateway;
	const whole = { ...place, provider: place.provider || deployment.provider };
	const named = knownAt(whole, deployment);
	if (named) return { items: [{ ...inspectionOf(named), ...whole }] };
	const inspected = await informant.inspect(whole);
	if ('failure' in inspected) return inspected;
	return { items: [{ ...unknownInspectionOf(whole), ...shownInspection(inspected) }] };
}

/** The records of a completed run where its endpoint is known and its page can be read, else its output. */
async function recordsOf(
	{ runId, provider, endpoint }: ListedRun,
	{ informant, deployment }: OpenGateway,
	output: 'raw' | 'simplified',
	isForModel: boolean,
): Promise<IDataObject[]> {
	const run = await informant.runWith(runId);
	const isNamed = provider !== null && endpoint !== null;
	const known = isNamed ? knownAt({ provider, endpoint }, deployment) : undefined;
	const input = run?.input ?? null;
	const whole = { runId, input, output: run?.output ?? null } as IDataObject;
	if (!run || !known) return [whole];
	try {
		const page = known.readPage(run.payloadFor(known), input ?? {});
		const maker = new ItemMaker({ output, fields: [], isForModel }, known, () => ({
			runId,
			input,
		}));
		return maker.itemsOf({ ...page, page: 1, next: () => null }, 0).map(({ json }) => json);
	} catch {
		return [whole];
	}
}

/** What is said of runs that were left out. */
function noticeOfCut(
	{ runs, lookedThrough }: { runs: ListedRun[]; lookedThrough?: number },
	limit: number,
): string | undefined {
	if (runs.length > limit) {
		return `Limit has cut the list at ${count(limit, 'run')}: turn on Return All to get the others too`;
	}
	if (lookedThrough === undefined) return undefined;
	return `Only the newest ${count(lookedThrough, 'run')} of the account were looked through, and it has more`;
}

/** What the account has run, and what was bought with it: for a run that n8n has lost. */
async function getRuns(parameters: Parameters, asking: Asking): LookUpAnswer {
	const { place, form, ...wanted } = readWanted(parameters, asking.timeZone);
	const gateway = await asking.gateway();
	if ('failure' in gateway) return gateway;
	const { deployment, informant } = gateway;
	const known = knownAt(place, deployment);
	const isAll = place.endpoint === '' || place.endpoint === ALL;
	const { limit } = wanted;
	const listed = await informant.runs({
		...wanted,
		// One more tells whether Limit has cut them.
		limit: limit + 1,
		...(!isAll && {
			provider: place.provider || deployment.provider,
			endpoint: known ? deployment.endpointOf(known) : place.endpoint,
		}),
		isCompleted: form !== undefined,
	});
	if ('failure' in listed) return listed;
	const runs = listed.runs.slice(0, limit);
	const notice = noticeOfCut(listed, limit);
	if (form === undefined) return { items: runs.map((run) => ({ ...run })), notice };
	const records = [];
	for (const run of runs) {
		records.push(await recordsOf(run, gateway, form, asking.isForModel));
	}
	return { items: records.flat(), notice };
}

async function getBalance(_parameters: Parameters, asking: Asking): LookUpAnswer {
	const gateway = await asking.gateway();
	if ('failure' in gateway) return gateway;
	const balance = await gateway.informant.balance();
	return 'failure' in balance ? balance : { items: [balance] };
}

type AnswerLookUp = (parameters: Parameters, asking: Asking) => LookUpAnswer;

/**
 * How each look-up is answered: by the node itself, or by what the gateway tells for free. They throw a Refusal where
 * their parameters cannot be used.
 */
export const LOOK_UPS: Record<LookUp['name'], AnswerLookUp> = { inspect, getRuns, getBalance };
