import { expect, test } from '@jest/globals';

import { PolledFacts } from '../../nodes/DataAccess/watch/polledFacts.ts';
import { RememberedFacts } from '../../nodes/DataAccess/watch/rememberedFacts.ts';
import { Values } from '../harness/nodeOnHost.mts';

/** As many as a polling node remembers. */
const MOST = 10_000;

test('what a poll must not forget outlasts all that is new in it', async () => {
	let memory: string[] = [];
	const store = { read: () => memory, write: (facts: string[]) => void (memory = facts) };
	const names = Array.from({ length: MOST }, (_, index) => `record ${index}`);
	await new PolledFacts(store).keep(['watched', 'once'], []);
	await new PolledFacts(store).keep(names, ['watched']);
	expect(memory).toHaveLength(MOST);
	const held = await new PolledFacts(store).ask(['watched', 'once', ...names]);
	expect([held.has('watched'), held.has('once'), held.has('record 0')]).toEqual([
		true,
		false,
		false,
	]);
	expect(held.has('record 1')).toBe(true);
});

test('a poll takes no record for another one of ten thousand', async () => {
	let memory: string[] = [];
	const facts = new PolledFacts({ read: () => memory, write: (kept) => void (memory = kept) });
	await facts.keep(['record 274014'], []);
	// The first 36 bits of their digests are the same.
	expect((await facts.ask(['record 372213'])).size).toBe(0);
});

test('the lasting facts of fifty lists are the newest of a full memory after each run', async () => {
	const { store } = new Values('full').reachedBy();
	const lasting = Array.from({ length: 500 }, (_, index) => `floor ${index}`);
	const grown = (run: number) => Array.from({ length: 9_000 }, (_, index) => `${run} ${index}`);
	await new RememberedFacts(store).keep(lasting, []);
	for (let run = 0; run < 8; run++) {
		const facts = new RememberedFacts(store);
		await facts.open();
		await facts.keep(grown(run), lasting);
	}
	const facts = new RememberedFacts(store);
	expect((await facts.ask(lasting)).size).toBe(lasting.length);
	expect((await facts.ask(grown(0))).size).toBe(0);
});
