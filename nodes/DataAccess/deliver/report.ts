import type { INodeExecutionData } from 'n8n-workflow';

import { titleOf } from './failedItem';
import type { Happened } from './happened';
import { isDeadEnd, mayBeCharged, toldFailure } from './itemResult';
import type { ItemResult } from './itemResult';
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
const reasonOf = ({ reason }: ItemResult): Reason => (reason === 'outOfTime' ? 'halted' : reason);

export function sumsOf({ results, records, reused }: Happened) {
	const reasons = new Set(results.map(reasonOf));
	const reason = REASONS.findLast((each) => reasons.has(each)) ?? 'end';
	return { records, reusedPages: reused.pages, reason };
}

/** What the hint warns of for one item: in production nobody sees a hint. */
function noticeOf({ remarks }: Happened, result: ItemResult): string | null {
	const failure = toldFailure(result);
	const notice = sentences([
		failure && `${titleOf({ ...result, failure }, true)}.`,
		!failure && result.reason === 'maxCost' && 'Max Cost (USD) ended this list.',
		...warningsIn({ results: [result], remarks }),
	]);
	return notice || null;
}

/** One item per input item that says what it cost and how its list ended, for the workflow itself. */
export function reportOf(happened: Happened): INodeExecutionData[] {
	return happened.results.map((result) => {
		const { itemIndex, records, pages, reused, next, failure, asked } = result;
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
				mayBeCharged: mayBeCharged(result, spending),
				reusedPages: reused.pages,
				reusedAge: reused.pages > 0 ? Math.round(reused.age / 1000) : null,
				reason: reasonOf(result),
				notice: noticeOf(happened, result),
				...(next !== undefined && { next: isDeadEnd(result) ? null : next }),
				runId: failure?.runId ?? null,
			},
			pairedItem: { item: itemIndex },
		};
	});
}
