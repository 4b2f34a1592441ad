import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { stringify } from 'flatted';

import { startEmulator } from '../../emulator/emulator.mts';
import type { EmulatorOptions } from '../../emulator/emulator.mts';
import type { Answer } from './agents.mts';
import { contextsIn, startEngine } from './engine.mts';
import type { Execution, RunOptions, SearchOptions, WorkflowJson } from './engine.mts';
import { agentWorkflowOf, CREDENTIAL_NAME, loopOf, workflowOf } from './workflows.mts';

/** The key that the emulator accepts. Tests search all places in which it must not appear. */
export const API_KEY = 'test-key-that-must-never-show';

export const CONTINUE = { node: { onError: 'continueRegularOutput' } } as const;

/** Settings of a node with Retry On Fail. */
export const triesOf = (maxTries: number) => ({ retryOnFail: true, maxTries, waitBetweenTries: 1 });

export interface NodeRunOptions extends Omit<RunOptions, 'workflow' | 'credentials'> {
	/** The json of the input items; one empty item by default. */
	items?: IDataObject[];
	/** Settings of the node itself: onError, retryOnFail, maxTries, waitBetweenTries, id. */
	node?: Partial<INode>;
	/** Overrides fields of a valid credential. */
	credential?: IDataObject;
	/** Another API key, which the emulator then accepts. Pages bought with it are kept apart. */
	apiKey?: string;
	settings?: IDataObject;
	failsBehind?: boolean;
	report?: boolean;
	/**
	 * Reuse Pages keeps its default: manual runs use pages of the last 15 minutes. Otherwise a run uses only the pages
	 * of failed runs.
	 */
	reuses?: boolean;
}

export interface AgentOptions extends NodeRunOptions {
	/** The type of the agent that uses the tool; by default one that calls it within its own run. */
	agent?: string;
}

type ErrorItem = { error: IDataObject; message: string } & IDataObject;

const isError = ({ json }: INodeExecutionData) =>
	typeof json.error === 'object' && json.error !== null && 'code' in json.error;

const withReport = (parameters: IDataObject): IDataObject => ({
	...parameters,
	options: { ...(parameters.options as IDataObject), report: true },
});

/** Minutes: so short that every page is older, but not 0, which would also ignore the pages of failed runs. */
export const NO_TIME = 1e-6;

const withoutReuse = (parameters: IDataObject, { reuses }: NodeRunOptions): IDataObject => {
	const { options = {} } = parameters;
	if (reuses || typeof options !== 'object') return parameters;
	return { ...parameters, options: { reusePages: NO_TIME, ...options } };
};

const hasReport = ({ options }: IDataObject) => (options as IDataObject)?.report === true;

/** Returns what later nodes read as `$('Data Access').context`. */
export const contextOf = ({ context }: { context: IDataObject }) =>
	(context['node:Data Access'] ?? {}) as IDataObject;

let address = 1;

/** Starts the emulator, and n8n's engine with the built node. Close it in afterAll, and renew it before each test. */
export async function startWorld(options: EmulatorOptions = {}) {
	const engine = await startEngine();
	const apiKeys = [API_KEY];
	// Otherwise lists would begin with pinned records instead of new ones.
	const settings = { pinnedPosts: 0, ...options.settings };
	const emulator = await startEmulator({ apiKeys, ...options, settings });
	const accepted = (apiKey: string) => {
		if (!apiKeys.includes(apiKey)) apiKeys.push(apiKey);
		return apiKey;
	};
	const credentialsOf = (options: NodeRunOptions) => ({
		[CREDENTIAL_NAME]: {
			baseUrl: `${emulator.url}/${address}`,
			apiKey: accepted(options.apiKey ?? API_KEY),
			provider: emulator.provider,
			inputFormat: emulator.settings.inputFormat,
			customizePlatformNames: false,
			...options.credential,
		} as never,
	});
	async function execute(workflow: WorkflowJson, options: NodeRunOptions): Promise<Execution> {
		const { executionId, context, mode, onStart } = options;
		const credentials = credentialsOf(options);
		const run = { workflow, credentials, executionId, context, mode, onStart };
		const execution = await engine.run(run);
		await emulator.settled();
		return execution;
	}
	return {
		engine,
		emulator,
		/** Restores the state of the start: no calls, no memory, default settings. */
		renew() {
			emulator.reset();
			engine.remembered.reset();
			// The node keeps pages and pace by address.
			address += 1;
		},
		/** Runs the node by itself, with parameters as a user sets them. All others have their defaults. */
		async run(parameters: IDataObject, runOptions: NodeRunOptions = {}) {
			const own = withoutReuse(parameters, runOptions);
			const whole = runOptions.report ? withReport(own) : own;
			const execution = await execute(workflowOf(whole, runOptions), runOptions);
			const items = execution.items('Data Access');
			const others = [1, 2].map((output) => execution.items('Data Access', output));
			const all = [items, ...others].flat();
			const hints = execution.hints('Data Access');
			return {
				execution,
				/** n8n's status: success, error or canceled. */
				status: execution.run.status as string,
				/** The items of the first output, including error items under Continue. */
				items,
				/** The json of the items that are not error items. */
				records: items.filter((item) => !isError(item)).map(({ json }) => json),
				/** The json of the second output, if Report is on. */
				report: hasReport(whole) ? others[0]!.map(({ json }) => json) : [],
				/** The json of the error items of any output. */
				errors: all.filter(isError).map(({ json }) => json as ErrorItem),
				error: execution.error,
				hints,
				hint: hints.map(({ message }) => message).join('\n'),
				/** All that n8n would store of the execution. A getter, because with many items it takes seconds. */
				get stored() {
					return stringify(execution.run);
				},
				/** The node contexts as n8n stores them for a Retry. */
				context: JSON.parse(JSON.stringify(contextsIn(execution))) as IDataObject,
			};
		},
		/** Fills the list of the field Endpoint, as if a user opened it or typed into it. */
		async search(
			parameters: IDataObject,
			{ filter, ...options }: NodeRunOptions & Pick<SearchOptions, 'filter'> = {},
		) {
			const [, , node] = workflowOf(parameters, options).nodes as [INode, INode, INode];
			const credentials = credentialsOf(options);
			return await engine.search({ node, credentials, method: 'searchEndpoints', filter });
		},
		/** Runs the node in a loop, with one input item per round. */
		async runLoop(parameters: IDataObject, runOptions: NodeRunOptions) {
			const whole = withoutReuse(parameters, runOptions);
			const execution = await execute(loopOf(whole, runOptions), runOptions);
			const runs = execution.run.data.resultData.runData['Data Access'] ?? [];
			return {
				execution,
				status: execution.run.status as string,
				/** The items of the first output, by round. */
				rounds: runs.map(({ data }) => data?.main?.[0] ?? []),
				hints: runs.map(({ hints }) => hints?.[0]?.message ?? ''),
				context: contextOf({ context: contextsIn(execution) }),
			};
		},
		/** Lets an agent use the node as its tool. The agent decides whether the uses of a round run in parallel. */
		async runAgent(
			parameters: IDataObject,
			rounds: IDataObject[][],
			agentOptions: AgentOptions = {},
		) {
			const whole = withoutReuse(parameters, agentOptions);
			const workflow = agentWorkflowOf(whole, rounds, agentOptions);
			const execution = await execute(workflow, agentOptions);
			const [item] = execution.items('Agent');
			return {
				execution,
				status: execution.run.status as string,
				/** The answers, by round and by use. */
				answers: (item?.json.answers ?? []) as unknown as Answer[][],
				context: contextOf({ context: contextsIn(execution) }),
			};
		},
		async close() {
			await emulator.close();
			engine.close();
		},
	};
}

export type World = Awaited<ReturnType<typeof startWorld>>;

/** The result of one execution of the node, as later nodes see it. */
export type NodeRun = Awaited<ReturnType<World['run']>>;

/** Starts a world for all tests of a file, and renews it before each test, even after a failed one. */
export function useWorld(options?: EmulatorOptions): World {
	const world = {} as World;
	beforeAll(async () => {
		Object.assign(world, await startWorld(options));
	});
	beforeEach(() => world.renew());
	afterEach(() => world.engine.stopAll());
	afterAll(() => world.close());
	return world;
}
