import { MINUTES_KEPT, minutesLeft } from './decide';
import { Account } from './money';
import type { NodeContext } from './nodeContext';
import type { PaidPage, Pass, Run } from './row';
import { pack, rows } from './rows';
import type { Stored } from './stored';

/** The execution of the workflow, and the time that it has. */
export interface Execution {
	/** Empty where n8n names none: then each run, or use of a tool, stands alone. */
	id: string;
	context: NodeContext;
	stop?: AbortSignal;
	/** Epoch milliseconds at which whoever waits for the run gives it up, Infinity for never. */
	deadline: number;
	/** Milliseconds for which the run waits in all for a rate limit, Infinity for as long as it takes. */
	patience: number;
	/** What is to be done when it has ended; n8n 1 never does it. */
	onEnd(handler: () => void): void;
}

/** Who runs the node. */
export interface Runner {
	isTool: boolean;
	/** n8n runs the node so many times at most. */
	maxTries: number;
}

// The context is one object for as long as the execution lives in this process.
const runs = new WeakMap<NodeContext, Run>();

let alone = 0;

/** The next pass of n8n through the node: a try of the run that is not over, or of another one. */
export function nextPass({ id, context, onEnd }: Execution, { isTool, maxTries }: Runner): Pass {
	const execution = id === '' ? `alone ${(alone += 1)}` : id;
	const known = runs.get(context);
	const isKnown = known?.execution === execution && !known.isOver;
	const own = { account: new Account(), begunAt: Date.now() };
	const run: Run = isKnown
		? known
		: { ...own, execution, rows: new Map(), failed: new Map(), passes: 0, isOver: false };
	runs.set(context, run);
	run.passes += 1;
	const isAskedAgain = isTool && id !== '';
	if (isAskedAgain && !isKnown) onEnd(() => forget(run));
	return {
		run,
		isTool,
		isAskedAgain,
		isLast: run.passes >= maxTries,
		mayRepeatUnknown: maxTries > 1,
		// Each use of a tool has an account of its own: n8n never tries one again.
		account: isTool ? own.account : run.account,
		begunAt: isTool ? own.begunAt : run.begunAt,
		used: new Set(),
		taken: new Set(),
		sought: new Map(),
		bytes: 0,
	};
}

/** The run is over, unless a model may ask on. */
export function leaveRun({ run, isAskedAgain }: Pass): void {
	if (!isAskedAgain) forget(run);
}

/** Its failures and its pages are those of nobody any more. */
function forget(run: Run): void {
	run.isOver = true;
	run.failed.clear();
	for (const { pages } of run.rows.values()) {
		for (const page of pages) {
			page.holders.delete(run.execution);
			if (page.boughtIn?.run === run) page.boughtIn = undefined;
		}
	}
}

/** Which pages of a run that delivered nothing need not be bought again. */
export interface SafePages {
	/** All that were paid for or taken over. */
	pages: number;
	/** Those that a new execution finds in memory, and the minutes for which it finds them all. */
	inMemory: number;
	minutes: number;
	/** Those that n8n's Retry of the execution finds. */
	stored: number;
}

/**
 * The pass is over: what it has used and taken is delivered, or all that the execution holds is kept for whoever may
 * use it, and stored with it for n8n's Retry.
 * @returns what is safe, where nothing was delivered
 */
export async function endPass(
	pass: Pass,
	stored: Stored,
	{ isDelivered, isStopped }: { isDelivered: boolean; isStopped: boolean },
): Promise<SafePages | undefined> {
	const { run, used, taken } = pass;
	let held: PaidPage[] = [];
	let kept: ReadonlySet<PaidPage> = new Set();
	try {
		const now = Date.now();
		for (const page of used) {
			if (isDelivered && taken.has(page)) {
				page.deliveredAt = now;
				stored.forget(page.row);
			} else page.failedAt ??= now;
		}
		if (isDelivered) return undefined;
		// What failed must last.
		for (const page of used) {
			if (typeof page.text === 'string') page.text = await pack(page.text);
		}
		const ofEach = [...run.rows.values()].map(({ pages }) => {
			const own = pages.filter(({ holders }) => holders.has(run.execution));
			return own.findLast(({ unreadAt }) => unreadAt === undefined) ?? own.at(-1);
		});
		const all = ofEach.filter((page) => page !== undefined);
		kept = await stored.keep(all);
		// One that could not be read is kept for whoever can, and is nothing that this run has.
		held = all.filter(({ row }) => !run.failed.has(row.key));
	} finally {
		if (isDelivered || pass.isLast || isStopped) leaveRun(pass);
		rows.close(pass);
	}
	const now = Date.now();
	const minutes = held
		.filter((page) => page.row.pages.includes(page))
		.map((page) => Math.round(minutesLeft(page, now)))
		.filter((left) => left > 0);
	return {
		pages: held.length,
		inMemory: minutes.length,
		minutes: minutes.reduce((least, each) => Math.min(least, each), MINUTES_KEPT),
		stored: held.filter((page) => kept.has(page)).length,
	};
}
