import { randomUUID } from 'node:crypto';

import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { countdown, pause } from '../shared/pause';
import { Account } from './money';
import { openExecution } from './nodeExecution';
import type { Execution, NodeExecution } from './nodeExecution';
import { newRun } from './nodeRun';
import type { LastFailure, NodeRun } from './nodeRun';
import { LONGER_BY } from './pace';
import { bytesOf, keepPage, MINUTES_KEPT, packed, processLost, processPages } from './pages';
import type { LostCall, PaidPage } from './pages';
import { storeLost, storePages } from './stored';
import type { NodeContext } from './stored';

/** Bytes of pages that a run holds as they came: compressing takes longer than all else that is done with a page. */
const PLAIN_BOUND = 32 * 2 ** 20;

/** Calls that fail and are charged, with no page between them: further ones would, too. */
export const MOST_CHARGED_IN_A_ROW = 5;

const MINUTE = 60_000;

/** Who runs the node. */
export interface Runner {
	isTool: boolean;
	/** n8n runs the node so many times at most. */
	maxTries: number;
}

/** One pass of n8n through the node: a try of a run, or a use of a tool. */
export interface Pass {
	readonly execution: NodeExecution;
	readonly run: NodeRun;
	readonly isTool: boolean;
	/** n8n does not try the run again. */
	readonly isLast: boolean;
	/** By Retry On Fail, the user wants calls repeated whose outcome is unknown. */
	readonly mayRepeatUnknown: boolean;
	/** Of the run over all its tries, or of this use. */
	readonly account: Account;
	/** Epoch milliseconds at which it began, in the same sense. */
	readonly begunAt: number;
	/** The pages that it has used, and whether their records are delivered if the pass is. */
	readonly used: Map<PaidPage, boolean>;
	/** The lost calls that it has looked for. */
	readonly sought: Set<string>;
	/** By request, how many attempts have failed, whoever made them. */
	readonly attempts: Map<string, number>;
	/** Milliseconds for which it waits for the service in a row without a page. */
	readonly patience: number;
	/** Tells how many are left of it, and of the second by which a wait may be longer; left out where it has not waited. */
	waiting?: () => number;
}

/** Begins the next pass of n8n through the node: a try of the run that is not over, or of a new one. */
export function beginPass(setup: Execution, { isTool, maxTries }: Runner): Pass {
	const execution = openExecution(setup);
	const { run: last } = execution;
	// A run that has failed for good under On Error = Continue is over, too.
	const run = last && (isTool || last.tries < maxTries) ? last : newRun();
	execution.run = run;
	run.tries += 1;
	// Each use of a tool has an account of its own: n8n never tries one again.
	const { account, begunAt } = isTool ? { account: new Account(), begunAt: Date.now() } : run;
	return {
		execution,
		run,
		isTool,
		account,
		begunAt,
		isLast: run.tries >= maxTries,
		mayRepeatUnknown: maxTries > 1,
		used: new Map(),
		sought: new Set(),
		attempts: new Map(),
		patience: setup.patience,
	};
}

/** While the run is at work on a request, whoever else asks for it waits. */
export async function markUnderWay<T>(
	{ pass, key }: { pass: Pass; key: string },
	begun: Promise<T>,
): Promise<T> {
	const { underWay } = pass.execution;
	const work = begun.finally(() => underWay.delete(key));
	underWay.set(key, work);
	return await work;
}

/** Milliseconds that a wait may last, in a row without a page. Where nothing is left, it is below zero: not a moment. */
export function patienceLeft({ waiting, patience }: Pass): number {
	const left = waiting?.() ?? patience + LONGER_BY;
	return Math.max(Math.sign(left) - 1, left - LONGER_BY);
}

/** Waits for the service, which takes patience. */
export async function waitPatiently(
	pass: Pass,
	isOver: () => boolean,
	most = Infinity,
): Promise<void> {
	pass.waiting ??= countdown(pass.patience + LONGER_BY);
	await pause(most, isOver);
}

/** A page that came is the run's before anything can go wrong with it. */
export async function addPage(
	pass: Pass,
	{ key, text, begunAt }: Pick<PaidPage, 'key' | 'text' | 'begunAt'>,
): Promise<PaidPage> {
	const { run, account } = pass;
	pass.waiting = undefined;
	const page: PaidPage = { key, text, begunAt, boughtAt: Date.now(), leftUntil: 0 };
	run.pages.set(key, page);
	run.failures.delete(key);
	account.paidFor.add(page);
	run.plainBytes += bytesOf(page);
	if (run.plainBytes > PLAIN_BOUND) page.text = await packed(text);
	return page;
}

/** A page that is used is the run's from now on. */
export function markUsed({ run, used }: Pass, page: PaidPage): void {
	run.pages.set(page.key, page);
	used.set(page, used.get(page) ?? false);
}

/** The page is of no use to anybody: it may be bought. The run keeps an older one, which another list has used. */
export function forgetPage({ run, used }: Pass, page: PaidPage): void {
	used.delete(page);
	const older = [...used.keys()].find(({ key }) => key === page.key);
	if (older) run.pages.set(page.key, older);
	else run.pages.delete(page.key);
	if (processPages.get(page.key) === page) processPages.delete(page.key);
}

/** A call has ended without a clear outcome: the run looks for its answer first, and others once it has not found it. */
export function addLost({ execution, run }: Pass, call: Omit<LostCall, 'id' | 'endedAt'>): void {
	const known = { id: randomUUID(), endedAt: Date.now(), execution: execution.id, run };
	execution.lost.set(call.key, { ...call, ...known });
}

/**
 * What a call of a request came to is known: neither it nor an older one is looked for any more.
 * @param oldest when the oldest of them began, in epoch milliseconds: a call that has failed tells nothing of others
 */
export function forgetLost(
	{ execution }: Pass,
	{ key, begunAt }: Pick<LostCall, 'key' | 'begunAt'>,
	oldest = 0,
): void {
	for (const calls of [execution.lost, processLost]) {
		const call = calls.get(key);
		if (call && call.begunAt >= oldest && call.begunAt <= begunAt) calls.delete(key);
	}
}

/**
 * Some attempts of a request have failed, or a part of one.
 * @returns how many have in this pass
 */
export function countAttempts({ attempts }: Pass, key: string, more: number): number {
	const all = (attempts.get(key) ?? 0) + more;
	attempts.set(key, all);
	return all;
}

/** A request has failed in this pass. */
export function addFailure(pass: Pass, key: string, failure: Failure): void {
	const { run, execution } = pass;
	const failed: LastFailure = { failure, pass };
	run.failures.set(key, failed);
	if (failure.endsExecution) execution.refusedBy ??= failed;
	// A platform's own answer about one input says nothing of others.
	if (failure.charged === 'yes' && failure.code !== 'PLATFORM_ERROR') execution.chargedInARow += 1;
	if (execution.chargedInARow >= MOST_CHARGED_IN_A_ROW) {
		execution.refusedBy ??= { failure: failureOf('NOT_CALLED', { variant: 'chargedInARow' }) };
	}
}

/** Which pages of a run that delivered nothing need not be bought again. */
export interface SafePages {
	/** All that it has. */
	pages: number;
	/** Those that n8n's Retry of the execution finds, on any worker. */
	stored: number;
	/** Those that a new execution finds in this process, and the minutes for which it finds them all. */
	inMemory: number;
	minutes: number;
	/** Those that are in either. */
	kept: number;
}

interface Leaving {
	/** The API key, which is stored nowhere. */
	secret: string;
	/** Nor would a new execution use what this one leaves. */
	buysAnew: boolean;
}

/**
 * The pass is over: its pages are kept for a while for whoever may use them. What is delivered is then the run's no
 * more, unless it is a tool, of which a model may ask the same again; what is not is stored with the execution.
 * @returns what is safe, where nothing was delivered
 */
export async function endPass(
	{ execution, run, isTool, used }: Pass,
	isDelivered: boolean,
	{ secret, buysAnew }: Leaving,
): Promise<SafePages | undefined> {
	const leftUntil = Date.now() + MINUTES_KEPT * MINUTE;
	for (const [page, isMarked] of used) {
		// Of several runs that fail one after the other, the first counts: a page never gets older and older.
		page.leftUntil = isDelivered && isMarked ? 0 : page.leftUntil || leftUntil;
		keepPage(page);
	}
	const { context, lost } = execution;
	storeLost(context, lost.values());
	if (!isDelivered) {
		await storePages(context, run.pages.values(), secret);
		return safeOf(run, context, buysAnew);
	}
	if (!isTool) {
		execution.run = undefined;
		context.pages = undefined;
	}
	return undefined;
}

function safeOf({ pages, failures }: NodeRun, context: NodeContext, buysAnew: boolean): SafePages {
	// One that could not be read is kept for whoever can, and is nothing that this run has.
	const readable = [...pages.values()].filter(({ key }) => !failures.has(key));
	const onAnyWorker = readable.filter(({ key }) => context.pages?.[key]);
	const minutesOf = ({ leftUntil }: PaidPage) => Math.round((leftUntil - Date.now()) / MINUTE);
	const inMemory = readable.filter(
		(page) => !buysAnew && processPages.get(page.key) === page && minutesOf(page) > 0,
	);
	return {
		pages: readable.length,
		stored: onAnyWorker.length,
		inMemory: inMemory.length,
		minutes: inMemory.map(minutesOf).reduce((least, each) => Math.min(least, each), MINUTES_KEPT),
		kept: new Set([...onAnyWorker, ...inMemory]).size,
	};
}
