import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startWorld } from './harness/world.mts';
import type { World } from './harness/world.mts';
let world: World;
beforeAll(async () => { world = await startWorld(); });
afterAll(() => world.close());
test.each([1,2,3])('%s', async (n) => {
  const run = await world.run({ resource: 'note', operation: 'searchImages', keyword: 'k'+n, returnAll: true });
  console.log(run.status, run.hint, run.items.length, JSON.stringify(run.items[0]), run.error, world.emulator.ledger.map((e) => JSON.stringify(e.rawBody)));
  expect(run.status).toBe('success');
});
