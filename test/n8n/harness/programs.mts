import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** How long a program may take to end by itself; n8n finishes what it has begun. */
const GRACE_MS = 60_000;

/** A program that was started here, and that is stopped here. */
export interface Program {
	readonly name: string;
	/** Resolves when it has ended, however that came about. */
	readonly ended: Promise<unknown>;
	/** Throws, with the end of its log, once it has ended. */
	mustRun(): Promise<void>;
	/** SIGTERM, and SIGKILL where that is not heeded in time. */
	stop(): Promise<void>;
	/** SIGKILL to the program and all that it started, as when a machine is lost. */
	kill(): Promise<void>;
}

const running = new Map<Program, number>();

function killGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch (error) {
		// ESRCH: the group is gone already, which is what was wanted.
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

/**
 * Starts a program in a process group of its own (n8n starts task runners, which must go with it),
 * with its output at the end of `logFile`. Throws where the program cannot be started.
 */
export function startProgram(
	name: string,
	command: readonly [file: string, ...args: string[]],
	logFile: string,
	options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> = {},
): Program {
	const [file, ...args] = command;
	const log = openSync(logFile, 'a');
	const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', log, log] });
	closeSync(log);
	const { pid } = child;
	if (pid === undefined) {
		child.on('error', () => undefined);
		throw new Error(`${name} cannot be started: is ${file} there?`);
	}

	let outcome: string | undefined;
	const ended = once(child, 'exit').then(([code, signal]) => {
		// n8n's task runners may outlive it.
		killGroup(pid);
		running.delete(program);
		outcome = signal === null ? `Its exit code was ${code}.` : `It was ended by ${signal}.`;
	});
	const program: Program = {
		name,
		ended,
		async mustRun() {
			if (outcome === undefined) return;
			const printed = await readFile(logFile, 'utf8');
			throw new Error(
				`${name} has ended. ${outcome}\n${printed.trimEnd().split('\n').slice(-40).join('\n')}`,
			);
		},
		async stop() {
			child.kill();
			const kill = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
			await ended.finally(() => clearTimeout(kill));
		},
		async kill() {
			killGroup(pid);
			await ended;
		},
	};
	running.set(program, pid);
	return program;
}

/** Stops all that still runs: last started, first stopped. */
export async function stopAll(): Promise<void> {
	for (const program of [...running.keys()].reverse()) await program.stop();
}

export function killAll(): void {
	for (const pid of running.values()) killGroup(pid);
}
