import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

import type { EmulatorOptions } from '../../emulator/emulator.mts';
import { startEngine } from './engine.mts';
import type { Engine } from './engine.mts';
import { startGateway } from './gateway.mts';
import type { OwnGateway } from './gateway.mts';
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

/** A gateway of a test's own for all tests of a file. */
export function useGateway(): OwnGateway {
	const gateway = {} as OwnGateway;
	beforeAll(async () => {
		const started = Object.getOwnPropertyDescriptors(await startGateway());
		Object.defineProperties(gateway, started);
	});
	beforeEach(() => gateway.answerWith(() => ({ status: 500, body: 'not set' })));
	afterAll(() => gateway.close());
	return gateway;
}

/** n8n's engine with the built node, for all tests of a file. */
export function useEngine(): Engine {
	const engine = {} as Engine;
	beforeAll(async () => {
		Object.assign(engine, await startEngine());
	});
	afterAll(() => engine.close());
	return engine;
}
