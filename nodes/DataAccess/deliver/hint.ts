import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import type { StopReason } from '../list/pageEnd';
import { hasEnded, isOnlyItem } from './happened';
import type { Happened } from './happened';
import { costWords, count, goOnFrom, inLines, plain, reusedWords } from './phrasing';
import { isAtBeginning, isCutShort, isDeadEnd } from './positions';
import { hasFailed } from './results';
import type { ItemResult } from './results';
import { newWords, oldWords } from './watchWords';
import { beginningOf } from '../shared/text';

/** How a list ended, to follow "Stopped". */
const STOPPED: Record<StopReason, string> = {
	end: 'at the end of the list',
	limit: 'at Limit',
	known: 'at known records',
	date: 'at Newer Than',
	emptyPage: 'at an empty page',
	noNewRecord: 'at a page without a new record',
	repeatedPosition: 'at a repeated position',
	maxCost: 'at Max Cost (USD)',
	outOfTime: 'for want of time',
	failure: 'by a failure',
	halted: "by another item's failure",
};

/** No page of another run is used then. A manual run watches no list, but remarks on it. */
const isOnlyNew = ({ results, remarks }: Pick<Happened, 'results' | 'remarks'>) =>
	remarks.length > 0 || results.some(({ watched }) => watched);

function stoppedWords(happened: Happened): string {
	const counts = new Map<string, number>();
	for (const result of happened.results) {
		const words = endWords(result);
		counts.set(words, (counts.get(words) ?? 0) + 1);
	}
	const stopped = [...counts]
		.map(
			([words, items]) => `${words}${isOnlyItem(happened) ? '' : ` for ${count(items, 'item')}`}`,
		)
		.join(', ');
	// No Limit gets more than Max Cost pays for.
	const limited =
		isOnlyNew(happened) || hasEnded(happened, 'maxCost')
			? []
			: happened.results.filter(({ reason }) => reason === 'limit');
	return [`Stopped ${stopped}.`, ...moreWords(limited)].join(' ');
}

/** How to get more than Limit gave, without buying again what was delivered. */
function moreWords(limited: readonly ItemResult[]): string[] {
	if (limited.length === 0) return [];
	const cuts = limited.map(({ cut }) => cut).filter((cut) => cut > 0);
	const cut = cuts.reduce((sum, each) => sum + each, 0);
	const had = `The last page${cuts.length === 1 ? '' : 's'} had ${count(cut, 'more record')}.`;
	const more =
		'To get more within 30 minutes, raise Limit and set Reuse Pages in the options to 30: the pages so far are then not charged again.';
	return [...(cut > 0 ? [had] : []), more];
}

function endWords({ reason, watched, notices, pages }: ItemResult): string {
	// A notice doubts the end: it says why nothing leads further.
	if (reason === 'end' && !watched && notices.length > 0) {
		return pages === 1 ? 'after one page' : `after ${count(pages, 'page')}`;
	}
	if (!watched?.baseline) return STOPPED[reason];
	const baseline = 'after remembering the existing records';
	return reason === 'known' ? baseline : `${STOPPED[reason]} ${baseline}`;
}

/** What gets the rest where its position is too long to be shown. */
function otherwise(happened: Happened, unfinished: readonly ItemResult[]): string {
	const { results } = happened;
	if (isOnlyNew(happened)) {
		return 'set Resume From in the options to the "next" that the option Report gives';
	}
	if (unfinished.every(hasFailed)) {
		const set = results.length === 1 ? 'set Resume From' : 'run each alone, with Resume From set';
		return `${set} in the options to the "next" of its error item, and Limit to what is missing`;
	}
	return 'run again with Reuse Pages set to 30 in the options: what was bought in the last 30 minutes then costs nothing';
}

function goOnWords(happened: Happened): string | undefined {
	const { results } = happened;
	const unfinished = results.filter(isCutShort);
	if (unfinished.every(isAtBeginning)) return undefined;
	const then = otherwise(happened, unfinished);
	if (results.length === 1) return goOnFrom(results[0]?.next, then);
	const of = ` of ${count(unfinished.length, 'item')}`;
	return unfinished.every(isDeadEnd) ? undefined : goOnFrom(undefined, then, of);
}

/** An answer that was lost on the way is no reason for a warning once it is there. */
function foundWords({ account }: Happened): string {
	const { found } = account.total;
	if (found === 0) return '';
	const were = found === 1 ? 'was' : 'were';
	return ` ${count(found, 'answer')} that ${were} lost on the way ${were} found again at the gateway.`;
}

/** What a person should look at: something may be missing, or is doubtful. */
export function warningsOf({ results, remarks }: Pick<Happened, 'results' | 'remarks'>): string[] {
	const notices = new Set(results.flatMap((result) => result.notices));
	return [
		...oldWords(results),
		...remarks.filter(({ isWarning }) => isWarning).map(({ text }) => text),
		...[...notices].map((notice) => plain(`${notice}.`)),
	];
}

/** What a run tells the person in front of it. */
export interface Telling {
	/** Calls, cost, records, and why it stopped: all there is to tell of a run that went as planned. */
	summary: string;
	/** What the user should look at, and what else there is to know, in sentences. */
	warnings?: string;
	details: string;
	/** How to continue a run that was cut short, and where its list goes on if it had only one. */
	goOn?: string;
	next?: IDataObject | null;
	isWarning: boolean;
}

/** What a run came to, in words. */
export function tellingOf(happened: Happened): Telling {
	const { results, account, remarks, sums } = happened;
	const { total } = account;
	const { records, failed } = sums;
	const warnings = warningsOf(happened);
	const details = [
		...newWords(results),
		...remarks.filter(({ isWarning }) => !isWarning).map(({ text }) => text),
		reusedWords(sums),
	];
	return {
		summary: `${count(total.calls, 'call')}, ${costWords(total)}, ${count(records, 'record')}. ${stoppedWords(happened)}${foundWords(happened)}`,
		warnings: warnings.join(' '),
		details: details.filter(Boolean).join(' '),
		goOn: goOnWords(happened),
		next: results.length === 1 ? results.filter(isCutShort)[0]?.next : undefined,
		isWarning:
			warnings.length > 0 ||
			failed.length > 0 ||
			total.possible > 0 ||
			hasEnded(happened, 'maxCost'),
	};
}

/** Characters of the longest hint. */
const LONGEST_HINT = 1500;

/** The hint under the output: one line, and further ones only where something is to be done. */
export function hintOf(telling: Telling): NodeExecutionHint {
	const { summary, goOn = '', isWarning } = telling;
	const details = [telling.warnings, telling.details].filter(Boolean).join(' ');
	const most = Math.max(0, LONGEST_HINT - inLines([summary, '…', goOn]).length);
	const isLong = details.length > most;
	return {
		message: inLines([summary, isLong ? `${beginningOf(details, most)}…` : details, goOn]),
		type: isWarning ? 'warning' : 'info',
		location: 'outputPane',
	};
}
