import { sleep } from 'n8n-workflow';

/** Milliseconds for which synchronous work may hold n8n's one thread. */
const LONGEST_TURN = 15;

/** One turn for all executions of the process, which share its thread. */
let turnBegan = 0;

/** An answer came from outside: everything else in this process could run meanwhile. */
export function beginTurn(): void {
	turnBegan = Date.now();
}

/** Lets everything else run if work has held the thread for long: to be awaited between pieces of it. */
export async function giveWay(): Promise<void> {
	while (Date.now() - turnBegan >= LONGEST_TURN) {
		const before = turnBegan;
		await sleep(0);
		// All that waited are woken at once: the first of them begins a turn, which the others share.
		if (turnBegan === before) beginTurn();
	}
}
