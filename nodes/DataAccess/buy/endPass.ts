import { leaveRun } from './passes';
import type { Pass } from './passes';
import { isHeldBy, minutesForAll, MINUTES_KEPT } from './row';
import type { PaidPage, Row } from './row';
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
	let kept: KeptPages | undefined;
	try {
		markUsed(pass, stored, isDelivered);
		if (!isDelivered) kept = await keepHeld(pass, stored);
	} finally {
		if (isDelivered || pass.isLast || isStopped) leaveRun(pass);
		rows.close(pass);
	}
	// Only now is it known what memory has room for.
	return kept && safeOf(kept);
}

function markUsed({ used, taken }: Pass, stored: Stored, isDelivered: boolean): void {
	const now = Date.now();
	for (const page of used) {
		if (isDelivered && taken.has(page)) {
			page.deliveredAt = now;
			stored.forget(page.row);
		} else page.leftAt ??= now;
	}
}

interface KeptPages {
	/** One of each request. */
	held: PaidPage[];
	stored: ReadonlySet<PaidPage>;
}

async function keepHeld({ run, used }: Pass, stored: Stored): Promise<KeptPages> {
	// What failed must last.
	for (const page of used) {
		if (typeof page.text === 'string') page.text = await pack(page.text);
	}
	const held = [...run.rows.values()].flatMap((row) => newestHeld(row, run.execution) ?? []);
	return {
		stored: await stored.keep(held),
		// One that could not be read is kept for whoever can, and is nothing that this run has.
		held: held.filter(({ row }) => !run.failures.has(row.key)),
	};
}

/** Of the pages that the execution holds, the newest that can be read, else the newest. */
function newestHeld({ pages }: Row, execution: string): PaidPage | undefined {
	const held = pages.filter((page) => isHeldBy(page, execution));
	return held.findLast(({ unreadAt }) => unreadAt === undefined) ?? held.at(-1);
}

function safeOf({ held, stored }: KeptPages): SafePages {
	const now = Date.now();
	const minutes = held
		.filter((page) => page.row.pages.includes(page))
		.map((page) => Math.round(minutesForAll(page, now)))
		.filter((rest) => rest > 0);
	return {
		pages: held.length,
		inMemory: minutes.length,
		minutes: minutes.reduce((least, each) => Math.min(least, each), MINUTES_KEPT),
		stored: held.filter((page) => stored.has(page)).length,
	};
}
