import type { NodeExecutionHint } from 'n8n-workflow';

import type { StopReason } from '../list/pageEnd';
import type { Remark } from '../list/watchedList';
import type { Accounts } from './errors';
import { costWords, count, goOnFrom, inLines, plain, repeatedWords } from './phrasing';
import { mayMiss, newWords } from './newWords';
import { isCutShort, isDeadEnd, positionsOf } from './positions';
import { ageWords, sumOf } from './results';
import type { ItemResult } from './results';

/** How a list ended, to follow "Stopped". */
const STOPPED: Record<StopReason, string> = {
	end: 'at the end of the list',
	limit: 'at Limit',
	known: 'at known records',
	emptyPage: 'at an empty page',
	noNewRecord: 'at a page without a new record',
	repeatedPosition: 'at a repeated position',
	maxPages: 'at Max Pages',
	maxCost: 'at Max Cost (USD)',
	outOfTime: "at n8n's time limit for a poll",
	expired: 'at a position that the gateway no longer accepts',
	failure: 'by a failure',
	halted: "by another item's failure",
};

// More would hide the line's beginning in the output panel.
const POSITIONS_SHOWN = 5;

function stoppedWords(results: readonly ItemResult[]): string {
	const counts = new Map<string, number>();
	for (const result of results) {
		const words = endWords(result);
		counts.set(words, (counts.get(words) ?? 0) + 1);
	}
	const isOne = results.length === 1;
	return [...counts]
		.map(([words, items]) => `${words}${isOne ? '' : ` (${count(items, 'item')})`}`)
		.join(', ');
}

function endWords({ reason, watched }: ItemResult): string {
	if (!watched?.baseline) return STOPPED[reason];
	const baseline = 'after remembering the existing records';
	return reason === 'known' ? baseline : `${STOPPED[reason]} ${baseline}`;
}

function goOnWords(results: readonly ItemResult[]): string | undefined {
	const positions = positionsOf(results);
	if (!positions) return undefined;
	if (Array.isArray(positions) && positions.length > POSITIONS_SHOWN) {
		const told = results.filter((result) => isCutShort(result) && !isDeadEnd(result));
		if (told.length === 0) return undefined;
		return `To continue ${count(told.length, 'list')}, turn on Report in the options, and use the "next" of each item of its output.`;
	}
	return goOnFrom(positions, 'the "next" in the output of Report (turn it on in the options)');
}

function reusedWords(results: readonly ItemResult[]): string | undefined {
	const pages = sumOf(results, ({ reused }) => reused.pages);
	if (pages === 0) return undefined;
	const were = pages === 1 ? 'was' : 'were';
	return `${count(pages, 'page')} ${were} bought by an earlier run, ${ageWords(results)}, and cost nothing again.`;
}

/** Whether the user should look at the hint: something was cut short or is doubtful. */
function isWarning(
	results: readonly ItemResult[],
	accounts: Accounts,
	remarks: readonly Remark[],
): boolean {
	return (
		results.some(mayMiss) ||
		remarks.some((remark) => remark.isWarning) ||
		accounts.repeated.calls > 0 ||
		results.some(
			({ reason, notices, failure }) =>
				failure !== undefined || reason === 'maxCost' || notices.length > 0,
		)
	);
}

/** What a run tells the person in front of it. */
export interface Telling {
	/** Calls, cost, records, and why it stopped: all there is to tell of a run that went as planned. */
	summary: string;
	/** What else the user should know, in sentences. */
	details: string;
	/** How to continue a run that was cut short. */
	goOn?: string;
	isWarning: boolean;
}

/** What a run came to, in words. */
export function tellingOf(
	results: readonly ItemResult[],
	accounts: Accounts,
	remarks: readonly Remark[],
	isPoll: boolean,
): Telling {
	const { total } = accounts;
	const records = sumOf(results, (result) => result.records);
	const notices = new Set<string>();
	for (const result of results) for (const notice of result.notices) notices.add(notice);
	const details = [
		newWords(results, isPoll),
		...remarks.map((remark) => remark.text),
		repeatedWords(accounts.repeated),
		reusedWords(results),
		...[...notices].map((notice) => plain(`${notice}.`)),
	];
	return {
		summary: `${count(total.calls, 'call')}, ${costWords(total)}, ${count(records, 'record')}. Stopped ${stoppedWords(results)}.`,
		details: details.filter(Boolean).join(' '),
		goOn: goOnWords(results),
		isWarning: isWarning(results, accounts, remarks),
	};
}

/** Characters of the longest hint, of which a position takes the larger part. */
const LONGEST_HINT = 2000;

/** The hint under the output: one line, and further ones only where something is to be done. */
export function hintOf({ summary, details, goOn = '', isWarning }: Telling): NodeExecutionHint {
	const room = LONGEST_HINT - inLines([summary, '…', goOn]).length;
	const isLong = details.length > room;
	return {
		message: inLines([summary, isLong ? `${details.slice(0, room)}…` : details, goOn]),
		type: isWarning ? 'warning' : 'info',
		location: 'outputPane',
	};
}
