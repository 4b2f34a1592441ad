import type { StopReason } from '../list/pageEnd';
import type { Remark } from '../list/watch';
import type { Accounts } from './errors';
import { costWords, count, jsonWords, repeatedWords, withoutCodes } from './phrasing';
import { hasGap, newWords } from './newWords';
import { isCutShort, positionsOf } from './results';
import type { ItemResult } from './results';

const REASONS: Record<StopReason, string> = {
	end: 'the list ended',
	limit: 'Limit was reached',
	known: 'only known records came',
	emptyPage: 'an empty page came',
	noNewRecord: 'a page without a new record came',
	repeatedPosition: 'the service repeated a position',
	maxPages: 'Max Pages was reached',
	maxCost: 'Max Cost (USD) was reached',
	failure: 'of a failure',
	halted: 'no further call was made after a failure',
};

// More would hide the line's beginning in the output panel.
const POSITIONS_SHOWN = 5;

function sumOf(results: readonly ItemResult[], number: (result: ItemResult) => number): number {
	return results.reduce((sum, result) => sum + number(result), 0);
}

function reasonWords(results: readonly ItemResult[]): string {
	const counts = new Map<StopReason, number>();
	for (const { reason } of results) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	const isOne = results.length === 1;
	return [...counts]
		.map(([reason, items]) => `${REASONS[reason]}${isOne ? '' : ` for ${count(items, 'item')}`}`)
		.join(', ');
}

function goOnWords(results: readonly ItemResult[]): string | undefined {
	const positions = positionsOf(results);
	if (!positions) return undefined;
	if (Array.isArray(positions) && positions.length > POSITIONS_SHOWN) {
		const open = count(results.filter(isCutShort).length, 'list');
		return `To go on with ${open}, use the position that Output > Pages gives with every page.`;
	}
	return `To go on where this ended, set Resume From in the options to ${jsonWords(positions)}`;
}

/** Under Stop with Keep Bought Records no error item tells what went wrong, so this line does. */
function failedWords(results: readonly ItemResult[]): string | undefined {
	const result = results.find(({ failure }) => failure !== undefined);
	if (!result?.failure) return undefined;
	const { what, words } = result.failure;
	return withoutCodes(`Input item ${result.itemIndex}: ${what}${words ? `: “${words}”` : ''}.`);
}

function reusedWords(results: readonly ItemResult[]): string | undefined {
	const pages = sumOf(results, ({ reused }) => reused.pages);
	if (pages === 0) return undefined;
	const oldest = results.reduce((age, { reused }) => Math.max(age, reused.age), 0);
	const minutes = oldest / 60_000;
	const age = minutes < 1 ? 'less than a minute' : count(Math.round(minutes), 'minute');
	return `${count(pages, 'page')} came from an earlier run that could not deliver ${pages === 1 ? 'it' : 'them'}, up to ${age} old, and cost nothing again.`;
}

/** What several items have left behind their limit. */
function limitWords(results: readonly ItemResult[]): string | undefined {
	if (results.length === 1) return undefined;
	const limited = sumOf(results, ({ next, reason }) =>
		next !== null && reason === 'limit' ? 1 : 0,
	);
	if (limited === 0) return undefined;
	return `${count(limited, 'list')} may go on beyond Limit: raise it, or use Output > Pages to get each position.`;
}

/** Whether the user should look at the hint: something was cut short or is doubtful. */
export function isWarning(
	results: readonly ItemResult[],
	accounts: Accounts,
	remarks: readonly Remark[],
): boolean {
	return (
		hasGap(results) ||
		remarks.some((remark) => remark.isWarning) ||
		accounts.repeated.calls > 0 ||
		results.some(
			({ reason, notices, failure }) =>
				failure !== undefined || reason === 'maxCost' || notices.length > 0,
		)
	);
}

/** The one line under the output: calls, cost, records, why it stopped, how to go on. */
export function hintOf(
	results: readonly ItemResult[],
	accounts: Accounts,
	remarks: readonly Remark[],
): string {
	const { total } = accounts;
	const records = sumOf(results, (result) => result.records);
	const notices = new Set<string>();
	for (const result of results) for (const notice of result.notices) notices.add(notice);
	const text = [
		`${count(total.calls, 'call')}, ${costWords(total)}, ${count(records, 'record')}. Stopped because ${reasonWords(results)}.`,
		failedWords(results),
		newWords(results),
		...remarks.map((remark) => remark.text),
		repeatedWords(accounts.repeated),
		reusedWords(results),
		...[...notices].map((notice) => `${notice}.`),
		limitWords(results),
		goOnWords(results),
	];
	return text.filter(Boolean).join(' ');
}
