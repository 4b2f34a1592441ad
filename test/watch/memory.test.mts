import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { built } from '../harness/built.mts';
import { getPosts, searchImages } from '../harness/operations.mts';
import { RememberedValues } from '../harness/rememberedValues.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRunOptions } from '../harness/world.mts';

interface ValueStore {
	id: string;
	count(): Promise<number>;
	add(values: string[], bound?: number): Promise<string[]>;
	remove(values: string[]): Promise<void>;
}

interface Changes {
	added: string[];
	met: string[];
	dropped: string[];
}

const { DeliveredValues, REMEMBERED_BOUND } = built<{
	DeliveredValues: new (
		store: ValueStore,
		bound?: number,
	) => {
		open(): Promise<void>;
		known(values: string[]): Promise<Set<string>>;
		remember(changes: Changes): Promise<void>;
		undo(changes: Changes): Promise<void>;
		isTooSmallFor(values: number): boolean;
	};
	REMEMBERED_BOUND: number;
}>('watch/deliveredValues');

const context = { workflow: { id: 'workflow', active: true }, node: { id: 'Data Access' } };

/** The helper of one n8n process, as the node's host gives it. */
function storeOf(remembered: RememberedValues, id = 'store'): ValueStore {
	const of = context as never;
	return {
		id,
		count: async () => await remembered.getProcessedDataCount('node', of),
		async add(values, maxEntries) {
			const options = { mode: 'entries', maxEntries } as const;
			const { processed } = await remembered.checkProcessedAndRecord(values, 'node', of, options);
			return processed as string[];
		},
		remove: async (values) => await remembered.removeProcessed(values, 'node', of),
	};
}

const named = (prefix: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const nothing: Changes = { added: [], met: [], dropped: [] };

async function opened(remembered = new RememberedValues(), bound = 10, id = 'store') {
	const values = new DeliveredValues(storeOf(remembered, id), bound);
	await values.open();
	return { values, remembered };
}

describe('what a node remembers', () => {
	test('looking leaves nothing behind, and pushes nothing out', async () => {
		const { values, remembered } = await opened();
		await values.remember({ ...nothing, added: named('a', 10) });
		const row = remembered.row();
		expect(await values.known([...named('b', 7), 'a0', 'a9'])).toEqual(new Set(['a0', 'a9']));
		expect(remembered.row()).toEqual(row);
	});

	test('what is still listed outlives what is newer and gone', async () => {
		const { remembered } = await opened();
		const listed = named('listed ', 3);
		for (let run = 0; run < 10; run++) {
			const { values } = await opened(remembered);
			const met = [...(await values.known(listed))];
			const added = [...named(`run ${run} `, 2), ...listed.filter((value) => !met.includes(value))];
			await values.remember({ ...nothing, added, met });
			for (const value of listed) expect(remembered.holds(value)).toBe(true);
			expect(remembered.row().length).toBeLessThanOrEqual(10);
		}
	});

	test('a value that another process was only looking at is not recorded as met', async () => {
		const { values, remembered } = await opened();
		await values.remember({ ...nothing, added: named('a', 6) });
		await values.remember({ ...nothing, met: ['a1', 'never delivered'] });
		expect(remembered.holds('never delivered')).toBe(false);
		expect(remembered.row()).toHaveLength(6);
		expect(remembered.row().at(-1)).toBe(remembered.row()[5]);
	});

	test('what is undone is as it was', async () => {
		const { values, remembered } = await opened();
		await values.remember({ ...nothing, added: ['a', 'gap'] });
		const changes = { ...nothing, added: ['b'], dropped: ['gap'] };
		const { values: failing } = await opened(remembered);
		await failing.undo({ ...changes, dropped: ['dropped by another'] });
		expect(remembered.holds('dropped by another')).toBe(false);
		await values.remember(changes);
		expect(await values.known(['a', 'b', 'gap'])).toEqual(new Set(['a', 'b']));
		await values.undo(changes);
		expect(await values.known(['a', 'b', 'gap'])).toEqual(new Set(['a', 'gap']));
		expect(remembered.row()).toHaveLength(2);
	});

	test('parallel looks at one value are each told that it is new', async () => {
		const remembered = new RememberedValues();
		const lookers = await Promise.all([1, 2, 3].map(() => opened(remembered)));
		const looks = lookers.map(({ values }) => values.known(['a', 'b']));
		for (const known of await Promise.all(looks)) expect(known.size).toBe(0);
		expect(remembered.row()).toEqual([]);
	});

	test('a call that fails does not hold up the next', async () => {
		const { values, remembered } = await opened();
		remembered.failure = new Error('busy');
		const failing = values.known(['a']);
		await expect(failing).rejects.toThrow('busy');
		remembered.failure = undefined;
		expect((await values.known(['a'])).size).toBe(0);
	});
});

describe('the size of the memory', () => {
	test('is bounded, after many more values than it holds', async () => {
		const { values, remembered } = await opened(undefined, REMEMBERED_BOUND);
		for (let run = 0; run < 3; run++) {
			await values.remember({ ...nothing, added: named(`run ${run} `, REMEMBERED_BOUND / 2) });
		}
		expect(remembered.row()).toHaveLength(REMEMBERED_BOUND);
		// As the docstring of the bound and docs/recurring.md say.
		expect(remembered.largest).toBeLessThan(300_000);
		expect(remembered.holds('run 0 0')).toBe(false);
		expect(remembered.holds('run 1 0')).toBe(true);
	});

	test.each([
		[5000, false],
		[5001, true],
	])('%i values of one run: too many is %s', async (count, expected) => {
		const { values } = await opened(undefined, REMEMBERED_BOUND);
		expect(values.isTooSmallFor(count)).toBe(expected);
	});
});

const world = useWorld();

const onlyNew = async (parameters: IDataObject, options: NodeRunOptions = {}) =>
	await world.run(
		{ ...parameters, output: 'raw', returnAll: true, maxCost: 0, options: { onlyNew: true } },
		{ mode: 'trigger', ...options },
	);

test('a run that meets more than half of what a node remembers says so', async () => {
	world.emulator.setList(getPosts.name, 'u', { size: REMEMBERED_BOUND / 2 + 1 });
	const parameters = { ...getPosts.parameters('u'), pageSize: 2000 };
	const run = await onlyNew(parameters);
	expect(run.records).toHaveLength(REMEMBERED_BOUND / 2 + 1);
	expect(run.hint).toContain('Spread the lists over several nodes');
	expect(run.hints[0]?.type).toBe('warning');
	expect((await onlyNew(parameters)).records).toEqual([]);
});

test('100 keywords in one execution', async () => {
	world.emulator.configure({ size: 20 } as never);
	const items = named('keyword ', 100).map((keyword) => ({ keyword }));
	const search = { ...searchImages.parameters('u'), keyword: '={{ $json.keyword }}' };
	const { remembered } = world.engine;
	const run = async () => {
		const before = remembered.calls;
		const { records } = await onlyNew(search, { items });
		return { records: records.length, calls: remembered.calls - before };
	};
	// The count at the beginning, a look and its undoing for each page, and the record in portions.
	expect(await run()).toEqual({ records: 2000, calls: 1 + 2 * 100 + 4 });
	expect(await run()).toEqual({ records: 0, calls: 1 + 100 });
});
