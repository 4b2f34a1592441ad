/** Milliseconds of this process's own work on a job: what else the machine does does not count. */
export async function workOf(job: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	await job();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}
