import type { INodeExecutionData } from 'n8n-workflow';

import { titleOf } from './failedItem';
import type { Happened, ToldItem } from './happened';
import { mayBeCharged } from './itemResult';
import { warningsIn } from './listWords';
import { sentences } from './phrasing';

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
	'date',
	'repeatedPosition',
	'maxCost',
	'halted',
	'failure',
] as const;

type Reason = (typeof REASONS)[number];

/** Tools over MCP alone end for want of time, and they have no report. */
const reasonOf = ({ reason }: ToldItem): Reason => (reason === 'outOfTime' ? 'halted' : reason);

export function sumsOf({ items, records, reused }: Happened) {
	const reasons = new Set(items.map(reasonOf));
	const reason = REASONS.findLast((each) => reasons.has(each)) ?? 'end';
	return { records, reusedPages: reused.pages, reason };
}

/** What the hint warns of for one item: in production nobody sees a hint. */
function noticeOf({ remarks }: Happened, item: ToldItem): string | null {
	const { failure, reason } = item;
	const isCapped = reason === 'maxCost' && 'Max Cost (USD) ended this list.';
	const why = failure ? `${titleOf({ ...item, failure }, true)}.` : isCapped;
	return sentences([why, ...warningsIn({ items: [item], remarks })]) || null;
}

/** One item per input item that says what it cost and how its list ended, for the workflow itself. */
export function reportOf(happened: Happened): INodeExecutionData[] {
	return happened.items.map((item) => {
		const { itemIndex, records, pages, reused, next, failure, asked } = item;
		const spending = happened.account.ofItem(itemIndex);
		const { calls, cost, isEstimate: costIsEstimate } = spending;
		return {
			json: {
				itemIndex,
				input: asked ?? null,
				records,
				pages,
				calls,
				cost,
				costIsEstimate,
				mayBeCharged: mayBeCharged(item, spending),
				reusedPages: reused.pages,
				reusedAge: reused.pages > 0 ? Math.round(reused.age / 1000) : null,
				reason: reasonOf(item),
				notice: noticeOf(happened, item),
				...(next !== undefined && { next }),
				runId: failure?.runId ?? null,
			},
			pairedItem: { item: itemIndex },
		};
	});
}
