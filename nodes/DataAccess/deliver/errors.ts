import type { IDataObject, INode, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { SafePages } from '../buy/run';
import type { Failure } from '../shared/failure';
import { failureLines, itemWordsOf } from './failedItem';
import { REST_OF_ITEM } from './goOn';
import { isOnlyItem } from './happened';
import type { FailedItem, Happened } from './happened';
import { mayBeCharged } from './itemResult';
import { count, inLines, plain } from './phrasing';

/** The error object of a failed item's json: what a workflow can branch on. */
function errorJson(
	{ failure, itemIndex, asked }: FailedItem,
	{ account }: Happened,
	next: IDataObject | null | undefined,
): IDataObject {
	const spending = account.ofItem(itemIndex);
	return {
		code: failure.code,
		httpStatus: failure.httpStatus,
		layer: failure.layer,
		itemIndex,
		input: asked,
		callsMade: spending.calls,
		cost: spending.cost,
		costIsEstimate: spending.isEstimate,
		mayBeCharged: mayBeCharged({ failure }, spending),
		next,
		field: failure.field,
		runId: failure.runId,
	};
}

/** The error items of a run under Continue, in input order. */
export function errorItemsOf(happened: Happened): INodeExecutionData[] {
	return happened.failed.map((item) => {
		const rest = item.next && item.hasMoved && REST_OF_ITEM;
		const message = inLines([...failureLines(item, happened), rest], '\n');
		const error = errorJson(item, happened, item.next);
		return { json: { error, message }, pairedItem: { item: item.itemIndex } };
	});
}

export interface ErrorPlace {
	node: INode;
	/** Somebody sees it in n8n's panel. Else it goes to error workflows, too, as text (n8n.md, Panels read HTML). */
	isByHand: boolean;
	/** Of a sub-workflow, its own and not its parent's. */
	executionId: string;
	/** What goes on with the pages: n8n's Retry, or a new run where n8n saves no execution to retry. */
	retried: 'retry' | 'newRun';
}

/** A run as its error tells of it. */
export interface FailedRun {
	/** Whose failure it is. */
	item: FailedItem;
	happened: Happened;
	/** Which of its pages need not be bought again, where it has any. */
	safe?: SafePages;
}

/** Which pages of a stopped execution are safe, and how they are used. */
function safeWords(
	safe: SafePages | undefined,
	{ charged, retry }: Failure,
	{ executionId, retried }: ErrorPlace,
): string {
	if (!safe || safe.pages === 0) return '';
	const { pages, stored, inMemory, minutes } = safe;
	const isRetry = retried === 'retry';
	const kept = isRetry ? safe.kept : inMemory;
	const onlyHere = kept - (isRetry ? stored : 0);
	const here = onlyHere > 0 ? ` (${onlyHere} in this n8n process alone)` : '';
	const words = `${kept} of ${count(pages, 'page')} safe${here}`;
	if (kept === 0) return `${words}.`;
	const within = onlyHere > 0 ? ` within ${count(minutes, 'minute')}` : '';
	// Where the run goes on, whoever asks again looks first.
	const isTwice = charged === 'maybe' && retry !== 'safe';
	const rest = isTwice ? 'the rest, and perhaps the failed page twice' : 'only the rest';
	const how = {
		// Corrected settings are in the saved workflow alone.
		retry: `retry execution ${executionId} in Executions with the saved workflow${within}`,
		newRun: `run the workflow again${within} (n8n saves no execution to retry)`,
	};
	return `${words}: ${how[retried]} to buy ${rest}.`;
}

/**
 * The error that ends the workflow under On Error = Stop. It is made afresh from what is known: an error of n8n's
 * helper would carry the request and its key.
 */
export function errorOf(place: ErrorPlace, { item, happened, safe }: FailedRun): NodeApiError {
	const { failure, itemIndex, begin } = item;
	const { title, money, advice, where } = itemWordsOf(item, happened, happened.account.total);
	const isAmongOthers = failure.layer === 'input' && !isOnlyItem(happened);
	const toDo =
		advice || (isAmongOthers && 'To get past this input item, set On Error to Continue.');
	const lines = [money, safeWords(safe, failure, place), toDo, where];
	// Nothing of this run was delivered, so a resume has to begin where the run began.
	return new NodeApiError(place.node, errorJson(item, happened, begin) as JsonObject, {
		message: title,
		description: inLines(lines, place.isByHand ? '<br>' : '\n'),
		httpCode: failure.httpStatus === null ? undefined : String(failure.httpStatus),
		itemIndex,
	});
}

/** Of a node that is set to what it cannot do; nothing was asked for. */
export const losesOutputError = (node: INode) =>
	new NodeOperationError(
		node,
		'With On Error set to Continue (using error output), n8n would lose the records that this tool buys. Nothing was called or charged. For the user: choose another setting',
	);

/** Of a node whose operation this version does not have; nothing was asked for. */
export const unknownOperationError = (node: INode, resource: string, name: string) =>
	new NodeOperationError(
		node,
		plain(`The operation "${name}" of the resource "${resource}" does not exist`),
		{ description: 'Choose the operation again in the node. Nothing was called or charged.' },
	);
