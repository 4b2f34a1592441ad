import { after, before } from 'node:test';

import { installVersion } from './installVersion.mts';
import { leaveNothingBehind } from './leaveNothingBehind.mts';
import { stopAll } from './programs.mts';
import { startQueueMode } from './queueMode.mts';
import type { QueueMode } from './queueMode.mts';
import { startRegularMode } from './regularMode.mts';
import { requireSystemPackages } from './systemPackages.mts';
import { versionNamed } from './versions.mts';
import type { Version, VersionName } from './versions.mts';
import type { World } from './world.mts';

leaveNothingBehind();

/** A world for all tests of a suite. What has started is stopped even if the rest failed to start. */
function useWorld<Kind extends World>(
	name: VersionName,
	start: (version: Version, cleanup: AsyncDisposableStack) => Promise<Kind>,
): Kind {
	const world = {} as Kind;
	const cleanup = new AsyncDisposableStack();
	before(async () => {
		await requireSystemPackages();
		const version = versionNamed(name);
		await installVersion(version);
		Object.assign(world, await start(version, cleanup));
	});
	after(async () => {
		await stopAll();
		await cleanup.disposeAsync();
	});
	return world;
}

/** One process of n8n for all tests of a suite. */
export const useRegularMode = (name: VersionName) =>
	useWorld(name, (version, cleanup) => startRegularMode(version, cleanup));

/** n8n in queue mode for all tests of a suite. The suite starts the workers. */
export const useQueueMode = (name: VersionName): QueueMode =>
	useWorld(name, (version, cleanup) => startQueueMode(version, cleanup));
