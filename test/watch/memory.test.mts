import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type * as deliveredValuesModule from '../../nodes/DataAccess/watch/deliveredValues.ts';
import type * as roomModule from '../../nodes/DataAccess/watch/room.ts';
import type { ValueStore } from '../../nodes/DataAccess/watch/valueStore.ts';
import { built } from '../harness/built.mts';
import { getPosts, searchImages } from '../harness/operations.mts';
import { RememberedValues } from '../harness/rememberedValues.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRunOptions } from '../harness/world.mts';

const { DeliveredValues } = built<typeof deliveredValuesModule>('watch/deliveredValues');
const { LEAST_ROOM } = built<typeof roomModule>('watch/room');

const context = { workflow: { id: 'workflow', active: true }, node: { id: 'Data Access' } };

/** The helper of one n8n process, as the node's host gives it. */
function storeOf(remembered: RememberedValues, id: string, execution = ''): ValueStore {
	const of = context as never;
	return {
		id,
		execution,
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

const nothing: deliveredValuesModule.ValueChanges = { added: [], marks: [], met: [], gone: [] };

let stores = 0;

/** The memory as one run has it; another process has another `id`. */
async function opened(
	remembered = new RememberedValues(),
	id = `store ${++stores}`,
	mayCome?: () => boolean,
) {
	const values = new DeliveredValues(
		storeOf(remembered, id),
		mayCome && { mayCome, onWait: () => {} },
	);
	await values.open();
	return { values, remembered, id };
}

describe('what a node remembers', () => {
	test('looking leaves nothing behind, and pushes nothing out', async () => {
		const { values, remembered } = await opened();
		await values.remember({ ...nothing, added: named('a', 10) });
		const row = remembered.row();
		expect(await values.known([...named('b', 7), 'a0', 'a9'])).toEqual(new Set(['a0', 'a9']));
		expect(remembered.row()).toEqual(row);
		await values.close();
		expect(remembered.row()).toHaveLength(10);
	});

	test('what is still listed outlives what is newer and gone', async () => {
		const { values, remembered } = await opened();
		const listed = named('listed ', 30);
		await values.remember({ ...nothing, added: listed });
		for (let run = 0; run < 6; run++) {
			const added = named(`run ${run} `, LEAST_ROOM / 2);
			await values.remember({ ...nothing, added, met: listed });
			expect((await values.known(listed)).size).toBe(30);
		}
		expect(remembered.row().length).toBeLessThanOrEqual(1.6 * LEAST_ROOM);
		expect(remembered.holds('run 0 0')).toBe(false);
		// As docs/recurring.md says.
		expect(remembered.largest).toBeLessThan(450_000);
	});

	test('what any round of a loop still lists outlives what is newer and gone', async () => {
		const remembered = new RememberedValues();
		const rounds = ['a', 'b'].map((list) => named(list, 500));
		for (let execution = 0; execution < 7; execution++) {
			for (const [index, listed] of rounds.entries()) {
				const values = new DeliveredValues(storeOf(remembered, 'a loop', `${execution}`));
				await values.open();
				const gone = named(`${execution} ${index} `, 5000);
				const [added, met] = execution === 0 ? [listed, []] : [gone, listed];
				await values.remember({ ...nothing, added, met });
				await values.close();
			}
		}
		for (const value of rounds.flat()) expect(remembered.holds(value)).toBe(true);
		expect(remembered.row().length).toBeLessThan(30_000);
	});

	test('a value that another process was only looking at is not recorded as met', async () => {
		const { values, remembered } = await opened();
		await values.remember({ ...nothing, added: named('a', 1.6 * LEAST_ROOM) });
		await values.remember({ ...nothing, added: ['b'], met: ['a1', 'never delivered'] });
		expect(remembered.holds('never delivered')).toBe(false);
		expect([remembered.holds('a0'), remembered.holds('a1')]).toEqual([false, true]);
	});

	test('what is undone is out, but for the marks that others may have set', async () => {
		const { values } = await opened();
		await values.remember({ ...nothing, added: ['a'] });
		await values.remember({ ...nothing, added: ['b'], marks: ['started'] });
		await values.forget(['b']);
		expect(await values.known(['a', 'b', 'started'])).toEqual(new Set(['a', 'started']));
	});

	test('parallel looks at one value are each told that it is new', async () => {
		const remembered = new RememberedValues();
		const lookers = await Promise.all([1, 2, 3].map(() => opened(remembered, 'one process')));
		const looks = lookers.map(({ values }) => values.known(['a', 'b']));
		for (const known of await Promise.all(looks)) expect(known.size).toBe(0);
		for (const { values } of lookers) await values.close();
		expect(remembered.row()).toEqual([]);
	});

	test('a call that fails does not hold up the next', async () => {
		const { values, remembered } = await opened();
		remembered.failure = new Error('busy');
		await expect(values.known(['a'])).rejects.toThrow('busy');
		remembered.works();
		expect((await values.known(['a'])).size).toBe(0);
	});

	test('what could not be taken out is out before the next look', async () => {
		const { values, remembered } = await opened();
		remembered.meanwhile = () => void (remembered.failure = new Error('busy'));
		await expect(values.known(['a'])).rejects.toThrow('busy');
		remembered.works();
		expect(remembered.holds('a')).toBe(true);
		expect((await values.known(['a'])).size).toBe(0);
	});

	test('a killed run leaves a doubt to every later process, a second one another', async () => {
		const doubtAfter = async (remembered: RememberedValues) => {
			const { values } = await opened(remembered);
			const { doubt } = values;
			await values.close();
			return doubt;
		};
		const { remembered, id } = await opened();
		expect((await opened(remembered, id)).values.doubt).toBeUndefined();
		const doubt = await doubtAfter(remembered);
		expect(doubt).toBeDefined();
		expect(await doubtAfter(remembered)).toBe(doubt);
		const killed = await opened(remembered);
		expect(killed.values.doubt).toBe(doubt);
		const second = await doubtAfter(remembered);
		expect(second).not.toBe(doubt);
		expect(await doubtAfter(remembered)).toBe(second);
	});

	test('a run that ends well while one of another process goes on leaves that one its mark', async () => {
		const first = await opened();
		const second = await opened(first.remembered);
		const { doubt } = second.values;
		expect(doubt).toBeDefined();
		await first.values.close();
		// The second one is killed.
		const third = await opened(first.remembered);
		expect(third.values.doubt).toBeDefined();
		expect(third.values.doubt).not.toBe(doubt);
	});

	test('runs of one process that begin together have no doubt of each other', async () => {
		const { remembered, id, values } = await opened();
		await values.close();
		const both = await Promise.all([1, 2].map(() => opened(remembered, id)));
		expect(both.map((run) => run.values.doubt)).toEqual([undefined, undefined]);
		await both[0]!.values.close();
		// The other one is still looking.
		expect((await opened(remembered)).values.doubt).toBeDefined();
	});

	const histories: Array<[string, (id: string, remembered: RememberedValues) => Promise<void>]> = [
		['where nothing was killed', async () => {}],
		['where a run was killed', async (_, remembered) => void (await opened(remembered))],
		[
			'where that is known',
			async (_, remembered) => {
				await opened(remembered);
				await (await opened(remembered)).values.close();
			},
		],
	];
	for (const [where, history] of histories) {
		test.each([1, 2, 3, 4])(
			`${where}, a memory that fails at access %i adds no doubt and loses none`,
			async (access) => {
				const { remembered, id, values } = await opened();
				await values.close();
				await history(id, remembered);
				const first = remembered.calls + access;
				remembered.meanwhile = () => {
					if (remembered.calls >= first - 1) remembered.failure = new Error('busy');
				};
				if (access === 1) remembered.failure = new Error('busy');
				const began = opened(remembered, id);
				const hasFailed = await began.then(
					() => false,
					() => true,
				);
				remembered.works();
				if (!hasFailed) await (await began).values.close();
				await (await opened(remembered, id)).values.close();
				const isDoubtful = (await opened(remembered)).values.doubt !== undefined;
				expect(isDoubtful).toBe(history !== histories[0]![1]);
			},
		);
	}

	test('lists that ask while others are about to ask share one look', async () => {
		let mayCome = true;
		const { values, remembered } = await opened(undefined, undefined, () => mayCome);
		const before = remembered.calls;
		const looks = named('list ', 100).map((name) => values.known([name]));
		await Promise.all(looks);
		expect(remembered.calls - before).toBe(2);
		const last = values.known(['last']);
		mayCome = false;
		await values.look();
		expect((await last).size).toBe(0);
	});
});

const world = useWorld();

const onlyNew = async (parameters: IDataObject, options: NodeRunOptions = {}) => {
	const { remembered } = world.engine;
	const [accesses, calls] = [remembered.calls, world.emulator.ledger.length];
	const run = await world.run(
		{ output: 'raw', ...parameters, maxCost: 0 },
		{ mode: 'trigger', ...options },
	);
	return {
		...run,
		accesses: remembered.calls - accesses,
		calls: world.emulator.ledger.length - calls,
	};
};

test('100 keywords in one execution', async () => {
	world.emulator.configure({ size: 20 } as never);
	const items = named('keyword ', 100).map((keyword) => ({ keyword }));
	const search = {
		...searchImages.parameters('u'),
		keyword: '={{ $json.keyword }}',
		returnAll: true,
		options: { onlyNew: true },
	};
	expect((await onlyNew(search, { items })).records).toHaveLength(2000);
	const quiet = await onlyNew(search, { items });
	expect(quiet.records).toEqual([]);
	expect(quiet.accesses).toBeLessThanOrEqual(10);
});

describe('a thousand lists', () => {
	const items = named('user ', 1000).map((user) => ({ user }));
	const posts = {
		...getPosts.parameters('u'),
		userId: '={{ $json.user }}',
		limit: 12,
		options: { onlyNew: true, concurrency: 10 },
	};

	test('with nothing new take a call each, and 25 accesses of the memory', async () => {
		world.emulator.configure({ size: 12 } as never);
		expect((await onlyNew(posts, { items })).records).toHaveLength(12_000);
		for (let run = 0; run < 2; run++) {
			const quiet = await onlyNew(posts, { items });
			expect([quiet.calls, quiet.records]).toEqual([1000, []]);
			expect(quiet.accesses).toBeLessThanOrEqual(25);
		}
		for (const { user } of items.slice(0, 100)) {
			world.emulator.changeList(getPosts.name, user, { add: 1 });
		}
		const grown = await onlyNew(posts, { items });
		expect([grown.calls, grown.records.length]).toEqual([1000, 100]);
		expect((await onlyNew(posts, { items })).records).toEqual([]);
	}, 120_000);

	test('make no call behind a failure that stops the run, and never more than Concurrency', async () => {
		world.emulator.addFault({ kind: 'refused', httpStatus: 401, match: { call: 30 } });
		const run = await onlyNew(posts, { items: items.slice(0, 150) });
		expect(run.status).toBe('error');
		expect(run.calls).toBeLessThanOrEqual(30 + 10);
		for (const { concurrent } of world.emulator.ledger) expect(concurrent).toBeLessThanOrEqual(10);
	});
});

describe('a loop over lists with more values than one round has', () => {
	const users = named('user ', 20).map((user) => ({ user }));
	const posts = {
		...getPosts.parameters('u'),
		userId: '={{ $json.user }}',
		returnAll: true,
		pageSize: 50,
		output: 'raw',
		maxCost: 0,
		options: { onlyNew: true },
	};

	/** One execution, with a round for each user; the ids of what it delivers. */
	async function execution(items = users): Promise<unknown[]> {
		const { rounds } = await world.runLoop(posts, { items, mode: 'trigger' });
		return rounds.flat().map(({ json }) => json.id);
	}

	const grow = (add: number) => {
		for (const { user } of users) world.emulator.changeList(getPosts.name, user, { add });
	};

	test('tells nothing twice', async () => {
		world.emulator.configure({ size: 500 } as never);
		expect(await execution()).toHaveLength(10_000);
		for (let day = 0; day < 3; day++) {
			grow(1);
			expect(await execution()).toHaveLength(20);
		}
	}, 60_000);
});
