import type {
	Failure as N8nFailure,
	IDataObject,
	INode,
	INodeExecutionData,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Kept } from '../buy/buyer';
import type { Spending } from '../buy/spending';
import { n8nFailureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import {
	chargeWords,
	costWords,
	count,
	goOnFrom,
	inLines,
	plain,
	repeatedWords,
	shortened,
	titleOf,
} from './phrasing';
import { isAtBeginning } from './positions';
import type { FailedResult, ItemResult } from './results';

/** What a run spent: for one of its items, and in all its tries. */
export interface Accounts {
	total: Readonly<Spending>;
	/** Calls made again without knowing the outcome of the one before. */
	repeated: Readonly<Spending>;
	ofItem(itemIndex: number): Readonly<Spending>;
}

/** Where it happened, for whoever looks into it. */
function whereWords({ httpStatus, layer, field, runId }: Failure): string {
	const where = [
		httpStatus !== null && `HTTP ${httpStatus}`,
		`layer: ${layer}`,
		field && `field: ${shortened(field)}`,
		runId && `run: ${runId}`,
	];
	return plain(`Where: ${where.filter(Boolean).join(', ')}.`);
}

const sentences = (parts: Array<string | false | undefined>) => parts.filter(Boolean).join(' ');

/** Whether a call without a known outcome may have been charged. */
export function mayBeCharged(
	{ failure }: Pick<ItemResult, 'failure'>,
	spending: Readonly<Spending>,
): boolean {
	return failure?.charged === 'maybe' || spending.possible > 0;
}

/** Whether the failed call was charged, and what was spent until then. */
function costLine(
	failure: Failure,
	{ itemIndex, records }: ItemResult,
	accounts: Accounts,
	isOnlyItem: boolean,
): string {
	const spending = accounts.ofItem(itemIndex);
	const made = `${count(spending.calls, 'call')} made${isOnlyItem ? '' : ' for this item'}`;
	return sentences([
		chargeWords(failure),
		repeatedWords(accounts.repeated),
		spending.calls + records > 0 &&
			`${made}, ${costWords(spending)}; ${count(records, 'record')} read before that.`,
	]);
}

/** What to do about the failure. */
function adviceOf({ retry, advice, optionAdvice }: Failure, isPoll: boolean): string {
	if (isPoll) return advice ?? '';
	const isUncertain = retry === 'uncertain';
	return sentences([
		advice,
		optionAdvice,
		isUncertain && "Turn on 'Retry Uncertain Calls' in the options to retry such calls.",
	]);
}

const excerptOf = ({ excerpt }: Failure) => excerpt && plain(`The answer begins with: ${excerpt}`);

/** The error object of a failed item's json: what a workflow can branch on. */
function errorJson(
	failure: Failure,
	itemIndex: number,
	spending: Readonly<Spending>,
	next: IDataObject | null,
): IDataObject {
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

/** The error items of a run under Continue, in input order. */
export function errorItemsOf(results: ItemResult[], accounts: Accounts): INodeExecutionData[] {
	const isOnlyItem = results.length === 1;
	return results.flatMap((result) => {
		const { failure, itemIndex, next } = result;
		if (!failure) return [];
		const error = errorJson(failure, itemIndex, accounts.ofItem(itemIndex), next);
		const lines = [
			`${titleOf(failure, itemIndex, isOnlyItem)}.`,
			costLine(failure, result, accounts, isOnlyItem),
			adviceOf(failure, false),
			whereWords(failure),
			excerptOf(failure),
			next && !isAtBeginning(result) && goOnFrom(next, 'the "next" of this error'),
		];
		const message = lines.filter(Boolean).join('\n');
		return [{ json: { error, message }, pairedItem: { item: itemIndex } }];
	});
}

/** What a run leaves behind when a failure stops the workflow. */
export interface StopContext {
	/** Pages that the run paid for or took over, none of which was delivered. */
	kept: Kept;
	/** The trigger runs: it has no options to name, and is not run again by hand. */
	isPoll: boolean;
	/** With a single input item, the title need not name it. */
	isOnlyItem: boolean;
}

/** What a stopped execution keeps of the pages that it bought, and what will be bought again. */
function keptWords({ kept: { pages, inMemory, stored, minutes }, isPoll }: StopContext): string {
	if (pages === 0) return '';
	if (inMemory === 0 && isPoll) return 'The next poll buys every page again.';
	if (inMemory === 0 && stored === 0) return 'Running the workflow again buys every page again.';
	const all = pages === 1 ? 'The page bought so far is' : `The ${pages} pages bought so far are`;
	const them = pages === 1 ? 'it' : 'them';
	const of = (number: number) =>
		number >= pages
			? `${all} kept`
			: `Of the ${pages} pages bought so far, ${pages - number} will be bought again. The first ${number === 1 ? 'one is' : `${number} are`} kept`;
	const retry = "n8n's Retry of this execution uses";
	if (inMemory === 0) {
		return `Nothing was delivered. ${of(stored)} with the execution: ${retry} ${them}, and a new execution buys ${them} again.`;
	}
	const keptInMemory = `Nothing was delivered. ${of(inMemory)} in memory for ${count(minutes, 'minute')}`;
	if (isPoll) return `${keptInMemory}: a poll within that time buys only the rest.`;
	const also = stored >= inMemory ? `, and ${retry} ${them} at any time` : '';
	return `${keptInMemory}. Run the workflow again within that time to buy only the rest${also}.`;
}

/**
 * The error that ends the workflow under On Error = Stop. Made afresh from what is known: an error
 * of n8n's helper would carry the request and its key. Its description has one line each for the
 * cost, what to do, what is kept, and what came.
 */
export function stopErrorOf(
	node: INode,
	result: FailedResult,
	accounts: Accounts,
	context: StopContext,
): NodeApiError {
	const { failure, itemIndex, begin } = result;
	const { isOnlyItem, isPoll } = context;
	const spending = accounts.ofItem(itemIndex);
	const { total } = accounts;
	const whole =
		total.calls > spending.calls &&
		`The whole execution: ${count(total.calls, 'call')}, ${costWords(total)}.`;
	// Nothing of this run was delivered, so a resume has to begin where the run began.
	const json = errorJson(failure, itemIndex, spending, begin) as JsonObject;
	const error = new NodeApiError(node, json, {
		message: titleOf(failure, itemIndex, isOnlyItem),
		description: inLines([
			sentences([costLine(failure, result, accounts, isOnlyItem), whole]),
			adviceOf(failure, isPoll),
			keptWords(context),
			whereWords(failure),
			excerptOf(failure),
		]),
		httpCode: failure.httpStatus === null ? undefined : String(failure.httpStatus),
		itemIndex: isPoll ? undefined : itemIndex,
	});
	return withFailure(error, n8nFailureOf(failure));
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
