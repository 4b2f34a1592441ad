import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { stringify } from 'flatted';

import { startEmulator } from '../../emulator/emulator.mts';
import type { EmulatorOptions } from '../../emulator/emulator.mts';
import type { Answer } from './agents.mts';
import { contextsIn, startEngine } from './engine.mts';
import type { Execution, RunOptions, SearchOptions, WorkflowJson } from './engine.mts';
import { agentWorkflowOf, CREDENTIAL_NAME, loopOf, workflowOf } from './workflows.mts';

/** The key that the emulator takes; tests search for it where it must not be. */
export const API_KEY = 'test-key-that-must-never-show';

export const CONTINUE = { node: { onError: 'continueRegularOutput' } } as const;

export interface NodeRunOptions extends Omit<RunOptions, 'workflow' | 'credentials'> {
	/** The json of the input items; one empty item by default. */
	items?: IDataObject[];
	/** Settings of the node itself: onError, retryOnFail, maxTries, waitBetweenTries, id. */
	node?: Partial<INode>;
	/** What differs from a right credential. */
	credential?: IDataObject;
	/** Another API key, which the emulator then takes, and which keeps what is bought apart. */
	apiKey?: string;
	settings?: IDataObject;
	failsBehind?: boolean;
	report?: boolean;
	/** As a user leaves it: runs by hand use pages of the last 15 minutes. Else only what a failed run has left. */
	reuses?: boolean;
}

export interface AgentOptions extends NodeRunOptions {
	/** Which agent uses the tool; by default one that calls it within its own run. */
	agent?: string;
}

type ErrorItem = { error: IDataObject; message: string } & IDataObject;

const isError = ({ json }: INodeExecutionData) =>
	typeof json.error === 'object' && json.error !== null && 'code' in json.error;

const withReport = (parameters: IDataObject): IDataObject => ({
	...parameters,
	options: { ...(parameters.options as IDataObject), report: true },
});

/** So short that no page is as young, but not 0, which would leave aside what failed runs have left. */
export const NO_TIME = 1e-6;

const buyingAnew = (parameters: IDataObject, { reuses }: NodeRunOptions): IDataObject => {
	const { options = {} } = parameters;
	if (reuses || typeof options !== 'object') return parameters;
	return { ...parameters, options: { reusePages: NO_TIME, ...options } };
};

const hasReport = ({ options }: IDataObject) => (options as IDataObject)?.report === true;

/** What later nodes read as `$('Data Access').context`. */
export const contextOf = ({ context }: { context: IDataObject }) =>
	(context['node:Data Access'] ?? {}) as IDataObject;

let address = 1;

/** The emulator and n8n's engine with the built node. Close it in afterAll, renew it before each test. */
export async function startWorld(options: EmulatorOptions = {}) {
	const engine = await startEngine();
	const apiKeys = [API_KEY];
	// Else no list begins with what is new.
	const settings = { pinnedPosts: 0, ...options.settings };
	const emulator = await startEmulator({ apiKeys, ...options, settings });
	const takes = (apiKey: string) => {
		if (!apiKeys.includes(apiKey)) apiKeys.push(apiKey);
		return apiKey;
	};
	const credentialsOf = (options: NodeRunOptions) => ({
		[CREDENTIAL_NAME]: {
			baseUrl: `${emulator.url}/${address}`,
			apiKey: takes(options.apiKey ?? API_KEY),
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
		/** As if just started: nothing was called, remembered or set. */
		renew() {
			emulator.reset();
			engine.remembered.reset();
			// Pages and pace are kept by address.
			address += 1;
		},
		/** Runs the node alone: parameters as a user sets them, the rest at its defaults. */
		async run(parameters: IDataObject, runOptions: NodeRunOptions = {}) {
			const own = buyingAnew(parameters, runOptions);
			const asked = runOptions.report ? withReport(own) : own;
			const execution = await execute(workflowOf(asked, runOptions), runOptions);
			const items = execution.items('Data Access');
			const others = [1, 2].map((output) => execution.items('Data Access', output));
			const all = [items, ...others].flat();
			const hints = execution.hints('Data Access');
			return {
				execution,
				/** n8n's: success, error, canceled. */
				status: execution.run.status as string,
				/** Of the first output, error items of Continue among them. */
				items,
				/** The json of those that are no error items. */
				records: items.filter((item) => !isError(item)).map(({ json }) => json),
				/** The json of the items of the second output, with Report on. */
				report: hasReport(asked) ? others[0]!.map(({ json }) => json) : [],
				/** The json of the error items, from whichever output they left by. */
				errors: all.filter(isError).map(({ json }) => json as ErrorItem),
				error: execution.error,
				hints,
				hint: hints.map(({ message }) => message).join('\n'),
				/** All that n8n would store of the execution. Few tests read it, and of many items it takes seconds. */
				get stored() {
					return stringify(execution.run);
				},
				/** What n8n stores of what its nodes had in mind, for a Retry. */
				context: JSON.parse(JSON.stringify(contextsIn(execution))) as IDataObject,
			};
		},
		/** Opens the list of the field Endpoint, or types into it. */
		async search(
			parameters: IDataObject,
			{ filter, ...options }: NodeRunOptions & Pick<SearchOptions, 'filter'> = {},
		) {
			const [, , node] = workflowOf(parameters, options).nodes as [INode, INode, INode];
			const credentials = credentialsOf(options);
			return await engine.search({ node, credentials, method: 'searchEndpoints', filter });
		},
		/** Runs it in a loop, one input item a round. */
		async runLoop(parameters: IDataObject, runOptions: NodeRunOptions) {
			const asked = buyingAnew(parameters, runOptions);
			const execution = await execute(loopOf(asked, runOptions), runOptions);
			const runs = execution.run.data.resultData.runData['Data Access'] ?? [];
			return {
				execution,
				status: execution.run.status as string,
				/** The items of the node's output, round by round. */
				rounds: runs.map(({ data }) => data?.main?.[0] ?? []),
				hints: runs.map(({ hints }) => hints?.[0]?.message ?? ''),
				context: contextOf({ context: contextsIn(execution) }),
			};
		},
		/** Lets an agent use the node as its tool: each round's uses at once, or in turn, as agents do. */
		async runAgent(
			parameters: IDataObject,
			rounds: IDataObject[][],
			agentOptions: AgentOptions = {},
		) {
			const asked = buyingAnew(parameters, agentOptions);
			const workflow = agentWorkflowOf(asked, rounds, agentOptions);
			const execution = await execute(workflow, agentOptions);
			const [item] = execution.items('Agent');
			return {
				execution,
				status: execution.run.status as string,
				/** Round by round, and use by use in each round. */
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

/** What one execution of the node gave, as a workflow behind it would see it. */
export type NodeRun = Awaited<ReturnType<World['run']>>;

/** A world for all tests of a file, as new for each of them, also after one that failed half-way. */
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
