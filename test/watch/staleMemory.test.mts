import { describe, expect, jest, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { outside } from '../harness/native.mts';
import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld({ settings: { size: 30 } });

const { Date } = outside;
const now = Date.now.bind(Date);

let triggers = 0;

/** A trigger's polls, each with the memory that n8n read when it began. */
function pollsWith(id = `stale ${++triggers}`) {
	return async (staticData: IDataObject, parameters: IDataObject = {}) => {
		const before = world.emulator.ledger.length;
		const { output } = await world.poll(
			{ ...getPosts.parameters('u'), ...parameters },
			{ staticData, id },
		);
		return { records: output?.[0]?.length ?? 0, calls: world.emulator.ledger.length - before };
	};
}

/** A trigger with a baseline and three new posts, and its memory before they are told. */
async function withNewPosts(poll: ReturnType<typeof pollsWith>) {
	const memory: IDataObject = {};
	await poll(memory);
	add(3);
	return { memory, before: copyOf(memory) };
}

// n8n stores it as JSON.
const copyOf = (memory: IDataObject) => JSON.parse(JSON.stringify(memory)) as IDataObject;

const add = (count: number) =>
	world.emulator.changeList(getPosts.name, getPosts.listKey('u'), { add: count });

// n8n's durable scheduler reads a trigger's memory when it begins a poll, and may begin the next one
// before it has stored what the last one left: several are due at once after a restart.
describe('a poll that n8n begins with what it read before the last one', () => {
	test('makes no call and emits nothing again', async () => {
		const poll = pollsWith();
		const { memory, before: stale } = await withNewPosts(poll);
		expect(await poll(memory)).toEqual({ records: 3, calls: 1 });
		expect(await poll(copyOf(stale))).toEqual({ records: 0, calls: 0 });
		expect(await poll(copyOf(stale))).toEqual({ records: 0, calls: 0 });
		add(2);
		expect(await poll(memory)).toEqual({ records: 2, calls: 1 });
	});

	test('reads the old memory again if n8n has not stored the newer one within ten seconds', async () => {
		const poll = pollsWith();
		const { memory, before: lost } = await withNewPosts(poll);
		expect(await poll(memory)).toEqual({ records: 3, calls: 1 });
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 11_000);
		expect(await poll(lost)).toEqual({ records: 3, calls: 1 });
	});

	test('believes no copy that n8n has stored without what the poll emitted', async () => {
		const poll = pollsWith();
		const { memory, before } = await withNewPosts(poll);
		expect(await poll(memory)).toEqual({ records: 3, calls: 1 });
		const { global } = copyOf(memory);
		expect(global).toBeDefined();
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 11_000);
		expect(await poll({ ...before, global })).toEqual({ records: 3, calls: 1 });
	});

	test('does not keep a trigger from another list', async () => {
		const poll = pollsWith();
		const { memory, before } = await withNewPosts(poll);
		expect(await poll(memory)).toEqual({ records: 3, calls: 1 });
		expect(await poll(before, { userId: 'v' })).toMatchObject({ calls: 1 });
	});

	test('does not affect other triggers', async () => {
		const [poll, other] = [pollsWith(), pollsWith()];
		const { memory, before: untouched } = await withNewPosts(poll);
		expect(await poll(memory)).toEqual({ records: 3, calls: 1 });
		expect(await other(untouched)).toMatchObject({ calls: 1 });
	});
});
