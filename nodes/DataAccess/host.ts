import type { IExecuteFunctions, INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import type { Credential } from './ask/deployment';
import type { ParameterSource } from './ask/parameters';
import type { NodeMemory } from './buy/nodeMemory';
import { n8nTransport } from './gateway/transport';

const CREDENTIAL_TYPE = 'dataAccessApi';

/** What the rooms need of n8n, whichever of its contexts runs the node. */
export interface Host {
	node: INode;
	/** An AI agent runs the node. */
	isTool: boolean;
	executionId: string;
	inputItems: INodeExecutionData[];
	parameters: ParameterSource;
	/** Kept with the execution. */
	memory: NodeMemory;
	/** Aborted when the execution is stopped. */
	stop?: AbortSignal;
	/** Failures become items instead of stopping the workflow. */
	goesOn: boolean;
	/** n8n runs the node again after a failure, up to so many times in all; 1 for never. */
	maxTries: number;
	/** Tells this run from those in other rounds of a loop. */
	round(): string;
	/** @throws where the user has chosen no credential, in n8n's words */
	loadCredential(): Promise<Credential>;
	transport(credential: Credential): ReturnType<typeof n8nTransport>;
	showHint(hint: NodeExecutionHint): void;
	/** Puts the sums of the execution on the node's trace. */
	trace(sums: Record<string, string | number>): void;
}

function memoryOf(context: IExecuteFunctions): NodeMemory {
	try {
		return context.getContext('node') as NodeMemory;
	} catch {
		// Only a run without an execution has none, and nothing would be kept with it.
		return {};
	}
}

/** The host of an execution of the node. */
export function executionHost(context: IExecuteFunctions): Host {
	const node = context.getNode();
	// n8n's own flag for a tool is wrong on its newest agents.
	const isTool = node.type.endsWith('Tool');
	return {
		node,
		isTool,
		executionId: context.getExecutionId() ?? '',
		inputItems: context.getInputData(),
		parameters: {
			stored: node.parameters,
			read: (name, itemIndex) => context.getNodeParameter(name, itemIndex, null) as unknown,
		},
		memory: memoryOf(context),
		stop: context.getExecutionCancelSignal?.(),
		// An error thrown in a tool reaches the model without its explanation.
		goesOn: context.continueOnFail() || isTool,
		// As n8n bounds the setting.
		maxTries: node.retryOnFail ? Math.min(5, Math.max(2, node.maxTries ?? 3)) : 1,
		round: () => String(context.evaluateExpression('{{ $runIndex }}', 0)),
		async loadCredential() {
			const data = await context.getCredentials(CREDENTIAL_TYPE);
			const { id, name } = node.credentials?.[CREDENTIAL_TYPE] ?? { id: null, name: '' };
			return { id: id ?? '', name, data };
		},
		transport: (credential) => n8nTransport(context, credential),
		showHint: (hint) => context.addExecutionHints?.(hint),
		trace(sums) {
			const named = Object.entries(sums).map(([name, value]) => [`data_access.${name}`, value]);
			context.setMetadata?.({ tracing: Object.fromEntries(named) });
		},
	};
}
