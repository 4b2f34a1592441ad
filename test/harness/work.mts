/** Milliseconds of this process's own work on a job: what else the machine does does not count. */
export async function workOf(job: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	await job();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

// The clock of a process's own work ticks as slowly: below it a ratio says nothing.
const TICK = 10;

// Beyond so many milliseconds it is no accident of the machine.
const LONG = 2000;

/**
 * How many times as much work the larger value is, the least of up to twenty tries; a job that goes
 * back in what it reads takes seconds for the larger one.
 * @param most the ratio from which on another try is made
 */
export async function growthOf<T>(
	small: T,
	large: T,
	job: (value: T) => unknown,
	most: number,
): Promise<number> {
	let [ofSmall, ofLarge, ratio] = [Infinity, Infinity, Infinity];
	for (let attempt = 0; attempt < 20; attempt++) {
		ofSmall = Math.min(ofSmall, await workOf(() => job(small)));
		ofLarge = Math.min(ofLarge, await workOf(() => job(large)));
		ratio = (ofLarge + TICK) / (ofSmall + TICK);
		if (ratio < most || ofLarge > LONG) break;
	}
	return ratio;
}
