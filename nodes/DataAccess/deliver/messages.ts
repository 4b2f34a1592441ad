import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../failure';
import type { Spending } from '../buy/account';
import type { Collected, StopReason } from '../list/collect';

/** US dollars as people write them: at least two decimals, and no more than it takes. */
export function dollars(amount: number): string {
	const [whole, fraction = ''] = amount.toFixed(9).replace(/0+$/, '').split('.');
	return `$${whole}.${fraction.padEnd(2, '0')}`;
}

/** JSON with a space wherever a narrow panel may break the line; as it stands, it can be pasted. */
const nextWords = (next: IDataObject | null) =>
	JSON.stringify(next, null, 1).replace(/\n\s*/g, ' ');

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** n8n replaces a whole message in which it finds one of these codes by a text of its own. */
function withoutCodes(text: string): string {
	const plain: Array<[RegExp, string]> = [
		[/\bECONNREFUSED\b/gi, 'connection refused'],
		[/\bECONNRESET\b/gi, 'connection reset'],
		[/\bECONNABORTED\b/gi, 'connection aborted'],
		[/\bENOTFOUND\b/gi, 'host not found'],
		[/\bETIMEDOUT\b/gi, 'timed out'],
		[/\bEAI_AGAIN\b/gi, 'no answer from DNS'],
		[/\bEHOSTUNREACH\b/gi, 'host unreachable'],
		[/\bEADDRNOTAVAIL\b/gi, 'address not available'],
		[/\bERRADDRINUSE\b/gi, 'port in use'],
		[/\bgetaddrinfo\b/gi, 'look-up of'],
		[/\b(ENOENT|EISDIR|ENOTDIR|EACCES|EEXIST|EPERM)\b/gi, 'file error'],
	];
	return plain.reduce((words, [code, meaning]) => words.replace(code, meaning), text);
}

/** What calls cost, as far as it is known, and what they may have cost beyond that. */
export function costWords({ cost, isEstimate, possible }: Spending): string {
	const known = `${dollars(cost)}${isEstimate ? ' (estimated from list prices)' : ''}`;
	return possible > 0 ? `${known}, and perhaps ${dollars(possible)} more` : known;
}

const CHARGE: Record<Failure['charged'], string> = {
	no: 'The failed call was not charged.',
	yes: 'The failed call was charged.',
	maybe: 'The failed call may have been charged.',
};

/**
 * The failure of an input item in words: a headline, and the rest that a person needs to go on.
 * @param keptMinutes for how long the pages of a stopped execution are kept, 0 where none are
 */
export function failureWords(
	failure: Failure,
	{ itemIndex, spending, records, next }: FailedItem,
	keptMinutes = 0,
): { headline: string; details: string } {
	const { what, words, httpStatus, layer, field, advice, excerpt, runId } = failure;
	const where = [
		`input item ${itemIndex}`,
		httpStatus !== null && `HTTP ${httpStatus}`,
		`layer: ${layer}`,
		field && `field: ${field}`,
		runId && `run: ${runId}`,
	];
	const quoted = words ? `: “${words.replace(/[.\s]+$/, '')}”` : '';
	const headline = `${what}${quoted} (${where.filter(Boolean).join(', ')})`;
	// Under Stop nothing is delivered: going on from `next` leaves out what running again would bring.
	const behind = keptMinutes > 0 ? 'without them' : 'behind them';
	const whence = records > 0 ? behind : 'from there';
	const wasCalled = layer !== 'input' && layer !== 'node';
	const details = [
		wasCalled && CHARGE[failure.charged],
		failure.retry === 'uncertain' && 'Retry Uncertain Calls in the options repeats such calls.',
		advice,
		spending.calls + records > 0 &&
			`${count(spending.calls, 'call')} made for this item, ${costWords(spending)}; ${count(records, 'record')} read before the failure.`,
		excerpt && `The answer begins with: ${excerpt}`,
		keptMinutes > 0 &&
			`The pages that this execution bought are kept in memory for ${count(keptMinutes, 'minute')}: run it again within that time, and they are used rather than bought again.`,
		next &&
			Object.keys(next).length > 0 &&
			`To go on ${whence} in another execution, set Resume From in the options to ${nextWords(next)}`,
	];
	return {
		headline: withoutCodes(headline),
		details: details.filter(Boolean).join(' '),
	};
}

/** Where an item's failure left it. */
export interface FailedItem {
	itemIndex: number;
	spending: Spending;
	/** Records that were bought before it. */
	records: number;
	next: IDataObject | null;
}

/** The error object of a failed item's json: what a workflow can branch on. */
export function errorJson(
	failure: Failure,
	{ itemIndex, spending, next }: FailedItem,
): IDataObject {
	return {
		code: failure.code,
		httpStatus: failure.httpStatus,
		layer: failure.layer,
		itemIndex,
		callsMade: spending.calls,
		cost: spending.cost,
		costIsEstimate: spending.isEstimate,
		mayBeCharged: failure.charged === 'maybe' || spending.possible > 0,
		next,
		...(failure.field ? { field: failure.field } : {}),
	};
}

const REASONS: Record<StopReason, string> = {
	end: 'the list ended',
	limit: 'Limit was reached',
	emptyPage: 'an empty page came',
	noNewRecord: 'a page without a new record came',
	repeatedPosition: 'the service repeated a position',
	maxPages: 'Max Pages was reached',
	maxCost: 'Max Cost (USD) was reached',
	failure: 'of a failure',
	halted: 'no further call was made after a failure',
};

// More would hide the line's beginning in the output panel.
const NEXT_SHOWN = 3;

/** How one input item ended, for the hint. */
export interface ItemReport extends Collected {
	itemIndex: number;
}

function reasonWords(reports: ItemReport[]): string {
	const counts = new Map<StopReason, number>();
	for (const { reason } of reports) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	const isOne = reports.length === 1;
	return [...counts]
		.map(([reason, items]) => `${REASONS[reason]}${isOne ? '' : ` for ${count(items, 'item')}`}`)
		.join(', ');
}

function goOnWords(reports: ItemReport[]): string | undefined {
	const isOne = reports.length === 1;
	// Beyond a limit of one's own one seldom goes on, and the positions of many items fill the panel.
	const open = reports.filter(({ next, reason }) => next !== null && (isOne || reason !== 'limit'));
	if (open.length === 0) return undefined;
	const shown = open
		.slice(0, NEXT_SHOWN)
		.map(({ itemIndex, next }) =>
			isOne ? nextWords(next) : `${nextWords(next)} for item ${itemIndex}`,
		);
	const more = open.length > NEXT_SHOWN ? `, and so on for ${open.length} items in all` : '';
	return `To go on where this ended, set Resume From in the options to ${shown.join(', ')}${more}.`;
}

/** Under Stop with Keep Bought Records no error item tells what went wrong, so this line does. */
function failedWords(reports: ItemReport[]): string | undefined {
	const report = reports.find(({ failure }) => failure !== undefined);
	if (!report?.failure) return undefined;
	const { what, words } = report.failure;
	return withoutCodes(`Input item ${report.itemIndex}: ${what}${words ? `: “${words}”` : ''}.`);
}

function reusedWords(reports: ItemReport[]): string | undefined {
	const pages = reports.reduce((sum, { reused }) => sum + reused.pages, 0);
	if (pages === 0) return undefined;
	const minutes = Math.max(...reports.map(({ reused }) => reused.age)) / 60_000;
	const age = minutes < 1 ? 'less than a minute' : count(Math.round(minutes), 'minute');
	return `${count(pages, 'page')} came from an earlier run that could not deliver ${pages === 1 ? 'it' : 'them'}, up to ${age} old, and cost nothing again.`;
}

/** What several items have left behind their limit. */
function limitWords(reports: ItemReport[]): string | undefined {
	if (reports.length === 1) return undefined;
	const limited = reports.filter(({ next, reason }) => next !== null && reason === 'limit').length;
	if (limited === 0) return undefined;
	return `${count(limited, 'item')} ${limited === 1 ? 'has' : 'have'} more to give: a higher Limit brings it, Output = Pages tells each position.`;
}

/** The one line under the output: calls, cost, records, why it stopped, how to go on. */
export function hintWords(reports: ItemReport[], total: Spending): string {
	const records = reports.reduce((sum, report) => sum + report.records, 0);
	const notices = [...new Set(reports.flatMap((report) => report.notices))];
	const text = [
		`${count(total.calls, 'call')}, ${costWords(total)}, ${count(records, 'record')}. Stopped because ${reasonWords(reports)}.`,
		failedWords(reports),
		reusedWords(reports),
		...notices.map((notice) => `${notice}.`),
		limitWords(reports),
		goOnWords(reports),
	];
	return text.filter(Boolean).join(' ');
}
