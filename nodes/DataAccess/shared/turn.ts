import { sleep } from 'n8n-workflow';

/** Milliseconds for which work that waits for nothing may hold n8n's one thread. */
const LONGEST_TURN = 15;

let turnBegan = 0;

/** An answer came from outside: until then, everything else in this process could run. */
export function beginTurn(): void {
	turnBegan = Date.now();
}

/**
 * Lets everything else in this process run, where work has held the thread for long enough. Await it
 * between pieces of work that wait for no network.
 */
export async function giveWay(): Promise<void> {
	if (Date.now() - turnBegan < LONGEST_TURN) return;
	await sleep(0);
	beginTurn();
}

/** As many pieces of work as take a few milliseconds at most. */
const FEW = 10_000;

/** Like giveWay, for lists over 10,000. */
export async function giveWayFor({ length }: { length: number }): Promise<void> {
	if (length > FEW) await giveWay();
}
