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
import { isAtBeginning, isOnlyItem, mayBeCharged } from './happened';
import type { FailedResult, Happened } from './happened';
import { saidOf, wordsOf } from './failureWords';
import type { FailureWords } from './failureWords';
import { costWords, count, inLines, plain, positionWords, sentences } from './phrasing';

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

const restOf = (next: IDataObject, isOnly: boolean) =>
	isOnly
		? `To get the rest, set Resume From in the options to ${positionWords(next) ?? 'the "next" of this error'}`
		: 'To get the rest, run this item alone, with Resume From in the options set to the "next" of this error. Limit counts from there';

/** The error items of a run under Continue, in input order. */
export function errorItemsOf(happened: Happened): INodeExecutionData[] {
	return happened.failed.map((result) => {
		const { itemIndex, next } = result;
		const { title, money, advice, where } = wordsOf(result, happened);
		const rest = next && !isAtBeginning(result) ? restOf(next, isOnlyItem(happened)) : '';
		const message = inLines([`${title}.`, money, advice, where, rest], '\n');
		const error = errorJson(result, happened, next);
		return { json: { error, message }, pairedItem: { item: itemIndex } };
	});
}

function keptWords({ pages }: SafePages, kept: number): string {
	const all = count(pages, 'page');
	const which = kept < pages ? `${kept} of ${all}` : all;
	return `${which} ${kept === 1 ? 'is' : 'are'} safe`;
}

/** The execution that goes on with the pages of one that failed. */
export type Retried =
	| { by: 'retry' }
	/** n8n runs a sub-workflow in an execution of its own, and knows nothing of it in the parent's. */
	| { by: 'retryOfSub'; executionId: string }
	/** n8n does not save the failed one. */
	| { by: 'newRun' }
	| { by: 'poll' };

/** Which pages of a stopped execution are safe, and how they are used. */
function safePages(
	safe: SafePages,
	{ code, charged, layer }: Failure,
	retried: Retried,
	isOnly: boolean,
): { kept: number; words: string } {
	const { pages, inMemory, minutes } = safe;
	const { by } = retried;
	const stored = by.startsWith('retry') ? safe.stored : 0;
	const kept = Math.max(stored, inMemory);
	if (kept === 0) return { kept, words: pages === 0 ? '' : 'No page could be kept.' };
	const [forTime, within] =
		stored < kept ? [` for ${count(minutes, 'minute')}`, ' within that time'] : ['', ''];
	const rest =
		charged === 'maybe'
			? 'only the rest, and the failed page again, which may cost twice'
			: 'only the rest';
	// The original workflow would not have what was corrected in it.
	const how = `in Executions${within} (with the currently saved workflow if you changed it): it buys ${rest}.`;
	const said = {
		retry: `Retry this execution ${how}`,
		retryOfSub: `Retry execution ${'executionId' in retried && retried.executionId}, that of this sub-workflow, ${how} A Retry of its parent runs the sub-workflow anew.`,
		newRun: `n8n does not save this execution, so run the workflow again${within}: it buys ${rest}.`,
		poll: `A poll${within} buys ${rest}.`,
	}[by];
	const sameCredential =
		code === 'KEY_REFUSED'
			? ' Put a new key into this credential: with another credential or Base URL, all is bought again.'
			: '';
	const sameRow =
		' It meets the same input item again: set On Error to Continue before, and the others are delivered.';
	const words = `${keptWords(safe, kept)}${forTime}. ${said}${layer === 'input' && !isOnly ? sameRow : sameCredential}`;
	return { kept, words };
}

export interface ErrorPlace {
	node: INode;
	/** Somebody sees it in n8n's panel, which reads HTML. Else it goes to error workflows, too, as text. */
	isByHand: boolean;
	retried: Retried;
}

/**
 * The error that ends the workflow under On Error = Stop, or a poll. It is made afresh from what is known: an
 * error of n8n's helper would carry the request and its key.
 * @param pause what it means for later polls, as a sentence
 */
export function errorOf(
	{ node, isByHand, retried }: ErrorPlace,
	result: FailedResult,
	happened: Happened,
	safe: SafePages,
	pause = '',
): NodeApiError {
	const { failure, itemIndex, begin } = result;
	const isPoll = retried.by === 'poll';
	const { kept, words: safeNow } = safePages(safe, failure, retried, isOnlyItem(happened));
	// Not to try again later beside a Retry now, which costs less.
	const words = wordsOf(result, happened, kept > 0);
	const said = isPoll ? pollError(words, result, pause) : runError(words, result, happened);
	// Nothing of this run was delivered, so a resume has to begin where the run began.
	const error = new NodeApiError(node, errorJson(result, happened, begin) as JsonObject, {
		message: said.message,
		description: inLines([...said.lines, safeNow, words.where], isByHand ? '<br>' : '\n'),
		httpCode: failure.httpStatus === null ? undefined : String(failure.httpStatus),
		itemIndex: isPoll ? undefined : itemIndex,
	});
	return withFailure(error, n8nFailureOf(failure));
}

type ErrorText = { message: string; lines: Array<string | false> };

function runError(
	{ title, money, advice }: FailureWords,
	{ itemIndex }: FailedResult,
	{ account }: Happened,
): ErrorText {
	const { total } = account;
	const hasOthers = total.calls > account.ofItem(itemIndex).calls;
	const whole = `The whole execution: ${count(total.calls, 'call')}, ${costWords(total)}.`;
	return { message: title, lines: [hasOthers ? `${money} ${whole}` : money, advice] };
}

/** Of a poll's error, n8n hands only the message on to error workflows; and the trigger has no options. */
function pollError(
	{ title, money }: FailureWords,
	{ failure, begin }: FailedResult,
	pause: string,
): ErrorText {
	const position = positionWords(begin);
	const resume = position && `In a Data Access node, Resume From reads the same: ${position}`;
	const { advice } = saidOf(failure);
	return {
		message: sentences([`${title}.`, money, resume]),
		lines: [sentences([advice, pause])],
	};
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
