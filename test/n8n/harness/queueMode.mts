import { startEmulator } from '../../../emulator/emulator.mts';
import { installCommunityPackage, pack } from './communityPackage.mts';
import { newPlace, startN8n } from './n8n.mts';
import { startPostgres } from './postgres.mts';
import { startRedis } from './redis.mts';
import { temporaryFolder } from './temporaryFolders.mts';
import type { Version } from './versions.mts';
import { workersOf } from './workers.mts';
import { API_KEY, setUpAccount } from './world.mts';

/**
 * A worker counts as dead if it has not renewed its lock in time. With n8n's defaults (a lock of 60 s,
 * checked every 30 s), the test would wait two minutes instead of half a minute.
 */
const IMPATIENCE = {
	QUEUE_WORKER_LOCK_DURATION: '6000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

/**
 * Starts n8n in queue mode: PostgreSQL, Redis, and a main process, without workers.
 * @param cleanup closes what is started here
 */
export async function startQueueMode(version: Version, cleanup: AsyncDisposableStack) {
	const tarball = await pack(temporaryFolder('pack'));
	const emulator = await startEmulator({ seed: 1, apiKeys: [API_KEY] });
	cleanup.defer(() => emulator.close());
	const database = await startPostgres();
	const settings = {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(await startRedis()),
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		...IMPATIENCE,
	};
	const place = await newPlace(version, database);
	await installCommunityPackage(tarball, place.home);
	const main = await startN8n(place, settings);
	const workers = workersOf(version, tarball, database, settings);
	return {
		version,
		emulator,
		workers,
		...(await setUpAccount(main.url, emulator)),
		async restart() {
			const count = workers.running.length;
			await workers.scaleTo(0);
			await Promise.all([main.restart(), workers.scaleTo(count)]);
		},
	};
}

export type QueueMode = Awaited<ReturnType<typeof startQueueMode>>;
