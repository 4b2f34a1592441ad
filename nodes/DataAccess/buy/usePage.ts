import { payloadAgain } from '../gateway/answer';
import type { Bought } from '../gateway/gateway';
import { isWritten } from '../operations/operation';
import type { ReadPage } from '../operations/operation';
import { UnrecognisedShape } from '../operations/parts/shape';
import type { Failure } from '../shared/failure';
import { giveWay } from '../shared/turn';
import { isRecent } from './decide';
import type { Asker } from './decide';
import type { Means } from './means';
import type { BoughtPage, PageOutcome } from './outcome';
import { addPage } from './row';
import type { PaidPage } from './row';
import { bytesOf, pack, rows, unpack } from './rows';

/** Bytes of pages that a pass holds as they came: compressing takes longer than all else that is done with a page. */
const PLAIN_BOUND = 32 * 2 ** 20;

/** What comes back is the execution's before anything can go wrong with it, and strangers look for it no more. */
export async function keepPage(
	{ stored }: Means,
	{ row, pass }: Asker,
	{ bought: { text }, begunAt, boughtAt }: BoughtPage,
): Promise<PaidPage> {
	const { execution, failed } = pass.run;
	const holders = new Set([execution]);
	const page: PaidPage = { row, text, begunAt, boughtAt, holders };
	addPage(page);
	for (const pages of [pass.used, pass.bought, pass.run.bought]) pages.add(page);
	failed.delete(row.key);
	for (const call of row.lost.filter((each) => each.begunAt <= begunAt)) {
		call.isPast = true;
		call.holders.delete(execution);
	}
	// Nobody may look for one that is past and that nobody holds.
	row.lost = row.lost.filter(({ isPast, holders }) => !isPast || holders.size > 0);
	stored.forgetLost(row, (each) => each.begunAt <= begunAt);
	pass.bytes += bytesOf(page);
	if (pass.bytes > PLAIN_BOUND) page.text = await pack(text);
	return page;
}

/**
 * Reads a page that may be used: the execution holds it from now on.
 * @param fresh its answer, where it came a moment ago
 * @returns undefined where the page cannot be read, and may be bought instead
 */
export async function usePage(
	means: Means,
	{ row, pass, input }: Asker,
	page: PaidPage,
	fresh?: Bought,
): Promise<PageOutcome | undefined> {
	const { execution, failed } = pass.run;
	const isMine = pass.run.bought.has(page);
	const isReused = !pass.used.has(page) && (pass.isTool || !isMine);
	page.holders.add(execution);
	pass.used.add(page);
	const bought = fresh ?? (await boughtAgain(means, page));
	if (!bought) return rows.drop(page);
	const opened = open(means, bought, input);
	if ('page' in opened) {
		page.unreadAt = undefined;
		const { boughtAt, begunAt } = page;
		const age = isReused ? Date.now() - begunAt : undefined;
		return { ...opened, boughtAt, age, taken: () => void pass.taken.add(page) };
	}
	const now = Date.now();
	page.unreadAt ??= now;
	// Another page that nobody can read stands in nobody's way.
	const isForUser = isWritten(means.query) && isRecent(page.unreadAt, now);
	if (!isMine && !isForUser) return rows.drop(page);
	const again = { ...opened.failure, charged: 'no', particular: 'shapeAgain' } as const;
	const failure = isMine ? (failed.get(row.key)?.failure ?? opened.failure) : again;
	// Whoever drops it meanwhile, this run does not buy it again.
	failed.set(row.key, { failure, pass });
	return { failure };
}

type Paid = Pick<Bought, 'payload' | 'text' | 'cost'>;

/** Undefined where what was stored with an execution is damaged. */
async function boughtAgain({ query }: Means, page: PaidPage): Promise<Paid | undefined> {
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
	{ query, gateway }: Means,
	{ payload, text, cost }: Paid,
	input: Asker['input'],
): { page: ReadPage } | { failure: Failure } {
	try {
		return { page: query.readPage(payload, input) };
	} catch (error) {
		const missing = error instanceof UnrecognisedShape ? error.missing : 'readable records';
		return { failure: gateway.unreadable(text, missing, cost) };
	}
}
