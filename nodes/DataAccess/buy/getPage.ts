import { payloadAgain } from '../gateway/gateway';
import type { Bought } from '../gateway/gateway';
import type { ReadPage } from '../operations/operation';
import { UnrecognisedShape } from '../operations/parts/shape';
import type { Failure } from '../shared/failure';
import { giveWay } from '../shared/turn';
import { buyPage } from './buyPage';
import type { Buying } from './buyPage';
import { decide, isRecent } from './decide';
import { lookFor } from './look';
import type { BoughtPage, CallOutcome, PageOutcome, PageRequest } from './pageRequest';
import { waitBeforeAgain } from './retryPolicy';
import type { PaidPage } from './row';
import { bytesOf, pack, rows, unpack } from './rows';

/** Bytes of pages that a pass holds as they came: compressing takes longer than all else that is done with a page. */
const PLAIN_BOUND = 32 * 2 ** 20;

/** A page that was bought a moment ago, and its answer as it came. */
interface Fresh {
	page: PaidPage;
	bought: Bought;
}

/** How a page is got for the least money: decided anew after each wait, look and call. */
export async function getPage(means: Buying, request: PageRequest): Promise<PageOutcome> {
	const { row, asker } = request;
	let fresh: Fresh | undefined;
	let attempt = 0;
	try {
		for (;;) {
			const decision = decide(row, asker, Date.now());
			if (decision === 'wait') await row.changes.next();
			else if (decision === 'buy') {
				row.underWay.add(asker);
				const answer = await call(means, request, attempt++);
				if (answer && !('bought' in answer)) return answer;
				if (answer) fresh = await keep(means, request, answer);
			} else if ('lookFor' in decision) {
				row.underWay.add(asker);
				const answer = await lookFor(means, request, decision.lookFor);
				if (answer) fresh = await keep(means, request, answer);
			} else if ('refuse' in decision) return { failure: decision.refuse };
			else {
				const outcome = await use(means, request, decision.use, fresh);
				if (outcome) return outcome;
			}
		}
	} finally {
		if (row.underWay.delete(asker)) row.changes.notify();
	}
}

/**
 * One paid call. What was surely not charged may be tried again, as long as there is time and patience.
 * @returns undefined: it is to be decided anew
 */
async function call(
	means: Buying,
	request: PageRequest,
	attempt: number,
): Promise<CallOutcome | undefined> {
	const { pace, time, halt, pass } = means;
	const { row, asker, timeout } = request;
	const before = row.failed.get(asker.execution)?.failure;
	try {
		const answer = await buyPage(means, request);
		if ('bought' in answer) return answer;
		// The cap is no failure, unless money went into a call that failed before it.
		if ('ended' in answer) {
			const isPaid = answer.ended === 'maxCost' && before && before.charged !== 'no';
			return isPaid ? { failure: before } : answer;
		}
		const { failure } = answer;
		const wait = halt.isOver ? undefined : waitBeforeAgain(failure, attempt, Math.random());
		if (wait !== undefined) time.noteWait();
		const isAllowed = wait !== undefined && time.allowsWait(wait);
		if (isAllowed && time.forCall(timeout, wait) !== undefined) {
			pace.changes.notify();
			await time.wait(wait, () => halt.isOver);
			return undefined;
		}
		// A run that made other calls ends with what they brought, not with this failure.
		if (isAllowed && pass.account.total.calls > attempt + 1) return { ended: 'outOfTime' };
		row.failed.set(asker.execution, { failure, pass });
		halt.note(failure);
		return answer;
	} finally {
		// Others wake up when the halt is noted, so that none of them begins.
		pace.changes.notify();
	}
}

/** What comes back is the execution's before anything can go wrong with it, and strangers look for it no more. */
async function keep(
	{ pass, stored }: Buying,
	{ row, asker: { execution } }: PageRequest,
	{ bought, begunAt, boughtAt }: BoughtPage,
): Promise<Fresh> {
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

/** @returns undefined where the page cannot be read, and may be bought instead */
async function use(
	means: Buying,
	{ row, asker, input }: PageRequest,
	page: PaidPage,
	fresh: Fresh | undefined,
): Promise<PageOutcome | undefined> {
	const { pass, query, stored } = means;
	const { execution } = asker;
	const isMine = page.boughtIn?.run === pass.run;
	const isReused = !pass.used.has(page) && (pass.isTool || !isMine);
	page.holders.add(execution);
	rows.use(page, pass, pass.used.get(page) ?? false);
	const bought = fresh?.page === page ? fresh.bought : await textAgain(means, page);
	const opened = open(means, bought, input);
	if ('page' in opened) {
		rows.use(page, pass, true);
		page.unreadAt = undefined;
		const { boughtAt, begunAt } = page;
		return { ...opened, boughtAt, age: isReused ? Date.now() - begunAt : undefined };
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
	stored.forget(row);
	rows.drop(page);
	return undefined;
}

async function textAgain(
	{ query }: Buying,
	page: PaidPage,
): Promise<Pick<Bought, 'payload' | 'text'>> {
	const text = await unpack(page);
	await giveWay();
	return { payload: payloadAgain(text, query), text };
}

/** The page in a payload that was paid for, or the failure that it cannot be read. */
function open(
	{ query, gateway }: Buying,
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
