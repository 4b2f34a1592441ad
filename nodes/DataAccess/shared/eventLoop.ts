import { sleep } from 'n8n-workflow';

/** Milliseconds for which synchronous work may hold n8n's one thread. */
const LONGEST_HOLD = 15;

/** Epoch milliseconds. One value for all executions of the process, because they share its thread. */
let yieldedAt = 0;

/** Call this when a response arrives: while the node waited for it, everything else in this process could run. */
export function markYielded(): void {
	yieldedAt = Date.now();
}

/** Lets everything else run if work has held the thread for long. Await it between pieces of long work. */
export async function yieldToEventLoop(): Promise<void> {
	// Otherwise nothing would yield for as long as the clock was set back.
	while (Math.abs(Date.now() - yieldedAt) >= LONGEST_HOLD) {
		const before = yieldedAt;
		await sleep(0);
		// All callers wake at once. The first one resets the time for all.
		if (yieldedAt === before) markYielded();
	}
}
