import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ICredentialDataDecryptedObject, ICredentialsHelper, IDataObject } from 'n8n-workflow';
import type { INode, INodeType } from 'n8n-workflow';
import type { IVersionedNodeType, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import type { WorkflowExecuteMode } from 'n8n-workflow';

import { toolTypeOf } from './agents.mts';
import { load as loadOwn, outside } from './native.mts';
import { RememberedValues } from './rememberedValues.mts';
import { standIns } from './standIns.mts';

const NOWHERE = 'http://127.0.0.1:9';
const PACKAGE_FOLDER = process.cwd();

/** A workflow's JSON as the editor exports it. */
export interface WorkflowJson {
	name?: string;
	nodes: INode[];
	connections: IDataObject;
	settings?: IDataObject;
}

export interface RunOptions {
	workflow: WorkflowJson;
	/** The decrypted credential by the name under which nodes refer to it. */
	credentials: Record<string, ICredentialDataDecryptedObject>;
	executionId?: string;
	/** The stored node contexts of a failed execution: with them, this is n8n's Retry of it. */
	context?: IDataObject;
	/** n8n's execution mode; manual by default. */
	mode?: WorkflowExecuteMode;
	/** Called when the execution has started, with a function that stops it as a user would. */
	onStart?: (stop: () => void) => void;
}

export interface SearchOptions extends Pick<RunOptions, 'credentials'> {
	node: INode;
	/** The node's method that fills the list. */
	method: string;
	filter?: string;
}

interface StoredError {
	message: string;
	description?: string | null;
	[key: string]: unknown;
}

/** How the engine differs from that of the development dependencies. */
export interface EngineOptions {
	/** A folder whose `node_modules` holds n8n's packages; this package's own by default. */
	n8nFolder?: string;
	/** The folder of the built package, which must resolve the same n8n-workflow as the engine. */
	packageFolder?: string;
	/** Node types besides those of the package and the stand-ins, by full name. */
	nodeTypes?: Record<string, INodeType | IVersionedNodeType>;
	/** Creates another credentials helper than the one that knows only `RunOptions.credentials`. */
	credentialsHelper?: () => Promise<ICredentialsHelper>;
}

/** Throws if a parameter does not exist: n8n would ignore it, and a test that sets it would prove nothing. */
function refuseUnknownNames(
	{ type, parameters }: INode,
	nodeType: (name: string) => INodeType,
): void {
	const { properties } = nodeType(type).description;
	const refuse = (names: string[], existing: Array<{ name: string }>) => {
		const unknown = names.filter((name) => !existing.some((each) => each.name === name));
		if (unknown.length > 0) throw new Error(`${type} has no ${unknown.join(', ')}`);
	};
	refuse(Object.keys(parameters), properties);
	for (const { name, type: kind, options = [] } of properties) {
		const given = parameters[name];
		if (kind !== 'collection' || typeof given !== 'object' || given === null) continue;
		const offered = properties.filter((each) => each.name === name).flatMap((each) => each.options);
		refuse(Object.keys(given), offered as typeof options);
	}
}

/** Starts n8n's own engine, and loads the built package as n8n does. `npm run build` must have run. */
export async function startEngine({
	n8nFolder,
	packageFolder = PACKAGE_FOLDER,
	nodeTypes: otherTypes = {},
	credentialsHelper: makeHelper,
}: EngineOptions = {}) {
	// n8n-core loads the CommonJS copy of n8n-workflow. With a second copy, its instanceof checks would fail.
	const load = n8nFolder ? createRequire(join(n8nFolder, 'package.json')) : loadOwn;
	const { env, pid } = outside.process;
	// n8n reads it once per process.
	const userFolder = join(tmpdir(), `n8n-engine-${pid}`);
	mkdirSync(userFolder, { recursive: true });
	env.N8N_USER_FOLDER = userFolder;
	env.N8N_ENCRYPTION_KEY ??= 'only for tests';
	const {
		PackageDirectoryLoader,
		WorkflowExecute,
		ExecutionLifecycleHooks,
		DataDeduplicationService,
		LoadOptionsContext,
	} = load('n8n-core') as typeof import('n8n-core');
	const workflowModule = load('n8n-workflow') as typeof import('n8n-workflow');
	const { Workflow, createRunExecutionData } = workflowModule;
	const remembered = new RememberedValues();
	// n8n allows one per process, but a worker of Jest runs many test files.
	Reflect.deleteProperty(DataDeduplicationService, 'instance');
	await DataDeduplicationService.init(remembered);
	const loader = new PackageDirectoryLoader(packageFolder);
	await loader.loadAll();
	const credentialsHelper = await makeHelper?.();

	const tools: Record<string, INodeType> = {};
	/** Returns a node type of the package, a stand-in or another one, by full name. */
	const nodeType = (name: string, version?: number): INodeType => {
		const other = otherTypes[name];
		if (other) return 'nodeVersions' in other ? other.getNodeType(version) : other;
		const [packageName, shortName] = [name.slice(0, name.lastIndexOf('.')), name.split('.').pop()];
		if (packageName !== loader.packageName) {
			if (!standIns[name]) throw new Error(`There is no stand-in for the node type ${name}`);
			return standIns[name];
		}
		if (!name.endsWith('Tool')) return loader.getNode(String(shortName)).type as INodeType;
		const nodeName = name.slice(0, -'Tool'.length);
		tools[nodeName] ??= toolTypeOf(nodeType(nodeName));
		return tools[nodeName];
	};
	const getKnownTypes = () => ({});
	const nodeTypes = { getByName: nodeType, getByNameAndVersion: nodeType, getKnownTypes };

	const workflowOf = (json: WorkflowJson) => {
		for (const node of json.nodes) {
			if (node.type.startsWith(`${loader.packageName}.`)) refuseUnknownNames(node, nodeType);
		}
		return new Workflow({
			id: 'workflow',
			name: json.name ?? 'workflow',
			nodes: json.nodes,
			connections: json.connections as never,
			active: false,
			nodeTypes,
			settings: (json.settings ?? {}) as never,
		});
	};

	const additionalDataOf = (credentials: RunOptions['credentials'], more: object) =>
		({
			...more,
			currentNodeExecutionIndex: 0,
			variables: {},
			// n8n builds links from these, but does not call them.
			restApiUrl: NOWHERE,
			instanceBaseUrl: NOWHERE,
			webhookBaseUrl: NOWHERE,
			webhookWaitingBaseUrl: NOWHERE,
			formWaitingBaseUrl: NOWHERE,
			credentialsHelper: credentialsHelper ?? {
				getDecrypted: async (_: unknown, { name }: { name: string }) => ({ ...credentials[name] }),
				authenticate: async (data: object, type: string, request: object) => {
					const { authenticate } = loader.getCredential(type).type;
					return await (authenticate as Function)(data, request);
				},
				preAuthentication: async () => undefined,
				isCredentialUsableByNode: () => true,
				getParentTypes: () => [],
			},
		}) as unknown as IWorkflowExecuteAdditionalData;

	const inFlight = new Set<ReturnType<InstanceType<typeof WorkflowExecute>['run']>>();

	async function run(options: RunOptions) {
		const { executionId = `execution-${++executions}`, mode = 'manual' } = options;
		const workflow = workflowOf(options.workflow);
		const hooks = new ExecutionLifecycleHooks(mode, executionId, options.workflow as never);
		const additionalData = additionalDataOf(options.credentials, { executionId, hooks });

		const start = workflow.getStartNode();
		// As in n8n, a Retry continues with what was stored; any other execution starts empty.
		const first = { node: start as INode, data: { main: [[{ json: {} }]] }, source: null };
		const stored = options.context && {
			executionData: { contextData: options.context as never, nodeExecutionStack: [first] },
		};
		const data = createRunExecutionData(stored ?? {});
		const execution = new WorkflowExecute(additionalData, mode, data);
		const promise = stored
			? execution.processRunExecutionData(workflow)
			: execution.run({ workflow });
		options.onStart?.(() => promise.cancel());
		inFlight.add(promise);
		const result = await promise.finally(() => inFlight.delete(promise));
		const { runData, error } = result.data.resultData;
		return {
			run: result,
			items: (node: string, output = 0) => runData[node]?.at(-1)?.data?.main?.[output] ?? [],
			hints: (node: string) => runData[node]?.at(-1)?.hints ?? [],
			error: error as unknown as StoredError | undefined,
		};
	}

	/** Stops the executions that a test has left running. */
	async function stopAll(): Promise<void> {
		for (const execution of inFlight) execution.cancel();
		await Promise.allSettled(inFlight);
	}

	/** Fills a list of the panel, as n8n does when a user opens it or types into it. */
	async function search({ node, credentials, method, filter }: SearchOptions) {
		const workflow = workflowOf({ nodes: [node], connections: {} });
		const data = additionalDataOf(credentials, { currentNodeParameters: node.parameters });
		const whole = workflow.getNode(node.name) as INode;
		const context = new LoadOptionsContext(workflow, whole, data, 'parameters.endpoint');
		const fill = nodeType(node.type).methods!.listSearch![method]!;
		return await fill.call(context as never, filter);
	}

	let executions = 0;
	const close = () => rmSync(userFolder, { recursive: true, force: true });
	return { nodeType, run, stopAll, search, remembered, close };
}

export type Engine = Awaited<ReturnType<typeof startEngine>>;

/** The result of an execution: all that n8n would store. */
export type Execution = Awaited<ReturnType<Engine['run']>>;

/** Returns the node contexts at the end of an execution, by n8n's names for them. */
export const contextsIn = ({ run }: Execution): IDataObject =>
	run.data.executionData?.contextData ?? {};
