import { join } from 'node:path';
import { installCommunityPackage, type Tarball } from './communityPackage.mts';
import { environment, type Database } from './environment.mts';
import { freePort } from './freePort.mts';
import type { Version } from './versions.mts';
import { newPlace, startN8n, type N8n } from './n8n.mts';
import { mustRun, start, type Running } from './programs.mts';
import type { Redis } from './redis.mts';
import { until } from './until.mts';

/** n8n in queue mode: a main that takes the calls, and workers that run them. */
export interface Cluster {
	readonly main: N8n;
	readonly workers: readonly Running[];
	/** Adds a worker and waits until it takes jobs. */
	addWorker(): Promise<Running>;
	stop(): Promise<void>;
}

/**
 * A worker is thought dead when it did not renew its lock in time. n8n's defaults (60 s lock, looked
 * at every 30 s) would make the test wait two minutes for what it sees here within half of one.
 */
const impatience = {
	QUEUE_WORKER_LOCK_DURATION: '6000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

/** Starts main and workers, each with a home of its own in which the package is installed. */
export async function startCluster(
	version: Version,
	tarball: Tarball,
	database: Database,
	redis: Redis,
	concurrency = 5,
): Promise<Cluster> {
	const shared = {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		...impatience,
	};
	const workers: Running[] = [];

	async function addWorker(): Promise<Running> {
		const place = await newPlace(version, database);
		await installCommunityPackage(tarball, place.home);
		const health = await freePort();
		const worker = start(
			`worker ${workers.length + 1} of n8n ${version.name}`,
			version.node,
			[version.cli, 'worker', `--concurrency=${concurrency}`],
			join(place.home, 'n8n.log'),
			{
				cwd: place.home,
				env: environment(place, {
					...shared,
					QUEUE_HEALTH_CHECK_ACTIVE: 'true',
					QUEUE_HEALTH_CHECK_PORT: String(health),
				}),
			},
		);
		workers.push(worker);
		await until(`${worker.name} to be ready`, 180, async () => {
			await mustRun(worker);
			return (await fetch(`http://127.0.0.1:${health}/healthz/readiness`)).ok;
		});
		return worker;
	}

	const place = await newPlace(version, database);
	await installCommunityPackage(tarball, place.home);
	const main = await startN8n(place, shared);
	return {
		main,
		workers,
		addWorker,
		async stop() {
			await Promise.all(workers.map((worker) => worker.stop()));
			await main.stop();
		},
	};
}
