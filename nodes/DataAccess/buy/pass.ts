import { randomUUID } from 'node:crypto';

import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { countdown, pause } from '../shared/pause';
import { Expenses } from './money';
import { executionFor } from './nodeExecution';
import type { ExecutionSetup, NodeExecution } from './nodeExecution';
import { newRun } from './nodeRun';
import type { LastFailure, NodeRun } from './nodeRun';
import { LONGER_BY } from './pace';
import { bytesOf, pack, processLost, processPages } from './pages';
import type { LostCall, PaidPage } from './pages';

/** Bytes of uncompressed pages that a run holds. Compressing takes longer than all other work on a page. */
const PLAIN_BOUND = 32 * 2 ** 20;

/** After this many charged failures without a page between them, further calls are expected to fail, too. */
export const MOST_CHARGED_IN_A_ROW = 5;

/** Who runs the node. */
export interface Runner {
	isTool: boolean;
	/** How many times n8n runs the node at most. */
	maxTries: number;
}

/** One try of a run, or one use of a tool. */
export interface Pass {
	readonly execution: NodeExecution;
	readonly run: NodeRun;
	readonly isTool: boolean;
	/** n8n will not try the run again. */
	readonly isLast: boolean;
	/** With Retry On Fail, the user wants calls of unknown outcome to be repeated. */
	readonly mayRepeatUnknown: boolean;
	/** Covers the run over all its tries, or this use of a tool. */
	readonly expenses: Expenses;
	/** Epoch milliseconds at which the run, or this use of a tool, began. */
	readonly begunAt: number;
	/** The pages that it has used. The value says whether their records are delivered if the pass succeeds. */
	readonly used: Map<PaidPage, boolean>;
	/** IDs of the lost calls that it has searched for. */
	readonly searched: Set<string>;
	/** How many attempts of each request have failed, made by any input item. */
	readonly attempts: Map<string, number>;
	/** Milliseconds that it may wait for the service between two pages. */
	readonly patience: number;
	/** Counts down from `patience` plus `LONGER_BY`; omitted if there was no wait since the last page. */
	waiting?: () => number;
}

/** Begins a pass: the next try of the run if that is not over, otherwise the first try of a new run. */
export function beginPass(setup: ExecutionSetup, { isTool, maxTries }: Runner): Pass {
	const execution = executionFor(setup);
	const { run: last } = execution;
	// Under On Error = Continue, a run whose last try failed is over, too.
	const run = last && (isTool || last.tries < maxTries) ? last : newRun();
	execution.run = run;
	run.tries += 1;
	// n8n never retries a use of a tool, so each use has expenses of its own.
	const { expenses, begunAt } = isTool ? { expenses: new Expenses(), begunAt: Date.now() } : run;
	return {
		execution,
		run,
		isTool,
		expenses,
		begunAt,
		isLast: run.tries >= maxTries,
		mayRepeatUnknown: maxTries > 1,
		used: new Map(),
		searched: new Set(),
		attempts: new Map(),
		patience: setup.patience,
	};
}

/** Marks a request as in flight until the work has ended. Equal requests wait for it. */
export async function markInFlight<T>(
	{ pass, key }: { pass: Pass; key: string },
	begun: Promise<T>,
): Promise<T> {
	const { inFlight } = pass.execution;
	const work = begun.finally(() => inFlight.delete(key));
	inFlight.set(key, work);
	return await work;
}

/**
 * Returns the milliseconds that a wait may last. Waits may become longer by up to `LONGER_BY`, which must not use up
 * patience. Returns -1 once patience is used up: the pass then does not even wait for another call to end.
 */
export function patienceLeft({ waiting, patience }: Pass): number {
	const left = waiting?.() ?? patience + LONGER_BY;
	return left > 0 ? Math.max(0, left - LONGER_BY) : -1;
}

/** Waits for the service, which uses up patience. */
export async function waitPatiently(
	pass: Pass,
	isOver: () => boolean,
	most = Infinity,
): Promise<void> {
	pass.waiting ??= countdown(pass.patience + LONGER_BY);
	await pause(most, isOver);
}

/** Records a page that was bought or recovered. Never throws, so that nothing can lose the page. */
export function addPage(
	pass: Pass,
	{ key, text, begunAt }: Pick<PaidPage, 'key' | 'text' | 'begunAt'>,
): PaidPage {
	const { run, expenses, used } = pass;
	pass.waiting = undefined;
	const page: PaidPage = { key, text, begunAt, boughtAt: Date.now(), availableUntil: 0 };
	run.pages.set(key, page);
	used.set(page, false);
	run.failures.delete(key);
	expenses.paidFor.add(page);
	run.plainBytes += bytesOf(page);
	return page;
}

/** Compresses a page that the run has bought or recovered, if the run holds many. */
export async function packIfMany({ run }: Pass, page: PaidPage): Promise<void> {
	if (run.plainBytes > PLAIN_BOUND) await pack(page);
}

/** Records that the pass uses a page, which belongs to the run from now on. */
export function markUsed({ run, used }: Pass, page: PaidPage): void {
	run.pages.set(page.key, page);
	used.set(page, used.get(page) ?? false);
}

/** Records that a page could be read, so an earlier failure of its request no longer counts. */
export function markRead({ run, execution }: Pass, { key }: PaidPage, isBought: boolean): void {
	run.failures.delete(key);
	if (isBought) execution.chargedInARow = 0;
}

/** Drops an unusable page, so that it may be bought again. The run keeps an older one that another list has used. */
export function forgetPage({ run, used }: Pass, page: PaidPage): void {
	used.delete(page);
	const older = [...used.keys()].find(({ key }) => key === page.key);
	if (older) run.pages.set(page.key, older);
	else run.pages.delete(page.key);
	if (processPages.get(page.key) === page) processPages.delete(page.key);
}

/** Records a call of unknown outcome. Its run searches for the response first; other runs may if that fails. */
export function addLost({ execution, run }: Pass, call: Omit<LostCall, 'id' | 'endedAt'>): void {
	const origin = { id: randomUUID(), endedAt: Date.now(), execution: execution.id, run };
	// The map keeps the place of a key that it has. The latest calls must be last, because the others may be dropped.
	execution.lost.delete(call.key);
	execution.lost.set(call.key, { ...call, ...origin });
}

/**
 * Forgets the lost calls of a request that began from `oldest` to `begunAt`, so that no pass searches for them again.
 * @param oldest epoch milliseconds; 0 for a page, which makes all older calls irrelevant
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
 * Adds failed attempts of a request. A rate limit may count as a part of one.
 * @returns how many attempts have failed in this pass
 */
export function countAttempts({ attempts }: Pass, key: string, more: number): number {
	const all = (attempts.get(key) ?? 0) + more;
	attempts.set(key, all);
	return all;
}

/** Records that a request has failed in this pass. */
export function addFailure(pass: Pass, key: string, failure: Failure): void {
	const { run, execution } = pass;
	const failed: LastFailure = { failure, pass };
	run.failures.set(key, failed);
	if (failure.endsExecution) execution.refusedBy ??= failed;
	// A platform's error about one input says nothing about other inputs.
	if (failure.charged === 'yes' && failure.code !== 'PLATFORM_ERROR') execution.chargedInARow += 1;
	if (execution.chargedInARow >= MOST_CHARGED_IN_A_ROW) {
		execution.refusedBy ??= { failure: failureOf('NOT_CALLED', { variant: 'chargedInARow' }) };
	}
}
