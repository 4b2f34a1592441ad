import { expect, jest, test } from '@jest/globals';

import { RememberedFacts } from '../../nodes/DataAccess/watch/rememberedFacts.ts';
import { MOST_VALUES, Values } from '../harness/nodeOnHost.mts';

jest.setTimeout(60_000);

/** Does what a run does that stores new facts. */
async function keep(facts: RememberedFacts, added: string[], lasting: string[]): Promise<void> {
	await facts.makeRoom(lasting, added.length);
	await facts.keep(added);
}

test.each<[label: string, lists: number, floors: number, growth: number]>([
	['all facts of fifty lists, after a few runs', 50, 500, 9_000],
	['that a thousand lists are watched', 1000, 0, 9_000],
	['the floors of a thousand lists, some in each run', 1000, 3_000, 400],
])('facts that must not be forgotten survive in a full memory: %s', async (...row) => {
	const [label, lists, floors, growth] = row;
	const { store } = new Values(label).reachedBy();
	const named = (what: string, count: number) =>
		Array.from({ length: count }, (_, index) => `${what} ${index}`);
	const lasting = [...named('watched', lists), ...named('floor', floors)];
	await new RememberedFacts(store).keep(lasting);
	for (let run = 0; run < Math.max(40, (2 * MOST_VALUES) / growth); run++) {
		const facts = new RememberedFacts(store);
		await facts.load();
		await keep(facts, named(`run ${run}`, growth), lasting);
	}
	const facts = new RememberedFacts(store);
	expect((await facts.recall(lasting)).size).toBe(lasting.length);
	expect((await facts.recall(named('run 0', growth))).size).toBe(0);
});

test.each<[label: string, lasting: number, added: number, due: number]>([
	['nothing if it adds nothing', 500, 0, 0],
	['all of few facts', 500, 1, 500],
	['about five hundred of many facts', 3000, 1, 500],
	['more of them if a run adds more', 3000, 480, 1200],
	['all of them if it fills a twenty-fifth of the memory', 3000, 1200, 3000],
])('what a run renews in a memory for 30,000 facts: %s', async (_label, many, added, due) => {
	const { store } = new Values(`renews ${many} ${added}`).reachedBy();
	const [lasting, others, fresh] = [many, 15_001, added].map((count, of) =>
		Array.from({ length: count }, (_, at) => `${of} ${at}`),
	) as [string[], string[], string[]];
	await new RememberedFacts(store).keep([...lasting, ...others]);
	const renewed = new Set<string>();
	const remove: typeof store.remove = async (values) => {
		for (const value of values) renewed.add(value);
		await store.remove(values);
	};
	const facts = new RememberedFacts({ ...store, remove });
	await facts.load();
	await keep(facts, fresh, lasting);
	expect(Math.abs(renewed.size / 2 - due)).toBeLessThanOrEqual(0 < due && due < many ? 150 : 0);
	expect((await facts.recall(lasting)).size).toBe(many);
});

test('if a renewal fails halfway, it is remembered that each list is watched', async () => {
	const { store } = new Values('halfway').reachedBy(undefined, { room: 40 });
	const facts = new RememberedFacts(store);
	const kinds = ['watched', 'floor', 'known'];
	const lists = ['a', 'b', 'c'].map((list) => kinds.map((kind) => `${list} ${kind}`));
	await facts.keep(lists.flat());
	const others = Array.from({ length: 8 }, (_, index) => `other ${index}`);
	await facts.keep(others);
	await facts.load();
	for (const failing of [1, 2]) {
		let additions = 0;
		const add: typeof store.add = async (values, bound) => {
			if ((additions += 1) >= failing) throw new Error('gone');
			return await store.add(values, bound);
		};
		const broken = new RememberedFacts({ ...store, add });
		await broken.load();
		const lasting = ['not remembered', ...lists.flat()];
		await expect(broken.makeRoom(lasting, 1)).rejects.toThrow('gone');
		expect((await facts.recall(['not remembered'])).size).toBe(0);
		for (const list of lists) expect((await facts.recall(list)).size).toBeGreaterThan(0);
		await facts.keep(lists.flat());
	}
});

test.each([
	[1, 'and leaves no value behind'],
	[2, 'and is repeated by the next recall'],
])('a removal that fails %i times makes no recalled fact hold, %s', async (fails) => {
	const { store } = new Values('busy').reachedBy();
	let removals = 0;
	const remove: typeof store.remove = async (values) => {
		if ((removals += 1) <= fails) throw new Error('busy');
		await store.remove(values);
	};
	const facts = new RememberedFacts({ ...store, remove });
	const holding = async () => (await facts.recall(['1', '2'])).size;
	if (fails > 1) await expect(holding()).rejects.toThrow('busy');
	expect(await holding()).toBe(0);
	expect(await store.count()).toBe(0);
});
