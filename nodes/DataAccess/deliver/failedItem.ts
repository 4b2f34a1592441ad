import type { Spending } from '../buy/money';
import { wasCalled } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { wordsOf } from './failureWords';
import { isOnlyItem } from './happened';
import type { FailedItem, Happened } from './happened';
import { costWords, count, plain, sentences, shortened } from './phrasing';

/** What is said of a failed item, whoever is told: at most a sentence of each. */
export interface ItemWords {
	/** What happened, and to which item where there are several; a clause. */
	title: string;
	/** What calls have cost, and whether the failed one did. */
	money: string;
	/** What to do about it; empty where nobody can tell. */
	advice: string;
	/** Where it happened and what came, for whoever looks into it; empty where nothing was asked. */
	where: string;
}

const CHARGE: Record<Failure['charged'], string> = {
	no: 'was not charged',
	yes: 'was charged',
	maybe: 'may have been charged',
};

/**
 * @param spending of the item, or of the whole execution
 * @param own calls for the item
 */
function moneyWords(failure: Failure, spending: Readonly<Spending>, own: number): string {
	const { calls } = spending;
	const sum = calls > 0 ? `${count(calls, 'call')}, ${costWords(spending)}` : 'No call was made';
	if (!wasCalled(failure)) return `${sum}.`;
	// A look-up is free, and is no call.
	if (calls === 0 && failure.charged === 'no') return 'Nothing was charged.';
	const which = own > 0 ? 'the failed one' : 'an earlier one failed in this way, and';
	return `${sum}: ${which} ${CHARGE[failure.charged]}.`;
}

const FROM: Record<Failure['layer'], string> = {
	gateway: 'from the gateway',
	provider: 'from the data provider',
	platform: 'from the platform',
	network: 'on the way to the gateway',
	node: '',
	input: '',
};

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

/** What happened, and to which input where there are several; with n8n's form of the item's number. */
export function titleOf(
	{ failure, itemIndex, asked }: Pick<FailedItem, 'failure' | 'itemIndex' | 'asked'>,
	isOnly: boolean,
): string {
	// What is wrong with an input, its own words say.
	const isNamed = !isOnly && asked !== undefined && failure.layer !== 'input';
	const input = isNamed ? ` for “${asked}”` : '';
	// In the service's own words, if it said something.
	const words = failure.words && `: “${failure.words.replace(/[.\s]{1,20}$/, '')}”`;
	const item = isOnly ? '' : ` [item ${itemIndex}]`;
	return plain(`${shortened(wordsOf(failure).what)}${input}${words ?? ''}${item}`);
}

export function itemWordsOf(
	item: Pick<FailedItem, 'failure' | 'itemIndex' | 'asked'>,
	happened: Happened,
	spending: Readonly<Spending> = happened.account.ofItem(item.itemIndex),
): ItemWords {
	const { failure, itemIndex } = item;
	return {
		title: titleOf(item, isOnlyItem(happened)),
		money: moneyWords(failure, spending, happened.account.ofItem(itemIndex).calls),
		advice: wordsOf(failure).advice,
		where: whereWords(failure),
	};
}

/** All that is said of a failed item. */
export function failureLines(item: FailedItem, happened: Happened): string[] {
	const { title, money, advice, where } = itemWordsOf(item, happened);
	return [`${title}.`, money, advice, where];
}
