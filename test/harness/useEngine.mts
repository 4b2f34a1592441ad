import { afterAll, beforeAll } from '@jest/globals';

import { startEngine } from './engine.mts';
import type { Engine } from './engine.mts';

/** n8n's engine with the built node, for all tests of a file. */
export function useEngine(): Engine {
	const engine = {} as Engine;
	beforeAll(async () => {
		Object.assign(engine, await startEngine());
	});
	afterAll(() => engine.close());
	return engine;
}
