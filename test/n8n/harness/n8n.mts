import { join } from 'node:path';
import { environment, type Database, type Place } from './environment.mts';
import { temporaryFolder } from './temporaryFolders.mts';
import { freePort } from './freePort.mts';
import { hasSqlite } from './installVersion.mts';
import type { Version } from './versions.mts';
import { mustRun, start, type Running } from './programs.mts';
import { until } from './until.mts';

/** An n8n that runs and answers. */
export interface N8n {
	readonly place: Place;
	readonly url: string;
	readonly program: Running;
	stop(): Promise<void>;
}

/** Chooses folder and ports for an n8n process. */
export async function newPlace(
	version: Version,
	database: Database,
	home = temporaryFolder(`n8n-${version.name}`),
	port?: number,
): Promise<Place> {
	return {
		version,
		home,
		port: port ?? (await freePort()),
		brokerPort: await freePort(),
		database,
	};
}

/** Whether n8n can use its own default database on this machine. */
export function ownDatabase(version: Version): Database | undefined {
	return hasSqlite(version) ? { kind: 'sqlite' } : undefined;
}

/** Starts `n8n start` and waits until it serves the editor. */
export async function startN8n(place: Place, more: Record<string, string> = {}): Promise<N8n> {
	const url = `http://127.0.0.1:${place.port}`;
	const program = start(
		`n8n ${place.version.name}`,
		place.version.node,
		[place.version.cli, 'start'],
		join(place.home, 'n8n.log'),
		{ env: environment(place, more), cwd: place.home },
	);
	await until(`n8n ${place.version.name} to be ready`, 180, () => isReady(program, url), 250);
	return { place, url, program, stop: () => program.stop() };
}

async function isReady(program: Running, url: string): Promise<boolean> {
	await mustRun(program);
	const ready = await fetch(`${url}/healthz/readiness`);
	if (!ready.ok) return false;
	// readiness comes before the interface is there; until then a placeholder page is served
	const settings = await fetch(`${url}/rest/settings`);
	return settings.headers.get('content-type')?.includes('application/json') ?? false;
}
