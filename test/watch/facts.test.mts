import { expect, test } from '@jest/globals';

import type * as factsModule from '../../nodes/DataAccess/watch/facts.ts';
import type * as polledFactsModule from '../../nodes/DataAccess/watch/polledFacts.ts';
import { built } from '../harness/built.mts';

const { factsOf } = built<typeof factsModule>('watch/facts');
const { PolledFacts } = built<typeof polledFactsModule>('watch/polledFacts');

/** As many as a polling node remembers. */
const MOST = 10_000;

test.each<[string, (facts: ReturnType<typeof factsOf>) => string, boolean]>([
	['that the list is watched', ({ watched }) => watched, true],
	['a floor', ({ floor }) => floor(1), true],
	['a known record', ({ known }) => known('a'), false],
])('%s: whether it must outlast others', (_label, fact, lasts) => {
	const facts = factsOf('key');
	expect(facts.isLasting(fact(facts))).toBe(lasts);
});

test('what a poll must not forget outlasts all that is new in it', async () => {
	let memory: polledFactsModule.PollMemory = {};
	const store = { read: () => memory, write: (next: typeof memory) => (memory = next) };
	const names = Array.from({ length: MOST }, (_, index) => `record ${index}`);
	await new PolledFacts(store, 'list').keep(['watched', 'once'], []);
	await new PolledFacts(store, 'list').keep(names, ['watched']);
	expect(memory.facts).toHaveLength(MOST);
	const held = await new PolledFacts(store, 'list').ask(['watched', 'once', ...names]);
	expect([held.has('watched'), held.has('once'), held.has('record 0')]).toEqual([
		true,
		false,
		false,
	]);
	expect(held.has('record 1')).toBe(true);
});
