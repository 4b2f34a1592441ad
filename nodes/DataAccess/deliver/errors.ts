import type { IDataObject, INode, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { KeptPages } from '../buy/endPass';
import { detailsOf, failureLines, titleOf } from './failedItem';
import { wordsOf } from './failureWords';
import { keptWords, resumeWords, tryAgainWords } from './nextSteps';
import type { Repeat } from './nextSteps';
import type { FailedItem, Happened } from './happened';
import { billOf } from './report';
import { inLines, plain } from './phrasing';

/** Returns the `error` object of a failed item, on which a workflow can branch. */
function errorJson(item: FailedItem, next: IDataObject | null | undefined): IDataObject {
	const { code, httpStatus, layer, field, runId } = item.failure;
	const { itemIndex, inputLabel: input } = item;
	const { calls: callsMade, ...bill } = billOf(item);
	return { code, httpStatus, layer, itemIndex, input, callsMade, ...bill, next, field, runId };
}

/** Returns the error items of a run with On Error = Continue, in input order. */
export function errorItemsOf(happened: Happened): INodeExecutionData[] {
	return happened.failed.map((item) => {
		const nextSteps = [tryAgainWords(item.failure), resumeWords([item], happened)];
		const { advice } = wordsOf(item.failure, happened.isWritten);
		const message = inLines([...failureLines(item, happened, advice), ...nextSteps], '\n');
		const json = { error: errorJson(item, item.next), message };
		return { json, pairedItem: { item: item.itemIndex } };
	});
}

/** The node and the execution that an error belongs to. */
export interface ErrorSource extends Repeat {
	node: INode;
	/** The error appears in n8n's panel. Otherwise, error workflows may get it as text (n8n.md, Panels read HTML). */
	isByHand: boolean;
}

/** A run that ends with an error. */
export interface FailedRun {
	/** The item whose failure becomes the error. */
	item: FailedItem;
	happened: Happened;
	/** The pages that a repeated run need not buy again; omitted if the run failed before it could buy any. */
	keptPages?: KeptPages;
}

/**
 * Returns the error that ends the workflow with On Error = Stop. It wraps no error of n8n's helper, because that would
 * carry the request with the API key.
 */
export function errorOf(
	source: ErrorSource,
	{ item, happened, keptPages }: FailedRun,
): NodeApiError {
	const { failure, itemIndex, start } = item;
	const { items, spent, isWritten } = happened;
	const lines = [
		...detailsOf(item, spent, wordsOf(failure, isWritten).advice),
		failure.layer === 'input' &&
			!failure.endsExecution &&
			// A setting that is refused fails all of them with one failure.
			items.some((each) => each.failure !== failure) &&
			'To skip this input item, set On Error to Continue.',
		tryAgainWords(failure),
		keptPages && keptWords(keptPages, failure, source),
	];
	// The run delivered nothing, so `next` is the position at which it began.
	const message = titleOf(item, items);
	const error = new NodeApiError(source.node, errorJson(item, start) as JsonObject, {
		message,
		description: inLines(lines, source.isByHand ? '<br>' : '\n'),
		httpCode: failure.httpStatus === null ? undefined : String(failure.httpStatus),
		itemIndex,
	});
	// n8n.md, Codes replace the message.
	return Object.assign(error, { message, messages: [] });
}

/** Returns the error of a tool whose On Error setting would lose its records. Nothing was called. */
export const losesOutputError = (node: INode) =>
	new NodeOperationError(
		node,
		'With On Error set to Continue (using error output), n8n would lose the records that this tool buys. Nothing was called or charged. For the user: choose another setting',
	);

/** The entry that n8n itself adds to the lists of resources and operations. */
const CUSTOM_CALL = '__CUSTOM_API_CALL__';

/** Returns the error of a node whose operation this version lacks. Nothing was called. */
export function unknownOperationError(node: INode, resource: string, name: string) {
	const message = [resource, name].includes(CUSTOM_CALL)
		? "This node does not support Custom API Calls: use n8n's HTTP Request node with this credential, or Gateway > Run in this node"
		: plain(`The operation "${name}" of the resource "${resource}" does not exist`);
	const description = 'Choose the operation again in the node. Nothing was called or charged.';
	return new NodeOperationError(node, message, { description });
}
