import type { Spending } from '../buy/money';
import { wasCalled } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { wordsOf } from './failureWords';
import type { FailedItem, Happened, ReportedItem } from './happened';
import { costWords, count, plain, shortened } from './phrasing';

/** Returns the number of calls for the items, and their cost. */
export function sumWords(items: readonly ReportedItem[], spent: Readonly<Spending>): string {
	const isUnreached = items.every(
		({ failure, pages }) => pages === 0 && failure?.code === 'UNREACHABLE',
	);
	return isUnreached && spent.most === 0
		? 'No call reached the gateway'
		: `${count(spent.calls, 'call')}, ${costWords(spent)}`;
}

const NO_CALL = 'No call was made, because an earlier one failed in this way and';

/** By `charged`: the sentence if no call was made for the item; the clause after the sum otherwise. */
const CHARGE = {
	no: ['Nothing was charged.', ': nothing was charged for the failure'],
	yes: [`${NO_CALL} was charged.`, ': the failed call was charged'],
	maybe: [`${NO_CALL} may have been charged.`, ': the failed call may have been charged'],
} as const;

/** Returns what the calls cost, and whether the failed one was charged. */
function moneyWords(item: FailedItem, spent: Readonly<Spending>): string {
	const { failure } = item;
	const [withoutCall, ofFailure] = CHARGE[failure.charged];
	if (spent.isNothing) return withoutCall;
	return `${sumWords([item], spent)}${wasCalled(failure) ? ofFailure : ''}.`;
}

const UNANSWERED: Partial<Record<Failure['layer'], string>> = {
	network: 'it happened between n8n and the gateway',
};
const FROM: Partial<Record<Failure['layer'], string>> = {
	gateway: 'from the gateway',
	provider: 'from the data provider',
	platform: 'from the platform',
	network: 'on the way to the gateway',
};

/**
 * Returns where the failure happened and what the response was, for troubleshooting; empty if nothing was requested.
 */
function whereWords(failure: Failure): string {
	const { httpStatus, layer, field = '', runId, excerpt } = failure;
	const where = [
		// Without a status, no gateway has responded.
		httpStatus === null ? UNANSWERED[layer] : `HTTP ${httpStatus} ${FROM[layer]}`,
		!wordsOf(failure).what.includes(field) && `field ${shortened(field)}`,
		runId && `gateway run ${runId}`,
		excerpt && `in a response that begins with ${excerpt}`,
	];
	const words = plain(where.filter(Boolean).join(', '));
	return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/**
 * Returns a clause that says what happened. If there are several items, it names the input, and the item as n8n does.
 */
export function titleOf(
	{ failure, itemIndex, inputLabel }: Pick<FailedItem, 'failure' | 'itemIndex' | 'inputLabel'>,
	all: readonly unknown[],
): string {
	// Quotes the service's message, if it has one.
	const words = failure.words ? `: “${failure.words.replace(/[.\s]{1,20}$/, '')}”` : '';
	const what = `${shortened(wordsOf(failure).what)}${words}`;
	if (all.length === 1) return plain(what);
	const input = inputLabel === undefined ? '' : `“${inputLabel}”: `;
	return plain(`${input}${what} [item ${itemIndex}]`);
}

/**
 * Returns a sentence each on the cost, on what to do, and on where it happened; empty or false for nothing to say.
 * @param spent by the item, or by the whole execution
 */
export const detailsOf = (
	item: FailedItem,
	spent: Readonly<Spending>,
	advice: string | false,
): Array<string | false> => [moneyWords(item, spent), advice, whereWords(item.failure)];

/** Returns the lines of a failed item: what happened, then its details. */
export const failureLines = (
	item: FailedItem,
	{ items }: Pick<Happened, 'items'>,
	advice: string | false,
) => [`${titleOf(item, items)}.`, ...detailsOf(item, item.spent, advice)];
