import { startEmulator, type Emulator } from '../../../emulator/emulator.mts';
import { pack } from './communityPackage.mts';
import { createCredential } from './credentials.mts';
import { temporaryFolder } from './temporaryFolders.mts';
import type { Version } from './versions.mts';
import { startPostgres } from './postgres.mts';
import { stopAll } from './programs.mts';
import { startCluster, type Cluster } from './cluster.mts';
import { startRedis } from './redis.mts';
import { Rest } from './rest.mts';
import { apiKey, prepare } from './regularMode.mts';

/** n8n in queue mode with the package in main and workers, and an emulator of the gateway. */
export interface QueueStage {
	readonly version: Version;
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
	const version = await prepare(name, say);
	const tarball = await pack(temporaryFolder('pack'));
	const postgres = await startPostgres();
	const redis = await startRedis();
	const emulator = await startEmulator({ seed: 1, apiKeys: [apiKey] });
	const database = await postgres.database('n8n');
	const cluster = await startCluster(version, tarball, database, redis);
	const rest = new Rest(cluster.main.url);
	await rest.setUpOwner();
	const { url: baseUrl, provider } = emulator;
	const credentialId = await createCredential(rest, { baseUrl, apiKey, provider });
	return {
		version,
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
