import { execFile, type ExecFileOptions } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program to its end and gives its output; a failure carries what it printed. */
export async function command(
	program: string,
	args: readonly string[],
	options: ExecFileOptions = {},
): Promise<string> {
	try {
		const { stdout } = await execute(program, [...args], {
			maxBuffer: 64 * 1024 * 1024,
			...options,
			encoding: 'utf8',
		});
		return stdout;
	} catch (error) {
		const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
		const printed = `${stdout}\n${stderr}`.trim().split('\n').slice(-30).join('\n');
		throw new Error(`${program} ${args.join(' ')} failed:\n${printed}`, { cause: error });
	}
}

/** Whether a program is on the PATH. */
export async function has(program: string): Promise<boolean> {
	return await execute('which', [program]).then(
		() => true,
		() => false,
	);
}
