import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import type { StopReason } from '../list/pageEnd';
import { beginningOf } from '../shared/text';
import { hasEnded, hasFailed, isAtBeginning, isCutShort, isDeadEnd, isOnlyItem } from './happened';
import type { Happened, ItemResult, WatchedResult } from './happened';
import { costWords, count, inLines, plain, positionWords, sentences } from './phrasing';
import { remarksIn } from './remarks';

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

const BASELINE = 'after remembering the existing records';

function endWords({ reason, watched, notices, pages }: ItemResult): string {
	// The operation's notice already says why the list ends here.
	if (reason === 'end' && !watched && notices.length > 0) {
		return pages === 1 ? 'after one page' : `after ${count(pages, 'page')}`;
	}
	if (!watched?.baseline) return STOPPED[reason];
	return reason === 'known' ? BASELINE : `${STOPPED[reason]} ${BASELINE}`;
}

function stoppedWords(happened: Happened): string {
	const counts = new Map<string, number>();
	for (const result of happened.results) {
		const words = endWords(result);
		counts.set(words, (counts.get(words) ?? 0) + 1);
	}
	const of = (items: number) => (isOnlyItem(happened) ? '' : ` for ${count(items, 'item')}`);
	return `Stopped ${[...counts].map(([words, items]) => words + of(items)).join(', ')}.`;
}

/** Inputs that a sentence names; their fields are in the report and in error items. */
const MOST_NAMED = 3;

/** Of which items a sentence is, where not of all: by their inputs, as far as these are known. */
function ofItems(some: readonly ItemResult[], all: readonly unknown[]): string {
	if (all.length === 1) return '';
	const names = some
		.slice(0, MOST_NAMED)
		.flatMap(({ asked }) => (asked === undefined ? [] : `“${asked}”`));
	const others = some.length - names.length;
	if (others > 0) names.push(names.length > 0 ? `${others} more` : count(others, 'item'));
	return plain(` of ${names.join(', ')}`);
}

const NOT_TO_THE_END = 'The run did not get to the end of what is new%:';
const FIRST_RUN =
	'This was the first run%: records that it did not return count as old from now on.';

/** What is said of watched lists that were not read to their end; % for which of them. */
const WATCHED = {
	leftOld: `${NOT_TO_THE_END} what it did not return counts as old from now on.`,
	readAgain: `${NOT_TO_THE_END} the next run reads again.`,
	unread: 'Nothing was read%, and nothing there counts as old: the next run begins there.',
	firstCut: FIRST_RUN,
	firstLimited: FIRST_RUN,
};

type WatchedEnd = keyof typeof WATCHED;

function watchedEndOf({ watched, reason, pages }: WatchedResult): WatchedEnd | undefined {
	if (watched.leavesOld && !watched.isFirst) return 'leftOld';
	if (watched.leavesOld) return reason === 'limit' ? 'firstLimited' : 'firstCut';
	if (watched.isReadAgain) return 'readAgain';
	return pages === 0 && ['maxCost', 'halted'].includes(reason) ? 'unread' : undefined;
}

const watchedAmong = (results: readonly ItemResult[]) =>
	results.filter((result): result is WatchedResult => result.watched !== undefined);

function watchWords(results: readonly ItemResult[], isWarning: boolean): string[] {
	const all = watchedAmong(results);
	const ends = Object.keys(WATCHED) as WatchedEnd[];
	return ends
		.filter((end) => isWarning === (end !== 'firstLimited'))
		.flatMap((end) => {
			const some = all.filter((result) => watchedEndOf(result) === end);
			return some.length > 0 ? [WATCHED[end].replace('%', () => ofItems(some, all))] : [];
		});
}

function newWords(results: readonly ItemResult[]): string[] {
	const all = watchedAmong(results);
	if (all.length === 0) return [];
	let [fresh, known, baseline] = [0, 0, 0];
	for (const { records, watched } of all) {
		fresh += records;
		known += watched.known;
		baseline += watched.baseline;
	}
	return [
		`Only new: ${fresh} new, ${known} known.`,
		baseline > 0 ? `${count(baseline, 'existing record')} remembered instead of returned.` : '',
	];
}

/** Which pages cost nothing, since another execution, or another use of the tool, has bought them. */
export function reusedWords({
	reused,
	askedBefore,
	reuse,
}: Pick<Happened, 'reused' | 'askedBefore' | 'reuse'>): string {
	const pages = count(reused.pages + askedBefore, 'page');
	if (reused.pages === 0) {
		return askedBefore > 0 ? `${pages} from earlier in this run cost nothing again.` : '';
	}
	const minutes = Math.round(reused.age / 60_000);
	const age = minutes < 1 ? 'less than a minute' : count(minutes, 'minute');
	const anew = reuse > 0 ? ': Reuse Pages at 0 buys anew' : '';
	return `${pages} from ${age} ago cost nothing again${anew}.`;
}

/** How to get more than Limit gave, and for less. Of a failure something else is to be said. */
function limitWords({ results, reuse, failed }: Happened): string[] {
	const limited = results.filter(({ reason, watched }) => reason === 'limit' && !watched);
	if (limited.length === 0 || failed.length > 0 || hasEnded({ results }, 'maxCost')) return [];
	const cut = limited.reduce((sum, each) => sum + each.cut, 0);
	const minutes = count(reuse, 'minute');
	return [
		cut > 0 ? `The last page had ${count(cut, 'more record')}.` : '',
		reuse > 0 ? `To get more, raise Limit: for ${minutes}, the pages so far cost nothing.` : '',
	];
}

function goOnWords({ results, isOnlyNew, reuse }: Happened): string | undefined {
	const unfinished = results.filter(isCutShort);
	if (unfinished.every(isAtBeginning)) return undefined;
	const isOnly = results.length === 1;
	if (!isOnly && unfinished.every(isDeadEnd)) return undefined;
	const position = isOnly && positionWords(results[0]?.next);
	const rest = `To get the rest${ofItems(unfinished, results)},`;
	if (position) return `${rest} set Resume From in the options to ${position}`;
	if (!isOnlyNew && unfinished.every(hasFailed)) {
		const each = isOnly ? 'set Resume From' : 'run each alone, with Resume From set';
		return `${rest} ${each} in the options to the "next" of its error item, and Limit to what is missing`;
	}
	return !isOnlyNew && reuse > 0
		? `${rest} run again within ${count(reuse, 'minute')}: what was bought so far then costs nothing`
		: `${rest} set Resume From in the options to the "next" that the option Report gives`;
}

const NO_MORE = 'says there is more, so no further page was bought';

/** Ends where a list may have more. */
const DOUBTFUL: Partial<Record<StopReason, string>> = {
	emptyPage: `The service sent an empty page but ${NO_MORE}`,
	noNewRecord: `The service sent a page without a new record but ${NO_MORE}`,
	repeatedPosition: 'The service gave the same position again, so no further page was bought',
};

/** What a person should look at: something may be missing, or is doubtful. */
export function warningsOf({ results, remarks }: Pick<Happened, 'results' | 'remarks'>): string[] {
	const notices = new Set(
		results.flatMap(({ notices: told, reason }) => [...told, DOUBTFUL[reason] ?? []].flat()),
	);
	return [
		...watchWords(results, true),
		...remarksIn(remarks, true),
		...[...notices].map((notice) => plain(`${notice}.`)),
	];
}

/** What a run tells the person in front of it, or n8n's log. */
export interface Hint {
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

export function hintFor(happened: Happened): Hint {
	const { results, account, remarks, records, failed } = happened;
	const { total } = account;
	const warnings = warningsOf(happened);
	const details = [
		...newWords(results),
		...watchWords(results, false),
		...remarksIn(remarks, false),
		reusedWords(happened),
		...limitWords(happened),
	];
	return {
		summary: `${count(total.calls, 'call')}, ${costWords(total)}, ${count(records, 'record')}. ${stoppedWords(happened)}`,
		warnings: sentences(warnings),
		details: sentences(details),
		goOn: goOnWords(happened),
		next: results.length === 1 ? results.filter(isCutShort)[0]?.next : undefined,
		isWarning:
			warnings.length > 0 ||
			failed.length > 0 ||
			total.possible > 0 ||
			hasEnded(happened, 'maxCost'),
	};
}

const LONGEST_HINT = 1500;

/** The same under the output: one line, and further ones only where there is more to say. */
export function panelHint(hint: Hint): NodeExecutionHint {
	const { summary, warnings, goOn = '', isWarning } = hint;
	const details = sentences([warnings, hint.details]);
	const most = Math.max(0, LONGEST_HINT - inLines([summary, '…', goOn]).length);
	const isLong = details.length > most;
	return {
		message: inLines([summary, isLong ? `${beginningOf(details, most)}…` : details, goOn]),
		type: isWarning ? 'warning' : 'info',
		location: 'outputPane',
	};
}
