import type { IDataObject } from 'n8n-workflow';

import { loadDeployment } from '../ask/loadDeployment';
import type { Access } from '../ask/loadDeployment';
import type { Deployment } from '../buy/deployment';
import { wordsOf } from '../deliver/failureWords';
import { shownInspection } from '../deliver/inspection';
import { ItemMaker } from '../deliver/items';
import { laterWords } from '../deliver/nextSteps';
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
import type { Failed, Failure } from '../shared/failure';

/** A deployment, and a client for its free routes. */
interface LoadedGateway {
	deployment: Deployment;
	freeClient: FreeClient;
}

/** Loads the gateway that the credential names, without sending it a request. */
export async function loadGateway(access: Access): Promise<LoadedGateway | Failed> {
	const loaded = await loadDeployment(access);
	if ('failure' in loaded) return loaded;
	return { ...loaded, freeClient: new FreeClient(loaded.send, loaded.deployment) };
}

interface LookedUp {
	/** The json of the output items. */
	records: IDataObject[];
	/** A notice for the user: one or more sentences, the last without its period. */
	notice?: string;
}

/** The rest of a look-up that needs the gateway. */
interface GatewayQuestion {
	ask(gateway: LoadedGateway): Promise<LookedUp | Failed>;
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

/** What is shown of a gateway run. `failure`: why its input and output could not be read. */
interface ShownRun {
	records: IDataObject[];
	failure?: Failure;
}

/** Returns the records of a completed gateway run if its endpoint is built in and its page parses, else its output. */
async function recordsOfRun(
	{ runId, provider, endpoint }: ListedRun,
	form: 'raw' | 'simplified',
	{ freeClient, deployment }: LoadedGateway,
	isForModel: boolean,
): Promise<ShownRun> {
	const run = await freeClient.runWith(runId);
	if ('failure' in run) return { ...run, records: [{ runId, input: null, output: null }] };
	const { input, output, payloadFor } = run;
	const whole = { records: [{ runId, input, output }] };
	const builtIn = builtInAt({ provider: provider ?? '', endpoint: endpoint ?? '' }, deployment);
	if (!builtIn) return whole;
	try {
		const page = builtIn.readPage(payloadFor(builtIn), input);
		const maker = new ItemMaker({ output: form, columns: [], isForModel }, builtIn, () => ({
			runId,
			input,
		}));
		const items = await maker.make({ ...page, page: 1, next: () => null }, 0);
		return { records: items.map(({ json }) => json) };
	} catch {
		return whole;
	}
}

/** Returns the notice that the output of some gateway runs could not be read, and why. */
const missingWords = (failure: Failure) =>
	`${wordsOf(failure).what}, so the output of some gateway runs is missing${failure.retry === 'safe' ? `. Try ${laterWords(failure.retryAfter)}` : ''}`;

/** Returns the notice that gateway runs were left out, if any were. */
function noticeOfCut(
	{ runs, isPartial }: { runs: ListedRun[]; isPartial?: true },
	limit: number,
	isForModel: boolean,
): string | undefined {
	return runs.length > limit
		? `Limit has cut the list at ${count(limit, 'gateway run')}${isForModel ? '' : ': turn on Return All to get the others too'}`
		: isPartial && 'Only the newest gateway runs of the account were searched, and it has more';
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
			const shown: ShownRun[] = [];
			for (const run of listed.runs.slice(0, limit)) {
				shown.push(
					form ? await recordsOfRun(run, form, gateway, isForModel) : { records: [{ ...run }] },
				);
			}
			const [missed] = shown.flatMap(({ failure }) => failure ?? []);
			const notices = [missed && missingWords(missed), noticeOfCut(listed, limit, isForModel)];
			return {
				records: shown.flatMap(({ records }) => records),
				notice: notices.filter(Boolean).join('. ') || undefined,
			};
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
