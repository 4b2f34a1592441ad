import { payloadAgain } from '../gateway/gateway';
import type { Bought } from '../gateway/gateway';
import type { ReadPage } from '../operations/operation';
import { UnrecognisedShape } from '../operations/parts/shape';
import type { Failure } from '../shared/failure';
import { giveWay } from '../shared/turn';
import { isRecent } from './decide';
import type { Looking } from './look';
import type { BoughtPage, PageOutcome, PageRequest } from './pageRequest';
import type { PaidPage } from './row';
import { bytesOf, pack, rows, unpack } from './rows';

/** Bytes of pages that a pass holds as they came: compressing takes longer than all else that is done with a page. */
const PLAIN_BOUND = 32 * 2 ** 20;

/** A page that was bought a moment ago, and its answer as it came. */
export interface FreshPage {
	page: PaidPage;
	bought: Bought;
}

/** What comes back is the execution's before anything can go wrong with it, and strangers look for it no more. */
export async function keepPage(
	{ pass, stored }: Looking,
	{ row, asker: { execution } }: PageRequest,
	{ bought, begunAt, boughtAt }: BoughtPage,
): Promise<FreshPage> {
	const holders = new Set([execution]);
	const { text } = bought;
	const page: PaidPage = { row, text, begunAt, boughtAt, boughtIn: pass, holders, users: 0 };
	rows.add(page);
	rows.use(page, pass, false);
	row.failed.delete(execution);
	for (const call of row.lost.filter((each) => each.begunAt <= begunAt)) {
		call.isPast = true;
		call.holders.delete(execution);
	}
	stored.forgetLost(row, (each) => each.begunAt <= begunAt);
	pass.bytes += bytesOf(page);
	if (pass.bytes > PLAIN_BOUND) page.text = await pack(text);
	return { page, bought };
}

/**
 * Reads a page that may be used: the execution holds it from now on.
 * @returns undefined where the page cannot be read, and may be bought instead
 */
export async function usePage(
	means: Looking,
	{ row, asker, input }: PageRequest,
	page: PaidPage,
	fresh: FreshPage | undefined,
): Promise<PageOutcome | undefined> {
	const { pass, query } = means;
	const { execution } = asker;
	const isMine = page.boughtIn?.run === pass.run;
	const isReused = !pass.used.has(page) && (pass.isTool || !isMine);
	page.holders.add(execution);
	rows.use(page, pass, pass.used.get(page) ?? false);
	const bought = fresh?.page === page ? fresh.bought : await textAgain(means, page);
	if (!bought) return drop(means, page);
	const opened = open(means, bought, input);
	if ('page' in opened) {
		page.unreadAt = undefined;
		const { boughtAt, begunAt } = page;
		const age = isReused ? Date.now() - begunAt : undefined;
		return { ...opened, boughtAt, age, taken: () => rows.use(page, pass, true) };
	}
	const now = Date.now();
	page.unreadAt ??= now;
	// It is not bought because of what the user wrote; any other page that nobody can read stands in nobody's way.
	const isForUser = !query.input && isRecent(page.unreadAt, now);
	if (isMine || isForUser) {
		const again = { ...opened.failure, charged: 'no', particular: 'shapeAgain' } as const;
		const failure = isMine ? (row.failed.get(execution)?.failure ?? opened.failure) : again;
		// Whoever drops it meanwhile, this run does not buy it again.
		row.failed.set(execution, { failure, pass });
		return { failure };
	}
	return drop(means, page);
}

/** Nobody can read the page: it may be bought instead. */
function drop({ stored }: Looking, page: PaidPage): undefined {
	stored.forget(page.row);
	rows.drop(page);
}

/** Undefined where what was stored with an execution is damaged. */
async function textAgain(
	{ query }: Looking,
	page: PaidPage,
): Promise<Pick<Bought, 'payload' | 'text'> | undefined> {
	try {
		const text = await unpack(page);
		await giveWay();
		return { payload: payloadAgain(text, query), text };
	} catch {
		return undefined;
	}
}

/** The page in a payload that was paid for, or the failure that it cannot be read. */
function open(
	{ query, gateway }: Looking,
	{ payload, text, cost }: Pick<Bought, 'payload' | 'text' | 'cost'>,
	input: PageRequest['input'],
): { page: ReadPage } | { failure: Failure } {
	try {
		return { page: query.readPage(payload, input) };
	} catch (error) {
		const missing = error instanceof UnrecognisedShape ? error.missing : 'readable records';
		return { failure: gateway.unreadable(text, missing, cost) };
	}
}
