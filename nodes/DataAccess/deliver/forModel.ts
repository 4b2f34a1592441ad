import type { INodeExecutionData } from 'n8n-workflow';

import type { BuyingRules } from '../buy/buyer';
import type { Spending } from '../buy/spending';
import { dollars } from '../shared/dollars';
import type { Accounts } from './errors';
import { failuresForModel } from './failureForModel';
import { outputOf } from './output';
import { costWords, count } from './phrasing';
import { ageWords, hasFailed, sumOf, withWhatWasLeftOut } from './results';
import type { ItemResult } from './results';

/** What an agent may spend in this execution, and what all its uses of the tool have spent. */
interface Purse extends BuyingRules {
	spent: Readonly<Spending>;
	/** Whether the execution is this one use, as over MCP: the next one has a cap of its own. */
	isOnlyUse: boolean;
}

/** Why there are no records, and what to ask instead. */
function emptyWords(results: readonly ItemResult[], purse: Purse | undefined): string {
	const again = 'Asking the same again returns the same';
	const notices = new Set(results.flatMap((result) => result.notices));
	return [
		'No records: the service has none for this input.',
		...[...notices].map((notice) => `${notice}.`),
		purse?.isOnlyUse ? `${again}, and costs again.` : `${again}, at no cost.`,
		'Change the input, or continue without it.',
	].join(' ');
}

function capWords(records: number, { cap, isOnlyUse }: Purse): string {
	const what = records > 0 ? 'There may be more records, but' : 'No records:';
	if (isOnlyUse) {
		const again = records > 0 ? 'cost again and return no more' : 'return no more';
		return `${what} Max Cost, ${dollars(cap)} for each use of this tool, allows no further call. The same call would ${again}.`;
	}
	return `${what} Max Cost, ${dollars(cap)} for this run, allows no further call. Do not call this tool again in this run: continue with what you have.`;
}

/** Tells a model that asks in circles what was bought before. */
function boughtBeforeWords(results: readonly ItemResult[]): string {
	const before = sumOf(results, (result) => result.askedBefore);
	const reused = sumOf(results, (result) => result.reused.pages);
	const all = sumOf(results, (result) => result.pages);
	const earlier = reused > 0 ? `by an earlier run, ${ageWords(results)},` : 'earlier in this run';
	if (before + reused === 0) return '';
	if (before + reused === all) {
		return `These records were bought ${earlier} and cost nothing again. Asking the same again returns the same.`;
	}
	const number = before + reused;
	return `Of the ${all} pages of these records, ${number} ${number === 1 ? 'was' : 'were'} bought ${earlier} and cost nothing again.`;
}

function moneyWords({ total }: Accounts, { spent, cap, isOnlyUse }: Purse): string {
	const most = cap === Infinity ? '' : `, of ${dollars(cap)} at most`;
	if (isOnlyUse) return `Spent: ${count(total.calls, 'call')}, ${costWords(total)}${most}.`;
	return `Spent: ${count(total.calls, 'call')}, ${costWords(total)}; in this run so far ${costWords(spent)}${most}.`;
}

/** What the records do not say; undefined where they speak for themselves. */
function explanationOf(
	results: readonly ItemResult[],
	accounts: Accounts,
	purse: Purse | undefined,
): INodeExecutionData | undefined {
	const records = sumOf(results, ({ items }) => items.length);
	const failed = results.filter(hasFailed);
	const isCapped = results.some(({ reason }) => reason === 'maxCost');
	const failures = failuresForModel(failed, results.length, (result) => ({
		retryUncertain: purse?.retryUncertain ?? false,
		calls: accounts.ofItem(result.itemIndex).calls,
		keptRecords: purse && !purse.isOnlyUse ? result.records : 0,
		isOnlyUse: purse?.isOnlyUse ?? false,
	}));
	const isEmpty = records === 0 && failed.length === 0 && !isCapped;
	const parts = [
		failures,
		isCapped && purse && capWords(records, purse),
		isEmpty && emptyWords(results, purse),
		records > 0 && boughtBeforeWords(results),
	].filter(Boolean);
	if (parts.length === 0) return undefined;
	const hasFailedCall = failed.some(({ failure }) => failure.layer !== 'input');
	if (purse && (hasFailedCall || isCapped || isEmpty)) parts.push(moneyWords(accounts, purse));
	const code = failed[0]?.failure.code ?? (isCapped ? 'MAX_COST' : undefined);
	const json = { message: parts.join(' '), ...(code && { code }) };
	return { json, pairedItem: { item: 0 } };
}

/**
 * What a model gets of one use of the tool: the records and, where they do not say all, one last
 * item that explains. A model would take an empty answer for a failure, and cannot look into the
 * node. No item holds an `error`: n8n would take the use for failed, and may send such an item where
 * no model reads it.
 * @param purse left out where nothing can be spent
 */
export function answerForModel(
	results: ItemResult[],
	accounts: Accounts,
	purse?: Purse,
): INodeExecutionData[] {
	const { items } = outputOf(results, false, accounts);
	const told = results.map((result) =>
		result.reason === 'halted' ? withWhatWasLeftOut(result) : result,
	);
	const explanation = explanationOf(told, accounts, purse);
	return explanation ? [...items, explanation] : items;
}
