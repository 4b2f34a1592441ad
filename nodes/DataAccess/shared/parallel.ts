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
	/** Called whenever a job ends and no other waits. */
	onFree?: () => void;
	private readonly waiting: Array<() => void> = [];

	constructor(private free: number) {}

	/** The next job would begin at once. */
	get hasFree(): boolean {
		return this.free > 0;
	}

	async run<T>(job: () => Promise<T>): Promise<T> {
		if (this.free > 0) this.free -= 1;
		else await new Promise<void>((begin) => this.waiting.push(begin));
		try {
			return await job();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else {
				this.free += 1;
				this.onFree?.();
			}
		}
	}
}
