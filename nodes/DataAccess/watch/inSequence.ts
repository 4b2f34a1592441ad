const lastWork = new Map<string, Promise<unknown>>();

/** Does the work once all earlier work under the same name, in this process, has ended. */
export async function inSequence<T>(name: string, work: () => Promise<T>): Promise<T> {
	const running = (lastWork.get(name) ?? Promise.resolve()).then(work, work);
	lastWork.set(name, running);
	try {
		return await running;
	} finally {
		if (lastWork.get(name) === running) lastWork.delete(name);
	}
}
