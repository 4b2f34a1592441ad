import { yieldToEventLoop } from './eventLoop';

/** Calls work(0) to work(count − 1), some at once. If one throws, those in progress end before this throws. */
export async function inParallel(
	count: number,
	parallel: number,
	work: (index: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	const worker = async () => {
		try {
			while (next < count) await work(next++);
		} finally {
			next = count;
		}
	};
	const workers: Array<Promise<void>> = [];
	while (workers.length < Math.min(parallel, count)) {
		await yieldToEventLoop();
		const begun = worker();
		// Otherwise the rejection would be unhandled for a while. The error is thrown below, after all have ended.
		begun.catch(() => {});
		workers.push(begun);
	}
	await Promise.allSettled(workers);
	await Promise.all(workers);
}
