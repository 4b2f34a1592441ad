import type { IDataObject } from 'n8n-workflow';

import { loadDeployment } from '../ask/loadDeployment';
import type { Access } from '../ask/loadDeployment';
import type { Deployment } from '../buy/deployment';
import { shownInspection } from '../deliver/inspection';
import { ItemMaker } from '../deliver/items';
import { count } from '../deliver/phrasing';
import { BALANCE, inspectionRequest } from '../gateway/free/catalog';
import { FreeClient } from '../gateway/free/freeClient';
import type { ListedRun } from '../gateway/free/runList';
import { ALL, builtInAt, readEndpoint } from '../operations/gateway/endpoint';
import type { EndpointName } from '../operations/gateway/endpoint';
import { readRunFilter } from '../operations/gateway/getRuns';
import { inspectionOf, unknownInspectionOf } from '../operations/gateway/inspect';
import type { LookUp } from '../operations/operation';
import { queries } from '../operations/queries';
import type { Failure } from '../shared/failure';

/** A deployment, and a client for its free routes. */
interface LoadedGateway {
	deployment: Deployment;
	freeClient: FreeClient;
}

/** Loads the gateway that the credential names, without sending it a request. */
export async function loadGateway(access: Access): Promise<LoadedGateway | { failure: Failure }> {
	const loaded = await loadDeployment(access);
	if ('failure' in loaded) return loaded;
	const { deployment, send } = loaded;
	return { deployment, freeClient: new FreeClient(send, deployment) };
}

interface LookedUp {
	/** The json of the output items. */
	records: IDataObject[];
	/** A notice for the user: a sentence without its period. */
	notice?: string;
}

/** The rest of a look-up that needs the gateway. */
interface GatewayQuestion {
	ask(gateway: LoadedGateway): Promise<LookedUp | { failure: Failure }>;
}

/** Who gets the records. */
interface Recipient {
	/** The workflow's time zone, such as Europe/Berlin. */
	timeZone: string;
	isForModel: boolean;
}

type AnswerLookUp = (
	values: Record<string, unknown>,
	recipient: Recipient,
) => LookedUp | GatewayQuestion;

/** Returns whether all endpoints are meant: the field is empty, or its choice for all of them is set. */
const isOfAll = ({ endpoint }: EndpointName) => endpoint === '' || endpoint === ALL;

/** Describes what an endpoint takes, costs and returns, for people who write an input and for models that plan. */
const inspect: AnswerLookUp = (values) => {
	const name = readEndpoint(values);
	if (isOfAll(name)) return { records: queries.map(inspectionOf) };
	const builtIn = builtInAt(name);
	if (builtIn) return { records: [inspectionOf(builtIn)] };
	return {
		async ask({ deployment, freeClient }) {
			const whole = { ...name, provider: name.provider || deployment.provider };
			const named = builtInAt(whole, deployment);
			if (named) return { records: [{ ...inspectionOf(named), ...whole }] };
			const inspected = await freeClient.ask(inspectionRequest(whole));
			if ('failure' in inspected) return inspected;
			return { records: [{ ...unknownInspectionOf(whole), ...shownInspection(inspected.value) }] };
		},
	};
};

/** Returns the records of a completed gateway run if its endpoint is built in and its page parses, else its output. */
async function recordsOf(
	{ runId, provider, endpoint }: ListedRun,
	output: 'raw' | 'simplified',
	{ freeClient, deployment }: LoadedGateway,
	isForModel: boolean,
): Promise<IDataObject[]> {
	const run = await freeClient.runWith(runId);
	const input = run?.input ?? null;
	const whole = { runId, input, output: run?.output ?? null } as IDataObject;
	const name = { provider: provider ?? '', endpoint: endpoint ?? '' };
	const builtIn = builtInAt(name, deployment);
	if (!run || !builtIn) return [whole];
	try {
		const page = builtIn.readPage(run.payloadFor(builtIn), input ?? {});
		const besides = () => ({ runId, input });
		const maker = new ItemMaker({ output, columns: [], isForModel }, builtIn, besides);
		const items = await maker.make({ ...page, page: 1, next: () => null }, 0);
		return items.map(({ json }) => json);
	} catch {
		return [whole];
	}
}

const OUTPUT_MISSING =
	'The gateway stopped answering, so the output of some gateway runs is missing. Try again later';

/** Returns the notice that gateway runs were left out, if any were. */
function noticeOfCut(
	{ runs, isPartial }: { runs: ListedRun[]; isPartial?: true },
	limit: number,
	isForModel: boolean,
): string | undefined {
	if (runs.length > limit) {
		const cut = `Limit has cut the list at ${count(limit, 'gateway run')}`;
		return isForModel ? cut : `${cut}: turn on Return All to get the others too`;
	}
	return isPartial && 'Only the newest gateway runs of the account were searched, and it has more';
}

/** Returns the filter for gateway runs of an endpoint, in the deployment's own names; empty for all endpoints. */
function runFilterFor(name: EndpointName, deployment: Deployment): Partial<EndpointName> {
	if (isOfAll(name)) return {};
	const builtIn = builtInAt(name, deployment);
	return {
		provider: name.provider || deployment.provider,
		endpoint: builtIn ? deployment.endpointOf(builtIn) : name.endpoint,
	};
}

/** Returns the gateway runs of the account and, if wanted, their output: users find here what n8n has lost. */
const getRuns: AnswerLookUp = (values, { timeZone, isForModel }) => {
	const { endpoint: name, form, limit, newerThan } = readRunFilter(values, timeZone);
	return {
		async ask(gateway) {
			const listed = await gateway.freeClient.runs({
				...runFilterFor(name, gateway.deployment),
				newerThan,
				// One more run shows whether Limit has cut the list.
				limit: limit + 1,
				isCompleted: form !== undefined,
			});
			if ('failure' in listed) return listed;
			const records: IDataObject[][] = [];
			for (const run of listed.runs.slice(0, limit)) {
				records.push(form ? await recordsOf(run, form, gateway, isForModel) : [{ ...run }]);
			}
			const notice = gateway.freeClient.hasGivenUp
				? OUTPUT_MISSING
				: noticeOfCut(listed, limit, isForModel);
			return { records: records.flat(), notice };
		},
	};
};

const getBalance: AnswerLookUp = () => ({
	async ask({ freeClient }) {
		const balance = await freeClient.ask(BALANCE);
		return 'failure' in balance ? balance : { records: [balance.value] };
	},
});

/**
 * The function for each look-up: it returns the records, or what needs a free request to the gateway. It throws a
 * Refusal if its values cannot be used.
 */
export const LOOK_UPS: Record<LookUp['name'], AnswerLookUp> = { inspect, getRuns, getBalance };
