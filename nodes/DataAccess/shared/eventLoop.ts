import { sleep } from 'n8n-workflow';

/** Milliseconds for which synchronous work may hold n8n's one thread. */
const LONGEST_HOLD = 15;

/** One turn for all executions of the process, which share its thread. */
let yieldedAt = 0;

/** An answer came from outside: everything else in this process could run meanwhile. */
export function markYielded(): void {
	yieldedAt = Date.now();
}

/** Lets everything else run if work has held the thread for long: to be awaited between pieces of it. */
export async function yieldToEventLoop(): Promise<void> {
	while (Date.now() - yieldedAt >= LONGEST_HOLD) {
		const before = yieldedAt;
		await sleep(0);
		// All that waited are woken at once: the first of them begins a turn, which the others share.
		if (yieldedAt === before) markYielded();
	}
}
