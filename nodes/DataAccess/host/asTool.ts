import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether agents use this node type. With the newest agents, n8n's own flag is not set. */
export function isToolType(type: string): boolean {
	return type.endsWith('Tool');
}

/**
 * Whether n8n would throw away all that the node returns. If On Error asks for an error output, which
 * a tool does not have, its engine does that to tools of the newest agents.
 */
export function losesOutput(context: IExecuteFunctions): boolean {
	const { type, onError } = context.getNode();
	// In every supported n8n, only the context of an agent that calls its tool itself has this.
	const isCalled = 'getNextRunIndex' in context;
	return isToolType(type) && onError === 'continueErrorOutput' && !isCalled;
}
