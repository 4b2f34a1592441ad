import { fork } from 'node:child_process';

/**
 * Runs a file of the bench in a process of its own, and returns what it sends. So the memory of other
 * work is not measured.
 */
export async function isolated<T>(
	file: string,
	argument: unknown,
	flags: readonly string[] = [],
): Promise<T> {
	return await new Promise((resolve, reject) => {
		const child = fork(file, [JSON.stringify(argument)], {
			execArgv: ['--expose-gc', ...flags],
		});
		process.once('exit', () => child.kill());
		child.once('message', (message) => resolve(message as T));
		child.once('exit', (code, signal) => {
			reject(new Error(`It ended without a result (${signal ?? code})`));
		});
	});
}
