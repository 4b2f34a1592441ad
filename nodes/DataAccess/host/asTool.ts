import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether agents use this node type. n8n's own flag is not set where the newest of them do. */
export function isToolType(type: string): boolean {
	return type.endsWith('Tool');
}

/**
 * Whether n8n would throw away all that the node returns: its engine does that to a tool which the
 * newest agents have it run, where On Error asks for an error output, which a tool has not.
 */
export function losesOutput(context: IExecuteFunctions): boolean {
	const { type, onError } = context.getNode();
	// Only the context in which an agent calls its tool by itself has it, in every n8n.
	const isCalled = 'getNextRunIndex' in context;
	return isToolType(type) && onError === 'continueErrorOutput' && !isCalled;
}
