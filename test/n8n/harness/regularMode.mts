import { startEmulator } from '../../../emulator/emulator.mts';
import { installCommunityPackage, pack } from './communityPackage.mts';
import { MODEL_KEY_NAME, saveCredential } from './credentials.mts';
import { startModel } from './model.mts';
import { anyDatabase, newPlace, startN8n } from './n8n.mts';
import { createAccounts, startOutside } from './outside.mts';
import { temporaryFolder } from './temporaryFolders.mts';
import type { Version } from './versions.mts';
import { API_KEY, setUpAccount } from './world.mts';

/**
 * n8n as most people run it: one process that does everything.
 * @param cleanup closes what is started here
 */
export async function startRegularMode(version: Version, cleanup: AsyncDisposableStack, seed = 1) {
	const tarball = await pack(temporaryFolder('pack'));
	const emulator = await startEmulator({ seed, apiKeys: [API_KEY] });
	cleanup.defer(() => emulator.close());
	const { outside, environment, close } = await startOutside();
	cleanup.defer(close);
	const model = await startModel();
	cleanup.defer(() => model.close());
	const place = await newPlace(version, await anyDatabase(version));
	const packageFolder = await installCommunityPackage(tarball, place.home);
	const n8n = await startN8n(place, environment);
	const account = await setUpAccount(n8n.url, emulator);
	const modelKey = { apiKey: 'any', url: model.url };
	await saveCredential(account.rest, MODEL_KEY_NAME, 'openAiApi', modelKey);
	await createAccounts(account.rest);
	return {
		version,
		tarball,
		packageFolder,
		emulator,
		outside,
		/** The instance's own proxy. */
		proxy: environment.HTTPS_PROXY,
		/** The stand-in for a chat model. */
		model,
		...account,
		restart: () => n8n.restart(),
		killAndRestart: () => n8n.killAndRestart(),
	};
}

export type RegularMode = Awaited<ReturnType<typeof startRegularMode>>;
