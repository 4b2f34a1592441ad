import type {
	Failure as N8nFailure,
	IDataObject,
	INode,
	INodeExecutionData,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { SafePages } from '../buy/runPages';
import { n8nFailureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { isAtBeginning, isOnlyItem, mayBeCharged } from './happened';
import type { FailedResult, Happened } from './happened';
import { wordsOf } from './failedItem';
import { REST_OF_ITEM } from './goOn';
import { costWords, count, inLines, plain, sentences } from './phrasing';

/** The error object of a failed item's json: what a workflow can branch on. */
function errorJson(
	{ failure, itemIndex, asked }: FailedResult,
	{ account }: Happened,
	next: IDataObject | null | undefined,
): IDataObject {
	const spending = account.ofItem(itemIndex);
	return {
		code: failure.code,
		httpStatus: failure.httpStatus,
		layer: failure.layer,
		itemIndex,
		...(asked !== undefined && { input: asked }),
		callsMade: spending.calls,
		cost: spending.cost,
		costIsEstimate: spending.isEstimate,
		mayBeCharged: mayBeCharged({ failure }, spending),
		...(next !== undefined && { next }),
		...(failure.field && { field: failure.field }),
		...(failure.runId && { runId: failure.runId }),
	};
}

/** The error items of a run under Continue, in input order. */
export function errorItemsOf(happened: Happened): INodeExecutionData[] {
	return happened.failed.map((result) => {
		const { itemIndex, next } = result;
		const { title, money, advice, where } = wordsOf(result, happened);
		const hasMoved = Boolean(next) && !isAtBeginning(result);
		const message = inLines([`${title}.`, money, advice, where, hasMoved && REST_OF_ITEM], '\n');
		const error = errorJson(result, happened, next);
		return { json: { error, message }, pairedItem: { item: itemIndex } };
	});
}

export interface ErrorPlace {
	node: INode;
	/** Somebody sees it in n8n's panel, which reads HTML. Else it goes to error workflows, too, as text. */
	isByHand: boolean;
	/** Of a sub-workflow, its own and not its parent's. */
	executionId: string;
	/** What goes on with the pages: n8n's Retry, a new run where n8n saves none to retry, or a poll. */
	retried: 'retry' | 'newRun' | 'poll';
}

/** Which pages of a stopped execution are safe, and how they are used. */
function safeWords(
	{ pages, stored, inMemory, minutes }: SafePages,
	{ charged, layer }: Failure,
	{ executionId, retried }: ErrorPlace,
	isOnly: boolean,
): string {
	if (pages === 0) return '';
	const isStored = retried === 'retry' && stored >= inMemory;
	const kept = isStored ? stored : inMemory;
	const within = isStored ? '' : ` within ${count(minutes, 'minute')}`;
	const how = {
		retry: `Retry execution ${executionId} in Executions${within}, with the currently saved workflow if you changed it`,
		newRun: `n8n does not save this execution, so run the workflow again${within}`,
		poll: `A poll${within} uses them`,
	}[retried];
	const twice = charged === 'maybe' ? ', and the failed page again, which may cost twice' : '';
	const meetsSame = layer === 'input' && !isOnly;
	return sentences([
		`Safe pages: ${kept} of ${pages}.`,
		kept > 0 && `${how}: it buys only the rest${twice}.`,
		meetsSame && 'To get past this input item, set On Error to Continue before.',
	]);
}

/**
 * The error that ends the workflow under On Error = Stop, or a poll. It is made afresh from what is known: an
 * error of n8n's helper would carry the request and its key.
 * @param pause what it means for later polls, as a sentence
 */
export function errorOf(
	place: ErrorPlace,
	result: FailedResult,
	happened: Happened,
	safe: SafePages,
	pause = '',
): NodeApiError {
	const { failure, itemIndex, begin } = result;
	const isPoll = place.retried === 'poll';
	const { title, money, advice, where } = wordsOf(result, happened);
	const cost = sentences([money, costOfAll(happened, itemIndex)]);
	const safeNow = safeWords(safe, failure, place, isOnlyItem(happened));
	const lines = [!isPoll && cost, advice, pause, safeNow, where];
	// Nothing of this run was delivered, so a resume has to begin where the run began.
	const error = new NodeApiError(place.node, errorJson(result, happened, begin) as JsonObject, {
		// Of a poll's error, n8n hands only the message on to error workflows.
		message: isPoll ? `${title}. ${cost}` : title,
		description: inLines(lines, place.isByHand ? '<br>' : '\n'),
		httpCode: failure.httpStatus === null ? undefined : String(failure.httpStatus),
		itemIndex: isPoll ? undefined : itemIndex,
	});
	return withFailure(error, n8nFailureOf(failure));
}

/** What other items cost too. */
function costOfAll({ account }: Happened, itemIndex: number): string {
	const { total } = account;
	if (total.calls === account.ofItem(itemIndex).calls) return '';
	return `The whole execution: ${count(total.calls, 'call')}, ${costWords(total)}.`;
}

/** The error of a node that is set to what it cannot do; nothing was asked for. */
function settingsErrorOf(node: INode, message: string, description?: string): NodeOperationError {
	const error = new NodeOperationError(node, message, { description });
	return withFailure(error, { cause: 'configuration-invalid' });
}

export const losesOutputError = (node: INode) =>
	settingsErrorOf(
		node,
		'With On Error set to Continue (using error output), n8n would lose the records that this tool buys. Nothing was called or charged. For the user: choose another setting',
	);

export const unknownOperationError = (node: INode, resource: string, name: string) =>
	settingsErrorOf(
		node,
		plain(`The operation "${name}" of the resource "${resource}" does not exist`),
		'Choose the operation again in the node. Nothing was called or charged.',
	);

/** The error with n8n's `failure` on it, which the constructors of n8n 1 do not take. */
function withFailure<T extends Error>(error: T, failure: N8nFailure): T {
	return Object.assign(error, { failure });
}
