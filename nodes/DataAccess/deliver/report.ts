import type { INodeExecutionData } from 'n8n-workflow';

import { titleOf } from './failedItem';
import type { Happened, ReportedItem } from './happened';
import { sentencesIn } from './listWords';
import { sentences } from './phrasing';

/**
 * The reasons that workflows and traces get: a contract. If one word has to summarize several items, the last one in
 * this list wins.
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

/** Only tools over MCP end at a time limit. They have no report, so the contract has no word for it. */
const reasonOf = ({ reason }: ReportedItem): Reason => (reason === 'outOfTime' ? 'halted' : reason);

export function sumsOf({ items, records, reused }: Happened) {
	const reason = REASONS.findLast((each) => items.some((item) => reasonOf(item) === each)) ?? 'end';
	return { records, reusedPages: reused.pages, reason };
}

/** Returns the cost of an item's calls, in the names that workflows get. */
export function billOf({ spent, failure }: ReportedItem) {
	const { calls, cost, isEstimate: costIsEstimate, possible } = spent;
	return {
		calls,
		cost,
		costIsEstimate,
		// The outcome of a call is unknown.
		mayBeCharged: possible > 0 || failure?.charged === 'maybe',
	};
}

/** Returns the warnings for one item, because production executions show no hints. */
function noticeOf(item: ReportedItem, { remarks }: Happened): string | null {
	const { failure, reason, watched } = item;
	const items = [item];
	// These remarks already name Max Cost.
	const isSaid = watched?.leavesOld || watched?.isReadAgain;
	const why = failure
		? `${titleOf({ ...item, failure }, items)}.`
		: reason === 'maxCost' && !isSaid && 'Max Cost (USD) ended this list.';
	return sentences([why, ...sentencesIn({ items, remarks }, 'warning')]) || null;
}

/** Returns the Report output: for each input item its cost, and how its list ended. */
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
