import { payloadAgain } from '../gateway/answer';
import type { Bought } from '../gateway/gateway';
import type { ApiInput, ReadPage } from '../operations/operation';
import { SaysNotThere, UnrecognisedShape } from '../operations/parts/shape';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { giveWay } from '../shared/turn';
import type { Asker } from './decide';
import type { Means } from './means';
import { AGAIN, failedBy } from './outcome';
import type { Again, BoughtPage, FailedCall, PageOutcome } from './outcome';
import { addPage, isRecent, outdateLost } from './row';
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
	const { holder, failures } = pass.run;
	const holders = new Set([holder]);
	const page: PaidPage = { row, text, begunAt, boughtAt, boughtBy: holder, holders };
	addPage(page);
	pass.bought.add(page);
	pass.used.add(page);
	failures.delete(row.key);
	outdateLost(row, page, holder);
	stored.forgetLost(row, (each) => each.begunAt <= begunAt);
	pass.bytes += bytesOf(page);
	if (pass.bytes > PLAIN_BOUND) page.text = await pack(text);
	return page;
}

/**
 * Reads a page that may be used: the execution holds it from now on.
 * @param fresh its answer, where it came a moment ago
 * @returns `again` where the page cannot be read, and may be bought instead
 */
export async function usePage(
	means: Means,
	asker: Asker,
	page: PaidPage,
	fresh?: Bought,
): Promise<PageOutcome | Again> {
	const { pass, input } = asker;
	const isOfOthers = pass.isTool || page.boughtBy !== pass.run.holder;
	const isReused = isOfOthers && !pass.used.has(page);
	page.holders.add(pass.run.holder);
	pass.used.add(page);
	const read = await readPaid(means, page, input, fresh);
	if (read === 'damaged') {
		rows.drop(page);
		return AGAIN;
	}
	if ('failure' in read) return failOrDrop(means, asker, page, read.failure);
	page.unreadAt = undefined;
	const { boughtAt, begunAt } = page;
	const age = isReused ? Date.now() - begunAt : undefined;
	const taken = () => void pass.taken.add(page);
	return { kind: 'page', ...read, boughtAt, age, taken };
}

/**
 * A page that cannot be read is not bought again by whoever bought it, nor, for a while, where a user's path may be
 * wrong. Any other stands in nobody's way.
 */
function failOrDrop(
	{ query }: Means,
	{ row, pass }: Asker,
	page: PaidPage,
	failure: Failure,
): FailedCall | Again {
	const { holder, failures } = pass.run;
	const now = Date.now();
	page.unreadAt ??= now;
	const isMine = page.boughtBy === holder;
	const isForUser = query.isWritten && isRecent(page.unreadAt, now);
	if (!isMine && !isForUser) {
		rows.drop(page);
		return AGAIN;
	}
	const again = { ...failure, charged: 'no', particular: 'shapeAgain' } as const;
	const told = isMine ? (failures.get(row.key)?.failure ?? failure) : again;
	// Whoever drops it meanwhile, this run does not buy it again.
	failures.set(row.key, { failure: told, pass });
	return failedBy(told);
}

/** `damaged`: what was stored with an execution cannot even be unpacked. */
async function readPaid(
	{ query, gateway }: Means,
	page: PaidPage,
	input: ApiInput,
	fresh?: Bought,
): Promise<{ page: ReadPage } | { failure: Failure } | 'damaged'> {
	const text = fresh?.text ?? (await textOf(page));
	if (text === undefined) return 'damaged';
	let missing = 'readable records';
	try {
		const payload = fresh ? fresh.payload : payloadAgain(text, query);
		if (payload !== undefined) return { page: query.readPage(payload, input) };
	} catch (error) {
		if (error instanceof SaysNotThere) {
			const { cost } = fresh ?? {};
			const charged = cost === 0 ? 'no' : 'yes';
			const words = error.message;
			return { failure: failureOf('PLATFORM_ERROR', { words, httpStatus: 200, cost, charged }) };
		}
		if (error instanceof UnrecognisedShape) missing = error.missing;
	}
	return { failure: gateway.unreadable(text, missing, fresh?.cost) };
}

async function textOf(page: PaidPage): Promise<string | undefined> {
	try {
		return await unpack(page);
	} catch {
		return undefined;
	} finally {
		await giveWay();
	}
}
