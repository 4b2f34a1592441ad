import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	INode,
	INodeExecutionData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import type { Access } from '../ask/deployment';
import type { ParameterSource } from '../ask/parameters';
import type { SafePages } from '../buy/endPass';
import type { Execution, Runner } from '../buy/passes';
import { MINUTES_KEPT } from '../buy/row';
import type { Happened } from '../deliver/happened';
import type { Hint } from '../deliver/hint';
import type { FailedResult } from '../deliver/itemResult';
import { CREDENTIAL_TYPE, n8nTransport } from '../gateway/transport';
import type { CallingContext } from '../gateway/transport';
import type { FactStore } from '../watch/facts';

/** The modes in which nothing may be remembered for later executions. */
export const isTryingOut = (mode: WorkflowExecuteMode): boolean =>
	['manual', 'evaluation'].includes(mode);

/** Minutes: while somebody builds a workflow, each page is bought once. */
export function usualReuseIn(mode: WorkflowExecuteMode, isTool: boolean): number {
	if (isTryingOut(mode)) return MINUTES_KEPT;
	// Over MCP, and by n8n's own Agents, each use of a tool is an execution of its own.
	return isTool ? 1 : 0;
}

/** Who runs the node, and what becomes of a failure. */
interface Who extends Runner {
	nodeId: string;
	isProduction: boolean;
	/** Failures become items instead of stopping the workflow. */
	goesOn: boolean;
	/** A poll delivers what it read before a failure, and of a list that is newest first the oldest record first. */
	isPoll: boolean;
}

interface TimedExecution extends Execution {
	/** Why n8n no longer takes the run's output, as a sentence. */
	tooLate(): string | undefined;
}

interface Wanted extends Access {
	inputItems: INodeExecutionData[];
	parameters: ParameterSource;
	hasReport: boolean;
	/** Minutes for Reuse Pages, where the user has not set it. */
	usualReuse: number;
}

/** A run as an error tells of it. */
export interface FailedRun {
	/** The item whose failure it is. */
	result: FailedResult;
	happened: Happened;
	/** Which of its pages need not be bought again, where it has any. */
	safe?: SafePages;
}

interface Audience {
	show(hint: Hint): void;
	/** @param pause how long a trigger now waits, as a sentence */
	errorOf(failed: FailedRun, pause?: string): Error;
	/** What the run came to. */
	note(sums: { calls: number } & Record<string, string | number>, summary?: string): void;
}

/** What the rooms need of n8n, whichever of its contexts runs the node. */
export interface Host {
	who: Who;
	execution: TimedExecution;
	wanted: Wanted;
	audience: Audience;
	/** What is remembered over executions. */
	facts: FactStore;
}

export function nodeKeyOf(context: IExecuteFunctions | IPollFunctions, nodeId: string): string {
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

/** What the rooms need of n8n while somebody fills in the panel. */
export interface PanelHost extends Access {
	operation: unknown;
}

export const panelHost = (context: ILoadOptionsFunctions): PanelHost => ({
	operation: context.getCurrentNodeParameter('operation'),
	...accessOf(context, context.getNode()),
});
