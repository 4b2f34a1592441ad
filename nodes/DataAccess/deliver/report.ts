import type { INodeExecutionData } from 'n8n-workflow';

import { titleOf } from './failedItem';
import type { Happened, ReportedItem } from './happened';
import { sentencesIn } from './listWords';
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

/** Tools over MCP alone end at a time limit, and they have no report. */
const reasonOf = ({ reason }: ReportedItem): Reason => (reason === 'outOfTime' ? 'halted' : reason);

export function sumsOf({ items, records, reused }: Happened) {
	const reason = REASONS.findLast((each) => items.some((item) => reasonOf(item) === each)) ?? 'end';
	return { records, reusedPages: reused.pages, reason };
}

/** What the calls for an item have cost, in the names that workflows get. */
export function billOf({ spent, failure }: ReportedItem) {
	const { calls, cost, isEstimate: costIsEstimate, possible } = spent;
	return {
		calls,
		cost,
		costIsEstimate,
		// A call without a known outcome.
		mayBeCharged: possible > 0 || failure?.charged === 'maybe',
	};
}

/** What the hint warns of for one item: in production nobody sees a hint. */
function noticeOf(item: ReportedItem, { remarks }: Happened): string | null {
	const { failure, reason, watched } = item;
	const items = [item];
	// What is old, or read again, is said with the cap.
	const isSaid = watched?.leavesOld || watched?.isReadAgain;
	const why = failure
		? `${titleOf({ ...item, failure }, items)}.`
		: reason === 'maxCost' && !isSaid && 'Max Cost (USD) ended this list.';
	return sentences([why, ...sentencesIn({ items, remarks }, 'warning')]) || null;
}

/** One item per input item that says what it cost and how its list ended, for the workflow itself. */
export function reportOf(happened: Happened): INodeExecutionData[] {
	return happened.items.map((item) => {
		const { itemIndex, inputLabel: input = null, records, pages, reused, next, failure } = item;
		const json = {
			itemIndex,
			input,
			records,
			pages,
			...billOf(item),
			reusedPages: reused.pages,
			reusedAge: reused.age > 0 ? Math.round(reused.age / 1000) : null,
			reason: reasonOf(item),
			notice: noticeOf(item, happened),
			next,
			runId: failure?.runId ?? null,
		};
		return { json, pairedItem: { item: itemIndex } };
	});
}
