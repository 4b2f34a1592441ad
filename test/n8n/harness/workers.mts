import { join } from 'node:path';

import getPort from 'get-port';

import { installCommunityPackage } from './communityPackage.mts';
import type { Tarball } from './communityPackage.mts';
import { environment } from './environment.mts';
import type { Database } from './environment.mts';
import { newPlace } from './n8n.mts';
import { startProgram } from './programs.mts';
import type { Program } from './programs.mts';
import { until } from './until.mts';
import type { Version } from './versions.mts';

/** Maximum number of executions of a worker at the same time. */
export const CONCURRENCY = 5;

/**
 * Returns the workers of an n8n in queue mode, none at first. Each has a home of its own, as in containers.
 * @param settings the variables that main and workers share
 */
export function workersOf(
	version: Version,
	tarball: Tarball,
	database: Database,
	settings: Record<string, string>,
) {
	const running: Program[] = [];
	let started = 0;
	async function add(): Promise<void> {
		const place = await newPlace(version, database);
		await installCommunityPackage(tarball, place.home);
		const health = String(await getPort({ reserve: true }));
		const checked = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: health };
		const worker = startProgram(
			`worker ${++started} of n8n ${version.name}`,
			[version.node, version.cli, 'worker', `--concurrency=${CONCURRENCY}`],
			join(place.home, 'n8n.log'),
			{ cwd: place.home, env: environment(place, { ...settings, ...checked }) },
		);
		running.push(worker);
		void worker.ended.then(() => running.splice(running.indexOf(worker), 1));
		await until(`${worker.name} to be ready`, 180, async () => {
			await worker.mustRun();
			return (await fetch(`http://127.0.0.1:${health}/healthz/readiness`)).ok;
		});
	}
	return {
		/** The running workers, oldest first. */
		running: running as readonly Program[],
		/** Stops the oldest workers, or starts new ones, until this many take jobs. */
		async scaleTo(count: number) {
			while (running.length > count) await running[0]!.stop();
			await Promise.all(Array.from({ length: count - running.length }, add));
		},
	};
}
