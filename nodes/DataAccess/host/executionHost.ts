import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { NodeContext } from '../buy/stored';
import { errorOf } from '../deliver/errors';
import type { ErrorSource } from '../deliver/errors';
import { panelHint } from '../deliver/hint';
import type { Operation } from '../operations';
import { objectOf } from '../shared/values';
import { FACTS_AT_ONCE, MOST_VALUES, RememberedFacts } from '../watch/rememberedFacts';
import type { ValueStore } from '../watch/rememberedFacts';
import { accessOf } from './access';
import type { Host } from './host';

/** Milliseconds that a run may wait in a row without a page. A tool waits less, because a model can use it again. */
const PATIENCE = 300_000;
const PATIENCE_OF_TOOLS = 20_000;

/** Milliseconds after which a use over MCP makes no further call. MCP clients give up after a minute. */
const CALLS_OVER_MCP = 25_000;

// n8n.md, A tool is told by its type.
function isToolType(type: string): boolean {
	return type.endsWith('Tool');
}

/** Whether n8n would lose everything that the tool returns (n8n.md, A tool has no error output). */
export function losesOutput(context: IExecuteFunctions): boolean {
	const { type, onError } = context.getNode();
	const isCalled = 'getNextRunIndex' in context;
	return isToolType(type) && onError === 'continueErrorOutput' && !isCalled;
}

function nodeContextOf(context: IExecuteFunctions): NodeContext {
	try {
		return context.getContext('node') as NodeContext;
	} catch {
		// A run without a context cannot keep anything (n8n.md, Node context).
		return {};
	}
}

/** Whether an MCP client uses the tool (n8n.md, Uses over MCP stand alone). */
function isUsedOverMcp(context: IExecuteFunctions): boolean {
	const { parentNode } = context as { parentNode?: INode };
	return parentNode?.type.endsWith('.mcpTrigger') === true;
}

/** Reads Report exactly as the node's outputs do (n8n.md, Outputs are made without a run). */
const hasReport = ({ parameters }: INode) => objectOf(parameters.options).report === true;

/** n8n.md, Failed executions are saved by the settings. */
function retriedAs(context: IExecuteFunctions): ErrorSource['retried'] {
	const mode = context.getMode();
	const { saveManualExecutions, saveDataErrorExecution } = context.getWorkflowSettings();
	if (mode === 'integrated') return 'parent';
	const isLost = mode === 'manual' && saveManualExecutions === false;
	return isLost || saveDataErrorExecution === 'none' ? 'newRun' : 'retry';
}

function valueStoreOf(context: IExecuteFunctions, nodeId: string): ValueStore {
	const { helpers } = context;
	const entries = { mode: 'entries' } as const;
	return {
		id: `${context.getWorkflow().id ?? ''}:${nodeId}`,
		room: MOST_VALUES,
		addedAtOnce: FACTS_AT_ONCE,
		count: async () => await helpers.getProcessedDataCount('node', entries),
		async add(values, maxEntries) {
			const options = { ...entries, maxEntries };
			const { processed: held } = await helpers.checkProcessedAndRecord(values, 'node', options);
			return held as string[];
		},
		remove: async (values) => await helpers.removeProcessed(values, 'node', entries),
	};
}

function executionOf(context: IExecuteFunctions, isTool: boolean): Host['execution'] {
	const overMcp = isTool && isUsedOverMcp(context);
	const n8nId = overMcp ? '' : context.getExecutionId();
	return {
		id: n8nId || randomUUID(),
		isAlone: !n8nId,
		context: nodeContextOf(context),
		stop: context.getExecutionCancelSignal?.(),
		callsUntil: overMcp ? Date.now() + CALLS_OVER_MCP : Infinity,
		patience: isTool ? PATIENCE_OF_TOOLS : PATIENCE,
		log: (line) => context.logger.debug(`Data Access: ${line}`),
	};
}

function audienceOf(context: IExecuteFunctions, node: INode): Host['audience'] {
	const sourceOf = (): ErrorSource => ({
		node,
		isByHand: context.getMode() === 'manual',
		executionId: context.getExecutionId(),
		retried: retriedAs(context),
	});
	return {
		show: (hint) => context.addExecutionHints?.(panelHint(hint)),
		errorOf: (failed) => errorOf(sourceOf(), failed),
		trace(sums) {
			const named = Object.entries(sums).map(([name, value]) => [`data_access.${name}`, value]);
			context.setMetadata?.({ tracing: Object.fromEntries(named) });
		},
	};
}

/** @param continuesOnFail whether On Error continues the workflow */
export function executionHost(
	context: IExecuteFunctions,
	operation: Operation,
	continuesOnFail: boolean,
): Host {
	const node = context.getNode();
	const isTool = isToolType(node.type);
	return {
		who: {
			isTool,
			// In these modes, a user is trying the workflow out. Nothing may then be remembered for later executions.
			isProduction: !['manual', 'evaluation'].includes(context.getMode()),
			// n8n.md, A throw hides its description from a model.
			continuesOnFail: continuesOnFail || isTool,
			// n8n.md, Retry On Fail runs the whole node. What a tool returns is never a failure to n8n.
			maxTries: node.retryOnFail && !isTool ? Math.min(5, Math.max(2, node.maxTries || 3)) : 1,
		},
		execution: executionOf(context, isTool),
		wanted: {
			inputItems: context.getInputData(),
			parameters: {
				stored: node.parameters,
				timeZone: context.getTimezone(),
				read: (name, itemIndex) => context.getNodeParameter(name, itemIndex, null) as unknown,
			},
			hasReport: !isTool && operation.kind !== 'lookUp' && hasReport(node),
			...accessOf(context, node),
		},
		audience: audienceOf(context, node),
		facts: new RememberedFacts(valueStoreOf(context, node.id)),
	};
}
