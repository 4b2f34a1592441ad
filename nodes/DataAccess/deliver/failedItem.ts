import type { Spending } from '../buy/money';
import { wasCalled } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { wordsOf } from './failureWords';
import type { FailedItem, Happened } from './happened';
import { costWords, count, plain, sentences, shortened } from './phrasing';

const CHARGE: Record<Failure['charged'], string> = {
	no: 'was not charged',
	yes: 'was charged',
	maybe: 'may have been charged',
};

/** What calls have cost, and whether the failed one did. */
function moneyWords(failure: Failure, spent: Readonly<Spending>): string {
	const { calls } = spent;
	const charge = CHARGE[failure.charged];
	if (spent.isNothing) {
		return failure.charged === 'no'
			? 'Nothing was charged.'
			: `No call was made: an earlier one failed in this way, and ${charge}.`;
	}
	const sum = `${count(calls, 'call')}, ${costWords(spent)}`;
	return wasCalled(failure) ? `${sum}: the failed one ${charge}.` : `${sum}.`;
}

const FROM: Record<Failure['layer'], string> = {
	gateway: 'from the gateway',
	provider: 'from the data provider',
	platform: 'from the platform',
	network: 'on the way to the gateway',
	node: '',
	input: '',
};

/** Where it happened and what came, for whoever looks into it; empty where nothing was asked. */
function whereWords({ httpStatus, layer, field, runId, excerpt }: Failure): string {
	const where = [
		sentences([httpStatus !== null && `HTTP ${httpStatus}`, FROM[layer]]),
		field && `field ${shortened(field)}`,
		runId && `run ${runId}`,
		excerpt && `in an answer that begins with ${excerpt}`,
	];
	const words = plain(where.filter(Boolean).join(', '));
	return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** What happened. If there are several items: to which input, and n8n's form of the item's number; a clause. */
export function titleOf(
	{ failure, itemIndex, asked }: Pick<FailedItem, 'failure' | 'itemIndex' | 'asked'>,
	all: readonly unknown[],
): string {
	// In the service's own words, if it said something.
	const words = failure.words ? `: “${failure.words.replace(/[.\s]{1,20}$/, '')}”` : '';
	const what = `${shortened(wordsOf(failure).what)}${words}`;
	if (all.length === 1) return plain(what);
	const input = asked === undefined ? '' : `“${asked}”: `;
	return plain(`${input}${what} [item ${itemIndex}]`);
}

/**
 * What it cost, what to do about it, and where it happened: a sentence of each, empty where there is nothing to say.
 * @param spent for the item, or in the whole execution
 */
export const detailsOf = (failure: Failure, spent: Readonly<Spending>): string[] => [
	moneyWords(failure, spent),
	wordsOf(failure).advice,
	whereWords(failure),
];

/** The same of an item, and what happened to it. */
export const failureLines = (item: FailedItem, { items }: Pick<Happened, 'items'>): string[] => [
	`${titleOf(item, items)}.`,
	...detailsOf(item.failure, item.spent),
];
