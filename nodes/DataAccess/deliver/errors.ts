import type {
	Failure as N8nFailure,
	IDataObject,
	INode,
	INodeExecutionData,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { SafePages } from '../buy/buyer';
import { n8nFailureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { wordsOf } from './failureWords';
import { isOnlyItem, mayBeCharged } from './happened';
import type { Happened } from './happened';
import { costWords, count, goOnFrom, inLines, plain } from './phrasing';
import { isAtBeginning } from './positions';
import type { FailedResult } from './results';

/** The error object of a failed item's json: what a workflow can branch on. */
function errorJson(
	{ failure, itemIndex }: FailedResult,
	{ account }: Happened,
	next: IDataObject | null,
): IDataObject {
	const spending = account.ofItem(itemIndex);
	return {
		code: failure.code,
		httpStatus: failure.httpStatus,
		layer: failure.layer,
		itemIndex,
		callsMade: spending.calls,
		cost: spending.cost,
		costIsEstimate: spending.isEstimate,
		mayBeCharged: mayBeCharged({ failure }, spending),
		next,
		...(failure.field ? { field: failure.field } : {}),
	};
}

/** How to get the rest of a failed item: its position is no concern of the others. */
const goOn = (next: IDataObject, isOnly: boolean) =>
	isOnly
		? goOnFrom(next, 'set Resume From in the options to the "next" of this error')
		: 'To get the rest, run this item alone, with Resume From in the options set to the "next" of this error. Limit counts from there';

/** The error items of a run under Continue, in input order. */
export function errorItemsOf(happened: Happened): INodeExecutionData[] {
	return happened.sums.failed.map((result) => {
		const { itemIndex, next } = result;
		const { title, money, advice, where } = wordsOf(result, happened);
		const lines = [
			`${title}.`,
			money,
			advice,
			where,
			next && !isAtBeginning(result) && goOn(next, isOnlyItem(happened)),
		];
		const message = lines.filter(Boolean).join('\n');
		const error = errorJson(result, happened, next);
		return { json: { error, message }, pairedItem: { item: itemIndex } };
	});
}

/** So many of the pages of a run that delivered nothing are kept. */
function keptWords({ pages }: SafePages, kept: number): string {
	const all = count(pages, 'page');
	const which = kept < pages ? `${kept} of ${all}` : all;
	return `${which} ${kept === 1 ? 'is' : 'are'} safe`;
}

const NONE_KEPT = 'No page could be kept.';

/** What is still to be bought. */
const restWords = ({ charged }: Failure) =>
	charged === 'maybe'
		? 'only the rest, and the failed page again, which may cost twice.'
		: 'only the rest.';

/** Which pages of a stopped execution are safe, and how they are used. */
function safeWords(safe: SafePages, failure: Failure): string {
	const { pages, inMemory, stored, minutes } = safe;
	const kept = Math.max(stored, inMemory);
	if (kept === 0) return pages === 0 ? '' : NONE_KEPT;
	const are = keptWords(safe, kept);
	const forTime = stored >= kept ? '' : ` for ${count(minutes, 'minute')}`;
	const inTime = stored >= kept ? '' : ' within that time';
	// The original workflow would not have what was corrected in it.
	const how = 'with the currently saved workflow if you changed it';
	return `${are}${forTime}. Retry this execution in Executions${inTime} (${how}): it buys ${restWords(failure)}`;
}

/** The same for a poll, which is not run again by hand. */
function safeForPoll(safe: SafePages, failure: Failure): string {
	const { pages, inMemory, minutes } = safe;
	if (inMemory === 0) return pages === 0 ? '' : NONE_KEPT;
	return `${keptWords(safe, inMemory)} for ${count(minutes, 'minute')}. A poll within that time buys ${restWords(failure)}`;
}

/**
 * An error of n8n's, made afresh from what is known: an error of n8n's helper would carry the request
 * and its key. Its description has one line each for the cost, what to correct, what is safe, and what came.
 */
function errorOf(
	node: INode,
	result: FailedResult,
	happened: Happened,
	told: { safe: string; advice: string; itemIndex?: number },
): NodeApiError {
	const { failure, itemIndex, begin } = result;
	const { account } = happened;
	const { total } = account;
	const { title, money, where } = wordsOf(result, happened);
	const whole =
		total.calls > account.ofItem(itemIndex).calls &&
		`The whole execution: ${count(total.calls, 'call')}, ${costWords(total)}.`;
	// Nothing of this run was delivered, so a resume has to begin where the run began.
	const error = new NodeApiError(node, errorJson(result, happened, begin) as JsonObject, {
		message: title,
		description: inLines([whole ? `${money} ${whole}` : money, told.advice, told.safe, where]),
		httpCode: failure.httpStatus === null ? undefined : String(failure.httpStatus),
		itemIndex: told.itemIndex,
	});
	return withFailure(error, n8nFailureOf(failure));
}

/** The error that ends the workflow under On Error = Stop. */
export function stopErrorOf(
	node: INode,
	result: FailedResult,
	happened: Happened,
	safe: SafePages,
): NodeApiError {
	const { advice } = wordsOf(result, happened);
	const { failure, itemIndex } = result;
	return errorOf(node, result, happened, { safe: safeWords(safe, failure), advice, itemIndex });
}

/**
 * The error of a poll, which has no options to name.
 * @param pause what it means for later polls, as a sentence
 */
export function pollErrorOf(
	node: INode,
	result: FailedResult,
	happened: Happened,
	safe: SafePages,
	pause = '',
): NodeApiError {
	const { failure } = result;
	const advice = [failure.advice, pause].filter(Boolean).join(' ');
	return errorOf(node, result, happened, { safe: safeForPoll(safe, failure), advice });
}

/** The error of a node that is set to what it cannot do; nothing was asked for. */
export function settingsErrorOf(
	node: INode,
	message: string,
	description?: string,
): NodeOperationError {
	const error = new NodeOperationError(node, message, { description });
	return withFailure(error, { cause: 'configuration-invalid' });
}

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
