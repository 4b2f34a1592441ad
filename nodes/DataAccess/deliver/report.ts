import type { INodeExecutionData } from 'n8n-workflow';

import type { Collected } from '../list/collect';
import type { StopReason } from '../list/pageEnd';
import { mayBeCharged } from './errors';
import type { Accounts } from './errors';
import { isDeadEnd } from './positions';
import type { ItemResult } from './results';

/**
 * The words for a run's end that workflows and traces get (the contract of the node's report).
 * Where one word must stand for several items, it is the last of these that occurred.
 */
const REASONS = [
	'end',
	'emptyPage',
	'noNewRecord',
	'limit',
	'known',
	'repeatedPosition',
	'maxCost',
	'halted',
	'failure',
] as const;

type Reason = (typeof REASONS)[number];

/** Ends of polls alone, which have no report. */
const OF_POLLS = {
	maxPages: 'limit',
	outOfTime: 'halted',
	expired: 'repeatedPosition',
} as const satisfies Partial<Record<StopReason, Reason>>;

function reasonOf({ reason }: Pick<Collected, 'reason'>): Reason {
	const isOfPolls = (each: StopReason): each is keyof typeof OF_POLLS => each in OF_POLLS;
	return isOfPolls(reason) ? OF_POLLS[reason] : reason;
}

/** What a run delivered, and why it ended. */
export function summaryOf(results: readonly ItemResult[]): {
	records: number;
	reusedPages: number;
	reason: Reason;
} {
	let last = 0;
	let [records, reusedPages] = [0, 0];
	for (const result of results) {
		records += result.records;
		reusedPages += result.reused.pages + result.askedBefore;
		last = Math.max(last, REASONS.indexOf(reasonOf(result)));
	}
	return { records, reusedPages, reason: REASONS[last] ?? 'end' };
}

/** One item per input item that says what it cost and how its list ended, for the workflow itself. */
export function reportOf(results: readonly ItemResult[], accounts: Accounts): INodeExecutionData[] {
	return results.map((result) => {
		const { itemIndex, records, pages, reused, askedBefore, next } = result;
		const reason = reasonOf(result);
		const spending = accounts.ofItem(itemIndex);
		const { calls, cost, isEstimate: costIsEstimate } = spending;
		return {
			json: {
				itemIndex,
				records,
				pages,
				calls,
				cost,
				costIsEstimate,
				mayBeCharged: mayBeCharged(result, spending),
				reusedPages: reused.pages + askedBefore,
				reusedAge: reused.pages > 0 ? Math.round(reused.age / 1000) : null,
				reason,
				next: isDeadEnd(result) ? null : next,
			},
			pairedItem: { item: itemIndex },
		};
	});
}
