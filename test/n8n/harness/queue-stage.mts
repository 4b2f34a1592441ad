import { startEmulator, type Emulator } from '../../../emulator/emulator.mts';
import { pack } from './community-package.mts';
import { createCredential } from './credentials.mts';
import { temporaryFolder } from './folders.mts';
import type { Line } from './lines.mts';
import { startPostgres } from './postgres.mts';
import { stopAll } from './processes.mts';
import { startCluster, type Cluster } from './queue-mode.mts';
import { startRedis } from './redis.mts';
import { Rest } from './rest.mts';
import { apiKey, prepare } from './stage.mts';

/** n8n in queue mode with the package in main and workers, and an emulator of the gateway. */
export interface QueueStage {
	readonly line: Line;
	readonly cluster: Cluster;
	readonly rest: Rest;
	readonly emulator: Emulator;
	readonly credentialId: string;
	close(): Promise<void>;
}

/** Starts PostgreSQL, Redis and the main; workers are for the test to add. */
export async function setQueueStage(
	name: string,
	say: (text: string) => void,
): Promise<QueueStage> {
	const line = await prepare(name, say);
	const tarball = await pack(temporaryFolder('pack'));
	const postgres = await startPostgres();
	const redis = await startRedis();
	const emulator = await startEmulator({ seed: 1, apiKeys: [apiKey] });
	const database = await postgres.database('n8n');
	const cluster = await startCluster(line, tarball, database, redis);
	const rest = new Rest(cluster.main.url);
	await rest.setUpOwner();
	const { url: baseUrl, provider } = emulator;
	const credentialId = await createCredential(rest, { baseUrl, apiKey, provider });
	return {
		line,
		cluster,
		rest,
		emulator,
		credentialId,
		async close() {
			await stopAll();
			await emulator.close();
		},
	};
}
