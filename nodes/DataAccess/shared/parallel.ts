import { giveWay } from './turn';

/** Calls work(0) to work(count − 1), some at once. Where one throws, those under way end first. */
export async function inParallel(
	count: number,
	parallel: number,
	work: (index: number) => Promise<void>,
): Promise<void> {
	let nextIndex = 0;
	const thrown: unknown[] = [];
	const worker = async () => {
		try {
			while (nextIndex < count && thrown.length === 0) await work(nextIndex++);
		} catch (error) {
			thrown.push(error);
		}
	};
	const workers: Array<Promise<void>> = [];
	while (workers.length < Math.min(parallel, count)) {
		if (workers.length > 0) await giveWay();
		workers.push(worker());
	}
	await Promise.all(workers);
	if (thrown.length > 0) throw thrown[0];
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
