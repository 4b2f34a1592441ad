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

/** n8n's own default database where it can be had, else a PostgreSQL of ours. */
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
		/** Ends the process and starts another in its place, which finds what the first has stored. */
		async restart() {
			await program.stop();
			program = await startHere();
		},
		/** The same, as when the memory runs out: the process ends in the middle of what it does. */
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
	// Readiness comes before the interface is there; until then a placeholder page is served.
	const settings = await fetch(`${url}/rest/settings`);
	return settings.headers.get('content-type')?.includes('application/json') ?? false;
}
