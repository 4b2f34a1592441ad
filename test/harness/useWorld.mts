import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

import type { EmulatorOptions } from '../../emulator/emulator.mts';
import { startWorld } from './world.mts';
import type { World } from './world.mts';

/** A world for all tests of a file, as new for each of them, also after one that failed half-way. */
export function useWorld(options?: EmulatorOptions): World {
	const world = {} as World;
	beforeAll(async () => {
		Object.assign(world, await startWorld(options));
	});
	beforeEach(() => world.renew());
	afterEach(() => world.engine.stopAll());
	afterAll(() => world.close());
	return world;
}
