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
 * A worker is thought dead when it did not renew its lock in time. n8n's defaults (60 s lock, looked
 * at every 30 s) would make the test wait two minutes for what it sees here within half of one.
 */
const IMPATIENCE = {
	QUEUE_WORKER_LOCK_DURATION: '6000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

/**
 * n8n in queue mode: PostgreSQL, Redis, and a main that takes the calls for workers; of these, none at first.
 * @param cleanup gets what has to be closed
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
