import type { INodeExecutionData } from 'n8n-workflow';

import { dollars } from '../shared/dollars';
import { failuresForModel } from './failureForModel';
import { hasEnded, sumsOf } from './happened';
import type { Happened, Sums, ToolUse } from './happened';
import { ageWords, costWords, count } from './phrasing';
import { withWhatWasLeftOut } from './results';

/** Why there are no records, and what to ask instead. */
function emptyWords({ notices }: Sums, use: ToolUse | undefined): string {
	return [
		'No records: the service has none for this input.',
		...[...notices].map((notice) => `${notice}.`),
		`Asking the same again returns the same${use?.isAlone ? ', and costs again' : ', at no cost'}.`,
		'Change the input, or continue without it.',
	].join(' ');
}

function capWords({ records }: Sums, { cap }: Happened, { isAlone }: ToolUse): string {
	const what = records > 0 ? 'There may be more records, but' : 'No records:';
	if (isAlone) {
		const again = records > 0 ? 'cost again and return no more' : 'return no more';
		return `${what} Max Cost, ${dollars(cap)} for each use of this tool, allows no further call. The same call would ${again}.`;
	}
	return `${what} Max Cost, ${dollars(cap)} for this run, allows no further call. Do not call this tool again in this run: continue with what you have.`;
}

/** Tells a model that asks in circles what was bought before. */
function boughtBeforeWords({ pages, reused, askedBefore }: Sums): string {
	const before = askedBefore + reused.pages;
	const earlier =
		reused.pages > 0 ? `by an earlier run, ${ageWords(reused.age)},` : 'earlier in this run';
	if (before === 0) return '';
	if (before === pages) {
		return `These records were bought ${earlier} and cost nothing again. Asking the same again returns the same.`;
	}
	return `Of the ${pages} pages of these records, ${before} ${before === 1 ? 'was' : 'were'} bought ${earlier} and cost nothing again.`;
}

function moneyWords({ account, cap }: Happened, { spent, isAlone }: ToolUse): string {
	const { total } = account;
	const most = cap === Infinity ? '' : `, of ${dollars(cap)} at most`;
	const soFar = isAlone ? '' : `; in this run so far ${costWords(spent)}`;
	return `Spent: ${count(total.calls, 'call')}, ${costWords(total)}${soFar}${most}.`;
}

/** What the records do not say; undefined where they speak for themselves. */
function explanationOf(
	happened: Happened,
	use: ToolUse | undefined,
): INodeExecutionData | undefined {
	const sums = sumsOf(happened);
	const { records, failed } = sums;
	const isCapped = hasEnded(happened, 'maxCost');
	// A dry run has a plan instead of records.
	const hasItems = happened.results.some(({ items }) => items.length > 0);
	const isEmpty = records === 0 && failed.length === 0 && !isCapped && (use || !hasItems);
	const parts = [
		failuresForModel(failed, happened, use),
		isCapped && use && capWords(sums, happened, use),
		isEmpty && emptyWords(sums, use),
		records > 0 && boughtBeforeWords(sums),
	].filter(Boolean);
	if (parts.length === 0) return undefined;
	const hasFailedCall = failed.some(({ failure }) => failure.layer !== 'input');
	if (use && (hasFailedCall || isCapped || isEmpty)) parts.push(moneyWords(happened, use));
	const code = failed[0]?.failure.code ?? (isCapped ? 'MAX_COST' : undefined);
	const json = { message: parts.join(' '), ...(code && { code }) };
	return { json, pairedItem: { item: 0 } };
}

/**
 * What a model gets of one use of the tool: the records and, where they do not say all, one last
 * item that explains. A model would take an empty answer for a failure, and cannot look into the
 * node. No item holds an `error`: n8n would take the use for failed, and may send such an item where
 * no model reads it.
 * @param items the records
 * @param use left out where nothing can be spent
 */
export function answerForModel(
	items: INodeExecutionData[],
	happened: Happened,
	use?: ToolUse,
): INodeExecutionData[] {
	const results = happened.results.map((result) =>
		result.reason === 'halted' ? withWhatWasLeftOut(result) : result,
	);
	const explanation = explanationOf({ ...happened, results }, use);
	return explanation ? [...items, explanation] : items;
}
