import { giveWay } from './turn';

/** Calls work(0) to work(count − 1), some at once. Where one throws, those under way end first. */
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
		await giveWay();
		const begun = worker();
		// What it throws is thrown below, when all have ended.
		begun.catch(() => {});
		workers.push(begun);
	}
	await Promise.allSettled(workers);
	await Promise.all(workers);
}

const lastWork = new Map<string, Promise<unknown>>();

/** Does the work when all that this process was given before under the same name has ended. */
export async function inSequence<T>(name: string, work: () => Promise<T>): Promise<T> {
	const running = (lastWork.get(name) ?? Promise.resolve()).then(work, work);
	lastWork.set(name, running);
	try {
		return await running;
	} finally {
		if (lastWork.get(name) === running) lastWork.delete(name);
	}
}
