import { MINUTES_KEPT, minutesLeft } from './decide';
import { leaveRun } from './passes';
import type { Pass } from './passes';
import type { PaidPage } from './row';
import { pack, rows } from './rows';
import type { Stored } from './stored';

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
