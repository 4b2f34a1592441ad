import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { IDataObject, INode, INodeExecutionData, INodeListSearchResult } from 'n8n-workflow';
import type { NodeExecutionHint } from 'n8n-workflow';
import { stringify } from 'flatted';

import { startEmulator } from '../../emulator/emulator.mts';
import type { Emulator, EmulatorOptions } from '../../emulator/emulator.mts';
import type { Answer } from './agents.mts';
import { startEngine } from './engine.mts';
import type { Engine, Execution, RunOptions, SearchOptions, WorkflowJson } from './engine.mts';
import { agentWorkflowOf, CREDENTIAL_NAME, loopOf, workflowOf } from './workflows.mts';

/** The key that the emulator takes; tests search for it where it must not be. */
export const API_KEY = 'test-key-that-must-never-show';

/** On Error is set to Continue. */
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
	/** Settings of the workflow. */
	settings?: IDataObject;
	/** A node behind it fails. */
	failsBehind?: boolean;
	/** Turns the node's option Report on. */
	report?: boolean;
	/** As a user leaves it: runs by hand use pages of the last 15 minutes. Else only what a failed run has left. */
	reuses?: boolean;
}

export type ListOptions = Pick<SearchOptions, 'filter' | 'token'> &
	Pick<NodeRunOptions, 'credential' | 'node'>;

/** What one execution of the node gave, as a workflow behind it would see it. */
export interface NodeRun {
	execution: Execution;
	/** n8n's status: success, error, canceled. */
	status: string;
	/** Items of the first output, error items of Continue among them. */
	items: INodeExecutionData[];
	/** The json of those that are no error items. */
	records: IDataObject[];
	/** The json of the error items, from whichever output they left by. */
	errors: Array<{ error: IDataObject; message: string } & IDataObject>;
	/** The json of the items of the second output, with Report on. */
	report: IDataObject[];
	/** The error that stopped the workflow. */
	error: Execution['error'];
	hints: NodeExecutionHint[];
	/** The text of the one hint. */
	hint: string;
	/** All that n8n would store of the execution, as it would store it. */
	stored: string;
	/** What n8n stores of what its nodes had in mind, for a Retry. */
	context: IDataObject;
}

/** What later nodes read as `$('Data Access').context`. */
export const contextOf = ({ context }: NodeRun) =>
	(context['node:Data Access'] ?? {}) as IDataObject;

/** What a node gave in the rounds of a loop. */
export interface LoopRun extends Pick<NodeRun, 'status' | 'execution'> {
	/** The items of the node's output, round by round. */
	rounds: INodeExecutionData[][];
	hints: string[];
	/** What later nodes read as `$('Data Access').context`. */
	context: IDataObject;
}

export interface AgentOptions extends NodeRunOptions {
	/** Which agent uses the tool; by default one that calls it within its own run. */
	agent?: string;
}

/** What an agent's tool answered, and what it left behind. */
export interface AgentRun extends Pick<LoopRun, 'status' | 'context' | 'execution'> {
	/** The answers, round by round, and use by use in each round. */
	answers: Answer[][];
}

/** An emulator of the gateway and n8n's engine with the built node. */
export interface World {
	engine: Engine;
	emulator: Emulator;
	/** From now on runs use an address where nothing was ever bought or slowed down. */
	useFreshAddress(): void;
	/** As if just started: nothing was called, remembered or set. */
	renew(): void;
	/** Runs the node alone: parameters as a user sets them, the rest at its defaults. */
	run(parameters: IDataObject, options?: NodeRunOptions): Promise<NodeRun>;
	/** Runs a workflow, with a credential that its nodes name. */
	execute(workflow: WorkflowJson, options?: NodeRunOptions): Promise<Execution>;
	/** Opens the list of the field Endpoint, or types into it. */
	search(parameters: IDataObject, options?: ListOptions): Promise<INodeListSearchResult>;
	/** Runs it in a loop, one input item a round. */
	runLoop(parameters: IDataObject, options: NodeRunOptions): Promise<LoopRun>;
	/** Lets an agent use the node as its tool: each round's uses at once, or in turn, as agents do. */
	runAgent(
		parameters: IDataObject,
		rounds: IDataObject[][],
		options?: AgentOptions,
	): Promise<AgentRun>;
	close(): Promise<void>;
}

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

let address = 1;

/** Starts both sides of a test; close the world in afterAll, renew it before each test. */
export async function startWorld(options: EmulatorOptions = {}): Promise<World> {
	const engine = await startEngine();
	const apiKeys = [API_KEY];
	// Else no list begins with what is new.
	const settings = { pinnedPosts: 0, ...options.settings };
	const emulator = await startEmulator({ apiKeys, ...options, settings });
	const takes = (apiKey: string) => {
		if (!apiKeys.includes(apiKey)) apiKeys.push(apiKey);
		return apiKey;
	};
	const credentialOf = (options: NodeRunOptions) => ({
		baseUrl: `${emulator.url}/${address}`,
		apiKey: takes(options.apiKey ?? API_KEY),
		provider: emulator.provider,
		inputFormat: emulator.settings.inputFormat,
		customizePlatformNames: false,
		...options.credential,
	});
	async function execute(workflow: WorkflowJson, options: NodeRunOptions = {}): Promise<Execution> {
		const credentials = { [CREDENTIAL_NAME]: credentialOf(options) as never };
		const { executionId, context, mode, onStart } = options;
		const run = { workflow, credentials, executionId, context, mode, onStart };
		const execution = await engine.run(run);
		await emulator.settled();
		return execution;
	}
	const useFreshAddress = () => void (address += 1);
	return {
		engine,
		emulator,
		execute,
		useFreshAddress,
		renew() {
			emulator.reset();
			engine.remembered.reset();
			// Pages and pace are kept by address.
			useFreshAddress();
		},
		async run(parameters, runOptions = {}) {
			const own = buyingAnew(parameters, runOptions);
			const asked = runOptions.report ? withReport(own) : own;
			const execution = await execute(workflowOf(asked, runOptions), runOptions);
			const items = execution.items('Data Access');
			const others = [1, 2].map((output) => execution.items('Data Access', output));
			const all = [items, ...others].flat();
			const hints = execution.hints('Data Access');
			const { contextData = {} } = execution.run.data.executionData ?? {};
			return {
				execution,
				status: execution.run.status,
				items,
				records: items.filter((item) => !isError(item)).map(({ json }) => json),
				report: hasReport(asked) ? others[0]!.map(({ json }) => json) : [],
				errors: all.filter(isError).map(({ json }) => json as NodeRun['errors'][number]),
				error: execution.error,
				hints,
				hint: hints.map(({ message }) => message).join('\n'),
				// Few tests read it, and of many items it takes seconds.
				get stored() {
					return stringify(execution.run);
				},
				context: JSON.parse(JSON.stringify(contextData)) as IDataObject,
			};
		},
		async search(parameters, { filter, token, ...options } = {}) {
			const [, , node] = workflowOf(parameters, options).nodes as [INode, INode, INode];
			const credentials = { [CREDENTIAL_NAME]: credentialOf(options) as never };
			return await engine.search({ node, credentials, method: 'searchEndpoints', filter, token });
		},
		async runLoop(parameters, runOptions) {
			const asked = buyingAnew(parameters, runOptions);
			const execution = await execute(loopOf(asked, runOptions), runOptions);
			const { resultData, executionData } = execution.run.data;
			const runs = resultData.runData['Data Access'] ?? [];
			return {
				status: execution.run.status,
				rounds: runs.map(({ data }) => data?.main?.[0] ?? []),
				hints: runs.map(({ hints }) => hints?.[0]?.message ?? ''),
				context: executionData?.contextData['node:Data Access'] as IDataObject,
				execution,
			};
		},
		async runAgent(parameters, rounds, agentOptions = {}) {
			const asked = buyingAnew(parameters, agentOptions);
			const workflow = agentWorkflowOf(asked, rounds, agentOptions);
			const execution = await execute(workflow, agentOptions);
			const [item] = execution.items('Agent');
			return {
				status: execution.run.status,
				answers: (item?.json.answers ?? []) as unknown as Answer[][],
				context: (execution.run.data.executionData?.contextData['node:Data Access'] ??
					{}) as IDataObject,
				execution,
			};
		},
		async close() {
			await emulator.close();
			engine.close();
		},
	};
}

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
