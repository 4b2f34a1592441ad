/** Returns the CPU time of this process for a job, in milliseconds: other work of the machine does not count. */
export async function workOf(job: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	await job();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}
