import { afterAll, beforeAll, beforeEach } from '@jest/globals';

import type { EmulatorOptions } from '../../emulator/emulator.mts';
import { startWorld } from './world.mts';
import type { World } from './world.mts';

/** A world for all tests of a file, as new for each of them. */
export function useWorld(options?: EmulatorOptions): World {
	const world = {} as World;
	beforeAll(async () => {
		Object.assign(world, await startWorld(options));
	});
	beforeEach(() => {
		world.emulator.reset();
		world.engine.remembered.reset();
		// Pages and pace are kept by address: those of another test must not matter to this one.
		world.useFreshAddress();
	});
	afterAll(() => world.close());
	return world;
}
