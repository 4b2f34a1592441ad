import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** How long a program may take to end: n8n finishes its executions. */
const GRACE_MS = 60_000;

/** A program that this process starts and stops. */
export interface Program {
	readonly name: string;
	/** Resolves when it has ended for any reason. */
	readonly ended: Promise<unknown>;
	/** Throws an error with the end of its log if it has ended. */
	mustRun(): Promise<void>;
	/** Sends SIGTERM, and SIGKILL if it does not end in time. */
	stop(): Promise<void>;
	/** Sends SIGKILL to the program and all that it started, as if a machine were lost. */
	kill(): Promise<void>;
}

const running = new Map<Program, number>();

function killGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch (error) {
		// ESRCH: the group has ended already.
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

/**
 * Starts a program in a process group of its own (n8n starts task runners, which must go with it),
 * with its output at the end of `logFile`. Throws if the program cannot be started.
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

/** Stops all running programs, the last one first. */
export async function stopAll(): Promise<void> {
	for (const program of [...running.keys()].reverse()) await program.stop();
}

export function killAll(): void {
	for (const pid of running.values()) killGroup(pid);
}
