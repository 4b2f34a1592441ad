import { wasCalled } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { saidOf } from './failureWords';
import { isOnlyItem } from './happened';
import type { FailedResult, Happened } from './happened';
import { costWords, count, plain, sentences, shortened } from './phrasing';

/** What is said of a failed item, whoever is told: in error items, in errors, to a model. */
export interface FailureWords {
	/** What happened, and to which item where there are several; a clause. */
	title: string;
	/** Whether the failed call was charged, and what was spent until then. */
	money: string;
	/** What to do about it; empty where nobody can tell. */
	advice: string;
	/** Where it happened and what came, for whoever looks into it. */
	where: string;
}

const CHARGE: Record<Failure['charged'], string> = {
	no: 'was not charged',
	yes: 'was charged',
	maybe: 'may have been charged',
};

function chargeWords(failure: Failure, calls: number): string | undefined {
	if (!wasCalled(failure)) return calls === 0 ? 'No call was made for it.' : undefined;
	if (calls > 0) return `The failed call ${CHARGE[failure.charged]}.`;
	// Of a look-up too, which is free: no earlier call of it is remembered.
	if (failure.charged === 'no') return 'Nothing was charged.';
	return `An earlier call failed in this way, and ${CHARGE[failure.charged]}.`;
}

function moneyWords({ failure, itemIndex, records }: FailedResult, happened: Happened): string {
	const spending = happened.account.ofItem(itemIndex);
	const { calls } = spending;
	const made = `${count(calls, 'call')} made, ${costWords(spending)}; ${count(records, 'record')} read before that.`;
	return sentences([chargeWords(failure, calls), calls + records > 0 && made]);
}

function whereWords({ httpStatus, layer, field, runId, excerpt }: Failure): string {
	const where = [
		httpStatus !== null && `HTTP ${httpStatus}`,
		`layer: ${layer}`,
		field && `field: ${shortened(field)}`,
		runId && `run: ${runId}`,
	];
	const came = excerpt ? ` The answer begins with: ${excerpt}` : '';
	return plain(`Where: ${where.filter(Boolean).join(', ')}.${came}`);
}

/** What happened, and of which input item where there are several: n8n's form of an error's title. */
export function titleOf(failure: Failure, itemIndex: number, isOnly: boolean): string {
	// In the service's own words, if it said something.
	const words = failure.words && `: “${failure.words.replace(/[.\s]{1,20}$/, '')}”`;
	const item = isOnly ? '' : ` [item ${itemIndex}]`;
	return plain(`${shortened(saidOf(failure).what)}${words ?? ''}${item}`);
}

export function wordsOf(result: FailedResult, happened: Happened): FailureWords {
	const { failure, itemIndex } = result;
	return {
		title: titleOf(failure, itemIndex, isOnlyItem(happened)),
		money: moneyWords(result, happened),
		advice: saidOf(failure).advice ?? '',
		where: whereWords(failure),
	};
}
