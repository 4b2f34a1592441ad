import type {
	IDataObject,
	IExecuteFunctions,
	IPollFunctions,
	INode,
	INodeExecutionData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import type { Credential } from '../ask/deployment';
import type { ParameterSource } from '../ask/parameters';
import type { SafePages } from '../buy/buyer';
import type { NodeContext } from '../buy/nodeContext';
import { MINUTES_KEPT } from '../buy/reusePolicy';
import { errorOf } from '../deliver/errors';
import type { Retried } from '../deliver/errors';
import type { FailedResult, Happened } from '../deliver/happened';
import { panelHint } from '../deliver/hint';
import type { Hint } from '../deliver/hint';
import { CREDENTIAL_TYPE, n8nTransport } from '../gateway/transport';
import type { CallingContext } from '../gateway/transport';
import type { FactStore } from '../watch/facts';
import { RememberedFacts } from '../watch/rememberedFacts';
import type { ValueStore } from '../watch/rememberedFacts';

/** The modes in which nothing may be remembered for later executions. */
export const TRYING_OUT: readonly WorkflowExecuteMode[] = ['manual', 'evaluation'];

/** Minutes: while somebody builds a workflow, each page is bought once. */
export function usualReuseIn(mode: WorkflowExecuteMode, isTool: boolean): number {
	if (TRYING_OUT.includes(mode)) return MINUTES_KEPT;
	// n8n's own Agents use a tool without an execution, each time as another node.
	return isTool && mode === 'internal' ? 1 : 0;
}

/** Milliseconds for which a use of a tool waits for a rate limit: a model can ask again. */
const PATIENCE_OF_TOOLS = 20_000;

/** Milliseconds of a use over MCP: its clients give up after a minute. */
const TIME_OVER_MCP = 55_000;

/** Who runs the node, and what becomes of a failure. */
interface Runner {
	nodeId: string;
	isTool: boolean;
	isProduction: boolean;
	/** Failures become items instead of stopping the workflow. */
	goesOn: boolean;
	/** n8n runs the node so many times at most. */
	maxTries: number;
	/** Differs in each round of a loop. */
	round(): string;
}

/** The execution of the workflow, and the time that it has. */
interface Execution {
	/** Empty in polls, and over MCP, where each use of a tool stands alone. */
	id: string;
	context: NodeContext;
	stop?: AbortSignal;
	/** Epoch milliseconds at which whoever waits for the run gives it up, Infinity for never. */
	deadline: number;
	/** Milliseconds for which the run waits in all for a rate limit, Infinity for as long as it takes. */
	patience: number;
	/** Why n8n no longer takes the run's output, as a sentence. */
	tooLate(): string | undefined;
	/** What is to be done when it has ended; n8n 1 never does it. */
	onEnd(handler: () => void): void;
}

export interface Access {
	/** @throws where n8n does not give it, in its words */
	loadCredential(): Promise<Credential | undefined>;
	transport(credential: Credential): ReturnType<typeof n8nTransport>;
}

interface Wanted extends Access {
	inputItems: INodeExecutionData[];
	parameters: ParameterSource;
	hasReport: boolean;
	/** Minutes for Reuse Pages, where the user has not set it. */
	usualReuse: number;
}

interface Audience {
	show(hint: Hint): void;
	/** For whoever is told that it stopped the workflow. */
	errorOf(result: FailedResult, happened: Happened, safe: SafePages, pause?: string): Error;
	log(summary: string, calls: number): void;
	trace(sums: Record<string, string | number>): void;
}

/** What the rooms need of n8n, whichever of its contexts runs the node. */
export interface Host {
	who: Runner;
	execution: Execution;
	wanted: Wanted;
	told: Audience;
	/** Kept over executions. */
	facts: FactStore;
}

// With the newest agents, n8n's own flag is not set.
function isToolType(type: string): boolean {
	return type.endsWith('Tool');
}

/** n8n would throw away all that a tool of its newest agents returns: it has no error output. */
export function losesOutput(context: IExecuteFunctions): boolean {
	const { type, onError } = context.getNode();
	// In every supported n8n, only the context of an agent that calls its tool itself has this.
	const isCalled = 'getNextRunIndex' in context;
	return isToolType(type) && onError === 'continueErrorOutput' && !isCalled;
}

function nodeContextOf(context: IExecuteFunctions): NodeContext {
	try {
		return context.getContext('node') as NodeContext;
	} catch {
		// Only a run without an execution has none, and nothing would be kept with it.
		return {};
	}
}

/** An MCP client uses the tool, so that each use stands alone. Only a property without a type tells. */
function isUsedOverMcp(context: IExecuteFunctions): boolean {
	const { parentNode } = context as { parentNode?: INode };
	return parentNode?.type.endsWith('.mcpTrigger') === true;
}

function hasReport({ parameters }: INode): boolean {
	const { report } = (parameters.options ?? {}) as IDataObject;
	return report === true;
}

export function idOf(context: IExecuteFunctions | IPollFunctions, nodeId: string): string {
	return `${context.getWorkflow().id ?? ''}:${nodeId}`;
}

export const accessOf = (context: CallingContext, node: INode): Access => ({
	async loadCredential() {
		const chosen = node.credentials?.[CREDENTIAL_TYPE];
		if (!chosen) return undefined;
		const data = await context.getCredentials(CREDENTIAL_TYPE);
		return { id: chosen.id ?? '', name: chosen.name, data };
	},
	transport: (credential) => n8nTransport(context, credential),
});

/** n8n saves failed executions unless the workflow's settings say otherwise. */
function retriedAs(context: IExecuteFunctions): Retried {
	const mode = context.getMode();
	const { saveManualExecutions, saveDataErrorExecution } = context.getWorkflowSettings();
	const isLost = mode === 'manual' && saveManualExecutions === false;
	if (isLost || saveDataErrorExecution === 'none') return { by: 'newRun' };
	if (mode !== 'integrated') return { by: 'retry' };
	return { by: 'retryOfSub', executionId: context.getExecutionId() };
}

function valueStoreOf(context: IExecuteFunctions, nodeId: string): ValueStore {
	const { helpers } = context;
	const entries = { mode: 'entries' } as const;
	return {
		id: idOf(context, nodeId),
		count: async () => await helpers.getProcessedDataCount('node', entries),
		async add(values, maxEntries) {
			const options = { ...entries, maxEntries };
			const { processed } = await helpers.checkProcessedAndRecord(values, 'node', options);
			return processed as string[];
		},
		remove: async (values) => await helpers.removeProcessed(values, 'node', entries),
	};
}

/** @param continuesOnFail what On Error says */
export function executionHost(context: IExecuteFunctions, continuesOnFail: boolean): Host {
	const node = context.getNode();
	const mode = context.getMode();
	const isTool = isToolType(node.type);
	const overMcp = isTool && isUsedOverMcp(context);
	return {
		who: {
			nodeId: idOf(context, node.id),
			isTool,
			isProduction: !TRYING_OUT.includes(mode),
			// An error thrown in a tool reaches the model without its explanation.
			goesOn: continuesOnFail || isTool,
			// As n8n bounds the setting. What a tool returns is never a failure to n8n.
			maxTries: node.retryOnFail && !isTool ? Math.min(5, Math.max(2, node.maxTries || 3)) : 1,
			round: () => String(context.evaluateExpression('{{ $runIndex }}', 0)),
		},
		execution: {
			id: overMcp ? '' : (context.getExecutionId() ?? ''),
			context: nodeContextOf(context),
			stop: context.getExecutionCancelSignal?.(),
			deadline: overMcp ? Date.now() + TIME_OVER_MCP : Infinity,
			patience: isTool ? PATIENCE_OF_TOOLS : Infinity,
			tooLate: () => undefined,
			onEnd: (handler) => context.onExecutionFinish?.(handler),
		},
		wanted: {
			inputItems: context.getInputData(),
			parameters: {
				stored: node.parameters,
				timeZone: context.getTimezone(),
				read: (name, itemIndex) => context.getNodeParameter(name, itemIndex, null) as unknown,
			},
			hasReport: !isTool && hasReport(node),
			usualReuse: usualReuseIn(mode, isTool),
			...accessOf(context, node),
		},
		told: {
			show: (hint) => context.addExecutionHints?.(panelHint(hint)),
			errorOf: (...failed) =>
				errorOf({ node, isByHand: mode === 'manual', retried: retriedAs(context) }, ...failed),
			log: (summary) => context.logger.debug(`${node.name}: ${summary}`),
			trace(sums) {
				const named = Object.entries(sums).map(([name, value]) => [`data_access.${name}`, value]);
				context.setMetadata?.({ tracing: Object.fromEntries(named) });
			},
		},
		facts: new RememberedFacts(valueStoreOf(context, node.id)),
	};
}
