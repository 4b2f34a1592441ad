import { Changes } from './changes';
import { giveWay } from './turn';

/** Calls work(0) to work(count − 1), at most `parallel` at once. */
export async function inParallel(
	count: number,
	parallel: number,
	work: (index: number) => Promise<void>,
): Promise<void> {
	let nextIndex = 0;
	const worker = async () => {
		while (nextIndex < count) await work(nextIndex++);
	};
	const begin = async (workers: number): Promise<unknown> =>
		await Promise.all([worker(), workers > 1 && giveWay().then(() => begin(workers - 1))]);
	await begin(Math.min(parallel, count));
}

/** Runs at most so many jobs at once, in the order in which they come. */
export class Slots {
	private readonly changes = new Changes();

	constructor(private free: number) {}

	async run<T>(job: () => Promise<T>): Promise<T> {
		while (this.free <= 0) await this.changes.next();
		this.free -= 1;
		try {
			return await job();
		} finally {
			this.free += 1;
			this.changes.notify();
		}
	}
}
