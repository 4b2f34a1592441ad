import { startEmulator, type Emulator } from '../../../emulator/emulator.mts';
import { installCommunityPackage, pack, type Tarball } from './communityPackage.mts';
import { createCredential } from './credentials.mts';
import { installPrograms } from './systemPackages.mts';
import type { Database } from './environment.mts';
import { removeFoldersAtTheEnd, temporaryFolder } from './temporaryFolders.mts';
import { installVersion } from './installVersion.mts';
import { versionNamed, type Version } from './versions.mts';
import { newPlace, ownDatabase, startN8n, type N8n } from './n8n.mts';
import { startOutside, type Outside } from './outside.mts';
import { startPostgres } from './postgres.mts';
import { stopAll, stopAllAtTheEnd } from './programs.mts';
import { Rest } from './rest.mts';

/** The key that the emulator takes. */
export const apiKey = 'test-key';

/** A whole n8n with the package in it, a credential, and an emulator of the gateway. */
export interface Stage {
	readonly version: Version;
	readonly tarball: Tarball;
	readonly n8n: N8n;
	readonly rest: Rest;
	readonly emulator: Emulator;
	readonly outside: Outside;
	readonly credentialId: string;
	/** Where the package is installed. */
	readonly packageFolder: string;
	close(): Promise<void>;
}

/** Sees to it that n8n and the programs beside it are there. */
export async function prepare(name: string, say: (text: string) => void): Promise<Version> {
	stopAllAtTheEnd();
	removeFoldersAtTheEnd();
	await installPrograms(say);
	const version = versionNamed(name);
	await installVersion(version, say);
	return version;
}

/** n8n's own default where it can be had, else a PostgreSQL of ours. */
export async function anyDatabase(version: Version): Promise<Database> {
	return ownDatabase(version) ?? (await (await startPostgres()).database('n8n'));
}

/** Puts everything on the stage. */
export async function setStage(name: string, say: (text: string) => void): Promise<Stage> {
	const version = await prepare(name, say);
	const tarball = await pack(temporaryFolder('pack'));
	const place = await newPlace(version, await anyDatabase(version));
	const packageFolder = await installCommunityPackage(tarball, place.home);
	const emulator = await startEmulator({ seed: 1, apiKeys: [apiKey] });
	const outside = await startOutside();
	const n8n = await startN8n(place);
	const rest = new Rest(n8n.url);
	await rest.setUpOwner();
	const { url: baseUrl, provider } = emulator;
	const credentialId = await createCredential(rest, { baseUrl, apiKey, provider });
	return {
		version,
		tarball,
		n8n,
		rest,
		emulator,
		outside,
		credentialId,
		packageFolder,
		async close() {
			await stopAll();
			outside.close();
			await emulator.close();
		},
	};
}
