import { afterAll, beforeAll, beforeEach } from '@jest/globals';

import type { EmulatorOptions } from '../../emulator/emulator.mts';
import { startWorld } from './world.mts';
import type { World } from './world.mts';

/** A world for all tests of a file, its emulator as new before each of them. */
export function useWorld(options?: EmulatorOptions): World {
	const world = {} as World;
	beforeAll(async () => {
		Object.assign(world, await startWorld(options));
	});
	beforeEach(() => world.emulator.reset());
	afterAll(() => world.close());
	return world;
}
