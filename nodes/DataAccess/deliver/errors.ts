import type { IDataObject, INode, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { SafePages } from '../buy/pass';
import { detailsOf, failureLines, titleOf } from './failedItem';
import { wordsOf } from './failureWords';
import { keptWords, resumeWords, tryAgainWords } from './nextSteps';
import type { Repeat } from './nextSteps';
import type { FailedItem, Happened } from './happened';
import { billOf } from './report';
import { inLines, plain } from './phrasing';

/** The error object of a failed item's json: what a workflow can branch on. */
function errorJson(item: FailedItem, next: IDataObject | null | undefined): IDataObject {
	const { code, httpStatus, layer, field, runId } = item.failure;
	const { itemIndex, inputLabel: input } = item;
	const { calls: callsMade, ...bill } = billOf(item);
	return { code, httpStatus, layer, itemIndex, input, callsMade, ...bill, next, field, runId };
}

/** The error items of a run under Continue, in input order. */
export function errorItemsOf(happened: Happened): INodeExecutionData[] {
	return happened.failed.map((item) => {
		const nextSteps = [tryAgainWords(item.failure), resumeWords([item], happened)];
		const { advice } = wordsOf(item.failure, happened.isWritten);
		const message = inLines([...failureLines(item, happened, advice), ...nextSteps], '\n');
		const json = { error: errorJson(item, item.next), message };
		return { json, pairedItem: { item: item.itemIndex } };
	});
}

/** Where an error comes from. */
export interface ErrorSource extends Repeat {
	node: INode;
	/** Somebody sees it in n8n's panel. Else it goes to error workflows, too, as text (n8n.md, Panels read HTML). */
	isByHand: boolean;
}

/** A run as its error tells of it. */
export interface FailedRun {
	/** Whose failure it is. */
	item: FailedItem;
	happened: Happened;
	/** Which of its pages need not be bought again; left out if it did not get so far. */
	safe?: SafePages;
}

/**
 * The error that ends the workflow under On Error = Stop. It is made afresh from what is known: an error of n8n's
 * helper would carry the request and its key.
 */
export function errorOf(source: ErrorSource, { item, happened, safe }: FailedRun): NodeApiError {
	const { failure, itemIndex, begin } = item;
	const { items, spent, isWritten } = happened;
	const lines = [
		...detailsOf(item, spent, wordsOf(failure, isWritten).advice),
		failure.layer === 'input' &&
			!failure.endsExecution &&
			items.length > 1 &&
			'To skip this input item, set On Error to Continue.',
		tryAgainWords(failure),
		safe && keptWords(safe, failure, source),
	];
	// Nothing of this run was delivered, so a resume has to begin where the run began.
	const message = titleOf(item, items);
	const error = new NodeApiError(source.node, errorJson(item, begin) as JsonObject, {
		message,
		description: inLines(lines, source.isByHand ? '<br>' : '\n'),
		httpCode: failure.httpStatus === null ? undefined : String(failure.httpStatus),
		itemIndex,
	});
	// n8n.md, Codes replace the message.
	return Object.assign(error, { message, messages: [] });
}

/** Of a node that is set to what it cannot do; nothing was asked for. */
export const losesOutputError = (node: INode) =>
	new NodeOperationError(
		node,
		'With On Error set to Continue (using error output), n8n would lose the records that this tool buys. Nothing was called or charged. For the user: choose another setting',
	);

/** What n8n adds to the lists of resources and operations by itself. */
const CUSTOM_CALL = '__CUSTOM_API_CALL__';

/** Of a node whose operation this version does not have; nothing was asked for. */
export function unknownOperationError(node: INode, resource: string, name: string) {
	const message = [resource, name].includes(CUSTOM_CALL)
		? "This node does not support Custom API Calls: use n8n's HTTP Request node with this credential, or Gateway > Run in this node"
		: plain(`The operation "${name}" of the resource "${resource}" does not exist`);
	const description = 'Choose the operation again in the node. Nothing was called or charged.';
	return new NodeOperationError(node, message, { description });
}
