/** Does so many pieces of work, `parallel` of them at a time, beginning with the first. */
export async function inParallel(
	count: number,
	parallel: number,
	work: (index: number) => Promise<void>,
): Promise<void> {
	let nextIndex = 0;
	const worker = async () => {
		while (nextIndex < count) await work(nextIndex++);
	};
	await Promise.all(Array.from({ length: Math.min(parallel, count) }, worker));
}
