import { join } from 'node:path';

import getPort from 'get-port';

import { environment } from './environment.mts';
import type { Database, Place } from './environment.mts';
import { hasSqlite } from './installVersion.mts';
import { startPostgres } from './postgres.mts';
import { startProgram } from './programs.mts';
import type { Program } from './programs.mts';
import { temporaryFolder } from './temporaryFolders.mts';
import { until } from './until.mts';
import type { Version } from './versions.mts';

export async function newPlace(version: Version, database: Database, wanted?: number) {
	const port = wanted ?? (await getPort({ reserve: true }));
	const brokerPort = await getPort({ reserve: true });
	return { version, home: temporaryFolder(`n8n-${version.name}`), port, brokerPort, database };
}

/** Returns n8n's default database, SQLite, if this install has it. Otherwise starts PostgreSQL. */
export async function anyDatabase(version: Version): Promise<Database> {
	return hasSqlite(version) ? { kind: 'sqlite' } : await startPostgres();
}

/** Starts `n8n start` and waits until it serves the editor. */
export async function startN8n(place: Place, more: Record<string, string> = {}) {
	const url = `http://127.0.0.1:${place.port}`;
	const { version, home } = place;
	const logFile = join(home, 'n8n.log');

	async function startHere(): Promise<Program> {
		const command = [version.node, version.cli, 'start'] as const;
		const options = { cwd: home, env: environment(place, more) };
		const begun = startProgram(`n8n ${version.name}`, command, logFile, options);
		await until(`${begun.name} to be ready`, 180, () => isReady(begun, url), 250);
		return begun;
	}

	let program = await startHere();
	return {
		url,
		logFile,
		get program() {
			return program;
		},
		/** Ends the process, and starts a new one with the same database. */
		async restart() {
			await program.stop();
			program = await startHere();
		},
		/** Kills the process, as if memory had run out, and starts a new one. */
		async killAndRestart() {
			await program.kill();
			program = await startHere();
		},
	};
}

async function isReady(program: Program, url: string): Promise<boolean> {
	await program.mustRun();
	const ready = await fetch(`${url}/healthz/readiness`);
	if (!ready.ok) return false;
	// n8n is ready before its API is. Until then it serves a placeholder page.
	const settings = await fetch(`${url}/rest/settings`);
	return settings.headers.get('content-type')?.includes('application/json') ?? false;
}
