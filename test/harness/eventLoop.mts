/** Holds the thread. */
export function holdFor(milliseconds: number): void {
	const end = performance.now() + milliseconds;
	while (performance.now() < end);
}

/**
 * Returns the maximum number of pieces of work in one iteration of the event loop.
 * @param milliseconds for which each piece holds the thread
 */
export async function mostInARow(
	milliseconds: number,
	run: (piece: () => void) => Promise<unknown>,
): Promise<number> {
	let [inARow, most, isOver] = [0, 0, false];
	const tick = () => {
		inARow = 0;
		if (!isOver) setImmediate(tick);
	};
	setImmediate(tick);
	await run(() => {
		holdFor(milliseconds);
		most = Math.max(most, ++inARow);
	});
	isOver = true;
	return most;
}
