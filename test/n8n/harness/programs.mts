import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A program that was started here, and that is stopped here. */
export interface Running {
	readonly name: string;
	readonly child: ChildProcess;
	readonly logFile: string;
	readonly exited: Promise<number | null>;
	/** SIGTERM, and SIGKILL where that is not heeded in time. */
	stop(graceSeconds?: number): Promise<void>;
	/** SIGKILL to the program and all that it started, as when a machine is lost. */
	kill(): Promise<void>;
}

const running = new Set<Running>();

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, signal);
	} catch (error) {
		// ESRCH: the group is gone already, which is what was wanted
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

/**
 * Starts a program in a process group of its own (n8n starts task runners, which must go with it)
 * with its output in `logFile`.
 */
export function start(
	name: string,
	command: string,
	args: readonly string[],
	logFile: string,
	options: SpawnOptions = {},
): Running {
	const child = spawn(command, args, {
		...options,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const log = createWriteStream(logFile, { flags: 'a' });
	child.stdout?.pipe(log, { end: false });
	child.stderr?.pipe(log, { end: false });
	const exited = new Promise<number | null>((resolve) => {
		child.once('error', (error) => {
			log.write(`${String(error)}\n`);
			resolve(null);
		});
		child.once('exit', (code) => resolve(code));
	});
	const it: Running = {
		name,
		child,
		logFile,
		exited,
		async stop(graceSeconds = 20) {
			const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), graceSeconds * 1000);
			if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
			await exited;
			clearTimeout(timer);
			signalGroup(child, 'SIGKILL');
		},
		async kill() {
			signalGroup(child, 'SIGKILL');
			await exited;
		},
	};
	running.add(it);
	void exited.then(() => {
		running.delete(it);
		log.end();
	});
	return it;
}

/** Throws, with the end of its log, where a program that must go on running has ended. */
export async function mustRun(program: Running): Promise<void> {
	if (program.child.exitCode === null && program.child.signalCode === null) return;
	throw new Error(`${program.name} has ended:\n${await tail(program.logFile)}`);
}

/** The last lines of a log file. */
export async function tail(file: string, lines = 40): Promise<string> {
	const text = await readFile(file, 'utf8').catch(() => '(no log)');
	return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/** Stops all that still runs: last started, first stopped. */
export async function stopAll(graceSeconds = 10): Promise<void> {
	for (const one of [...running].reverse()) await one.stop(graceSeconds);
}

/**
 * Whatever way this process ends, nothing that it started stays behind. A signal is answered at once
 * and without grace: a test runner that was interrupted does not wait for its files, and all that is
 * lost is temporary.
 */
export function stopAllAtTheEnd(): void {
	process.once('exit', () => {
		for (const one of running) signalGroup(one.child, 'SIGKILL');
	});
	for (const [signal, code] of [
		['SIGINT', 130],
		['SIGTERM', 143],
		['SIGHUP', 129],
	] as const) {
		process.once(signal, () => process.exit(code));
	}
}
