import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { ListChange } from '../../emulator/emulator.mts';
import { passMinutes } from '../harness/clock.mts';
import { postsByOffset } from '../harness/gateway.mts';
import { nextOf, positionIn, until } from '../harness/money.mts';
import {
	eachOperation,
	getAnswers,
	getPosts,
	isNewestFirst,
	searchImages,
	searchVideos,
} from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';
import { contextOf } from '../harness/world.mts';
import type { NodeRun, NodeRunOptions } from '../harness/world.mts';

const world = useWorld({ settings: { size: 30 } });
const gateway = useGateway();

/** A run by schedule, of records that this node has not delivered before. */
async function onlyNew(
	operation: OperationCase,
	parameters: IDataObject = {},
	run: NodeRunOptions = {},
): Promise<NodeRun & { calls: number; ids: string[] }> {
	const before = world.emulator.ledger.length;
	const result = await world.run(
		{ ...operation.parameters('u'), output: 'raw', onlyNew: true, ...parameters },
		{ mode: 'trigger', ...run },
	);
	const ids = result.records.map(operation.idOf);
	return { ...result, ids, calls: world.emulator.ledger.length - before };
}

const change = (operation: OperationCase, changed: ListChange, key = 'u') =>
	world.emulator.changeList(operation.name, operation.listKey(key), changed);

const byTime = (operation: OperationCase, parameters: IDataObject): OperationCase => ({
	...operation,
	parameters: (key) => ({ ...operation.parameters(key), ...parameters }),
});
const newestFirst: Array<readonly [string, OperationCase]> = [
	...eachOperation.filter(([, operation]) => isNewestFirst(operation)),
	['answers by time', byTime(getAnswers, { order: 'updated' })],
	['the latest videos', byTime(searchVideos, { sort: 'latest' })],
];
const anyOrder = eachOperation.filter(([, operation]) => !isNewestFirst(operation));

describe.each(newestFirst)('%s', (_label, operation) => {
	const { pageSize } = operation;

	test('a quiet list costs one page, and gives nothing', async () => {
		const first = await onlyNew(operation);
		expect(first.ids).toHaveLength(30);
		const quiet = await onlyNew(operation);
		expect([quiet.status, quiet.ids, quiet.calls]).toEqual(['success', [], 1]);
		expect(contextOf(quiet).reason).toBe('known');
		expect(positionIn(quiet.hint)).toBeUndefined();
		expect(quiet.hints[0]?.type).toBe('info');
	});

	test('new records are delivered once, and buying stops where the known ones begin', async () => {
		await onlyNew(operation);
		change(operation, { add: 2 });
		const grown = await onlyNew(operation);
		expect([grown.ids.length, grown.calls]).toEqual([2, 1]);
		expect((await onlyNew(operation)).ids).toEqual([]);
		change(operation, { add: pageSize + 1 });
		const again = await onlyNew(operation);
		expect([again.ids.length, again.calls]).toEqual([pageSize + 1, 2]);
	});

	test('Limit is for the first run: a later one returns all that is new', async () => {
		const limit = pageSize;
		const first = await onlyNew(operation, { limit });
		expect(first.ids).toHaveLength(limit);
		change(operation, { add: 2 * pageSize });
		const later = await onlyNew(operation, { limit });
		expect(new Set([...first.ids, ...later.ids]).size).toBe(limit + 2 * pageSize);
		expect([later.ids.length, later.hints[0]?.type]).toEqual([2 * pageSize, 'info']);
		const quiet = await onlyNew(operation, { limit });
		expect([quiet.ids, quiet.calls]).toEqual([[], 1]);
	});
});

describe.each(anyOrder)('%s, in an order of its own', (_label, operation) => {
	test('Limit counts the records that are looked at', async () => {
		const limit = 2 * operation.pageSize;
		const parameters = { limit };
		const first = await onlyNew(operation, parameters);
		expect(first.ids).toHaveLength(limit > 30 ? 30 : limit);
		const quiet = await onlyNew(operation, parameters);
		expect([quiet.ids, quiet.calls]).toEqual([[], first.calls]);
		change(operation, { add: 3, at: 1 });
		const grown = await onlyNew(operation, parameters);
		expect([grown.ids.length, grown.calls]).toEqual([3, first.calls]);
		// The three have pushed others behind the limit.
		expect((await onlyNew(operation, parameters)).ids).toEqual([]);
	});

	test('what Limit cuts off a page comes once it is within Limit', async () => {
		const first = await onlyNew(operation, { limit: 2 });
		const all = await onlyNew(operation, { limit: 30 });
		expect([first.ids.length, all.ids.length]).toEqual([2, 28]);
		expect(new Set([...first.ids, ...all.ids]).size).toBe(30);
	});
});

describe('what happens to known records', () => {
	test.each<[string, ListChange, number]>([
		['the newest is deleted', { remove: 1 }, 0],
		['one is edited', { edit: 3 }, 0],
		['two change places', { swap: [0, 20] }, 0],
		['an older one comes in late, on the first page', { add: 1, at: 5 }, 1],
	])('%s', async (_label, changed, fresh) => {
		await onlyNew(getPosts);
		change(getPosts, changed);
		expect((await onlyNew(getPosts)).ids).toHaveLength(fresh);
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});
});

describe('what the first run has left behind its limit', () => {
	test.each([1, 5, 12, 20])('is never taken for new (Limit %i)', async (limit) => {
		expect((await onlyNew(getPosts, { limit })).ids).toHaveLength(limit);
		expect((await onlyNew(getPosts, { limit })).ids).toEqual([]);
		for (const add of [2, 1, 13]) {
			change(getPosts, { add });
			expect((await onlyNew(getPosts)).ids).toHaveLength(add);
		}
		expect((await onlyNew(getPosts)).calls).toBe(1);
	});

	test('comes where a resume asks for it', async () => {
		const first = await onlyNew(getPosts, { limit: 5 }, { report: true });
		const options = { resumeFrom: nextOf(first, 0) };
		const rest = await onlyNew(getPosts, { limit: 25, options });
		expect(new Set([...first.ids, ...rest.ids]).size).toBe(30);
	});

	test('does not hide what is new behind records that have moved up', async () => {
		await onlyNew(getPosts, { limit: 12 });
		change(getPosts, { add: 4 });
		change(getPosts, { swap: [0, 4] });
		change(getPosts, { swap: [1, 5] });
		expect((await onlyNew(getPosts, { limit: 12 })).ids).toHaveLength(4);
	});
});

describe('a later run that ends above known records', () => {
	const goesOn = { node: { onError: 'continueRegularOutput' } } as const;
	/** Only of what is old from now on is it said where it is to be had. */
	const leavesOld = ({ hint }: NodeRun) => positionIn(hint) !== undefined;
	const priceOf = (pages: number) => Math.round(pages * 15) / 10_000;

	test('by Max Cost says once that the rest is old, and where Resume From gets it', async () => {
		const capped = { maxCost: priceOf(3) };
		await onlyNew(getPosts, capped);
		change(getPosts, { add: 50 });
		const cut = await onlyNew(getPosts, capped);
		expect([cut.ids.length, cut.calls, cut.hints[0]?.type]).toEqual([36, 3, 'warning']);
		const quiet = await onlyNew(getPosts, capped);
		expect([quiet.ids, quiet.calls, quiet.hints[0]?.type]).toEqual([[], 1, 'info']);
		const resumeFrom = positionIn(cut.hint);
		const rest = await onlyNew(getPosts, { limit: 14, options: { resumeFrom } });
		expect(new Set([...cut.ids, ...rest.ids]).size).toBe(50);
		expect((await onlyNew(getPosts, capped)).calls).toBe(1);
	});

	test('after one call, where Max Cost allows no second one', async () => {
		await onlyNew(getPosts);
		change(getPosts, { add: 30 });
		const cut = await onlyNew(getPosts, { maxCost: priceOf(1) });
		expect([cut.ids.length, leavesOld(cut)]).toEqual([12, true]);
		expect((await onlyNew(getPosts)).calls).toBe(1);
	});

	test('by Max Cost before its share is read again by the next one', async () => {
		const items = ['u', 'v', 'w'].map((user) => ({ user }));
		const read = (pages: number) =>
			onlyNew(
				getPosts,
				{
					userId: '={{ $json.user }}',
					maxCost: priceOf(pages),
					options: { concurrency: 1 },
				},
				{ items, report: true },
			);
		await read(20);
		for (const { user } of items) change(getPosts, { add: 30 }, user);
		// The first pages of all, and the others of the first list.
		const cut = await read(5);
		expect(cut.report.map(({ records, pages, reason }) => [records, pages, reason])).toEqual([
			[30, 3, 'known'],
			[12, 1, 'maxCost'],
			[12, 1, 'maxCost'],
		]);
		expect(cut.report.map(({ notice }) => notice !== null)).toEqual([false, true, true]);
		expect(leavesOld(cut)).toBe(false);
		const next = await read(20);
		expect(next.report.map(({ records, pages }) => [records, pages])).toEqual([
			[0, 1],
			[18, 3],
			[18, 3],
		]);
		expect((await read(20)).calls).toBe(3);
	});

	test('by a dearer call than was listed has had its share, too', async () => {
		await onlyNew(getPosts);
		world.emulator.configure({ prices: { [getPosts.name]: 0.01 } });
		change(getPosts, { add: 50 });
		const cut = await onlyNew(getPosts, { maxCost: 0.025 });
		expect([cut.ids.length, leavesOld(cut)]).toEqual([24, true]);
		expect((await onlyNew(getPosts, { maxCost: 0.025 })).calls).toBe(1);
	});

	test('by a failure is read again by the next one', async () => {
		await onlyNew(getPosts);
		change(getPosts, { add: 30 });
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		const cut = await onlyNew(getPosts, {}, goesOn);
		expect([cut.ids.length, cut.errors.length, leavesOld(cut)]).toEqual([12, 1, false]);
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		expect((await onlyNew(getPosts)).status).toBe('error');
		world.useFreshAddress();
		expect((await onlyNew(getPosts)).ids).toHaveLength(18);
		expect((await onlyNew(getPosts)).calls).toBe(1);
	});

	test('by the failure of another list is read again by the next one', async () => {
		const items = ['u', 'v'].map((user) => ({ user }));
		const parameters = { userId: '={{ $json.user }}', options: { concurrency: 1 } };
		await onlyNew(getPosts, parameters, { items });
		change(getPosts, { add: 30 }, 'v');
		change(getPosts, { add: 30 }, 'u');
		world.emulator.addFault({ kind: 'refused', httpStatus: 402, match: { page: 2, key: 'u' } });
		const halted = await onlyNew(getPosts, parameters, { items, ...goesOn });
		expect([halted.ids.length, halted.errors.length]).toEqual([24, 2]);
		expect((await onlyNew(getPosts, parameters, { items })).ids).toHaveLength(36);
	});
});

describe('many lists under one Max Cost', () => {
	const users = Array.from({ length: 50 }, (_, at) => ({ user: `many ${at}` }));
	const read = async (calls: number) => {
		const parameters = { userId: '={{ $json.user }}', limit: 12 };
		const maxCost = Math.round(calls * 15) / 10_000;
		const run = await onlyNew(getPosts, { ...parameters, maxCost }, { items: users });
		return [run.ids.length, run.calls] as const;
	};

	test('fifty lists with 70 new records in one week and none in the next', async () => {
		await read(133);
		for (const { user } of users) change(getPosts, { add: 70 }, user);
		const weeks: Array<readonly [number, number]> = [];
		for (let week = 0; week < 4; week++) weeks.push(await read(233));
		const [delivered, paid] = [0, 1].map((at) => weeks.reduce((sum, week) => sum + week[at]!, 0));
		expect([delivered! >= 3490, delivered! <= 3500]).toEqual([true, true]);
		expect(weeks[0]![1]).toBe(233);
		expect(weeks.slice(2)).toEqual([
			[0, 50],
			[0, 50],
		]);
		expect(paid).toBeLessThan(2 * 233 + 2 * 50 + 1);
	}, 120_000);

	test('a burst in one of them ends within its own share, and leaves the others theirs', async () => {
		await read(133);
		change(getPosts, { add: 3000 }, 'many 7');
		for (const { user } of users.slice(20)) change(getPosts, { add: 1 }, user);
		const [delivered, calls] = await read(133);
		expect([delivered, calls]).toEqual([30 + 12 * (133 - 49), 133]);
		expect(await read(133)).toEqual([0, 50]);
	}, 120_000);
});

describe('what no run hides from the next', () => {
	test('Limit at a known record that has moved up', async () => {
		const ids = new Set((await onlyNew(getPosts, { limit: 12 })).ids);
		change(getPosts, { add: 50 });
		// Below the newest of the known ones.
		change(getPosts, { add: 30, at: 51 });
		for (let run = 0; run < 4; run++) {
			for (const id of (await onlyNew(getPosts)).ids) ids.add(id);
		}
		expect(ids.size).toBe(12 + 80);
		expect((await onlyNew(getPosts)).calls).toBe(1);
	});

	test('a larger page, after a baseline or a Limit', async () => {
		await onlyNew(getPosts, { limit: 5 });
		const larger = await onlyNew(getPosts, { pageSize: 50, limit: 50 });
		expect([larger.ids, larger.calls]).toEqual([[], 1]);
	});

	test('the same list in another item, with a smaller Limit', async () => {
		await onlyNew(getPosts, { limit: 12 });
		change(getPosts, { add: 50 });
		const limit = '={{ $json.limit }}';
		const run = await onlyNew(getPosts, { limit }, { items: [{ limit: 30 }, { limit: 12 }] });
		const ids = new Set(run.ids);
		for (const id of (await onlyNew(getPosts)).ids) ids.add(id);
		expect(ids.size).toBe(50);
	});

	test('parallel runs with different Limits hide no record', async () => {
		await onlyNew(getPosts, { limit: 12 });
		change(getPosts, { add: 50 });
		const runs = await Promise.all([
			onlyNew(getPosts, { limit: 30 }),
			onlyNew(getPosts, { limit: 12 }),
		]);
		const ids = new Set(runs.flatMap((run) => run.ids));
		for (const id of (await onlyNew(getPosts)).ids) ids.add(id);
		expect(ids.size).toBe(50);
	});

	test('records of the first run that have moved above the new ones', async () => {
		await onlyNew(getPosts, { limit: 12 });
		change(getPosts, { add: 9 });
		for (const place of [0, 1, 2]) change(getPosts, { swap: [place, 9 + place] });
		expect((await onlyNew(getPosts)).ids).toHaveLength(9);
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});
});

describe('what a first run leaves is old, whatever ended it', () => {
	const goesOn = { node: { onError: 'continueRegularOutput' } } as const;

	test.each<[string, IDataObject, NodeRunOptions, number]>([
		['Limit', { limit: 20 }, {}, 20],
		['Max Cost', { maxCost: 0.003 }, {}, 24],
		['a failure', {}, goesOn, 12],
	])('%s: every later run costs one call', async (ending, parameters, options, count) => {
		if (ending === 'a failure') world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		const first = await onlyNew(getPosts, parameters, { ...options, report: true });
		expect(first.ids).toHaveLength(count);
		expect(positionIn(first.hint)).toEqual(nextOf(first, 0));
		for (const add of [0, 1, 0, 12]) {
			if (add > 0) change(getPosts, { add });
			const run = await onlyNew(getPosts);
			expect([run.ids.length, run.calls]).toEqual([add, add < 12 ? 1 : 2]);
			expect([run.hints[0]?.type, positionIn(run.hint)]).toEqual(['info', undefined]);
		}
		const resumeFrom = nextOf(first, 0);
		const rest = await onlyNew(getPosts, { options: { resumeFrom } });
		expect(new Set([...first.ids, ...rest.ids]).size).toBe(30);
		expect((await onlyNew(getPosts)).calls).toBe(1);
	});

	test('two items with the same list and different Limits leave what neither has returned', async () => {
		const items = [50, 5].map((limit) => ({ limit }));
		const limited = { limit: '={{ $json.limit }}' };
		const first = await onlyNew(getPosts, { ...limited, maxCost: 0.0015 }, { items });
		expect([new Set(first.ids).size, first.calls]).toEqual([12, 1]);
		const quiet = await onlyNew(getPosts);
		expect([quiet.ids, quiet.calls]).toEqual([[], 1]);
	});
});

describe('pages of one record', () => {
	test.each<[string, IDataObject]>([
		['the newest post only', { limit: 1 }],
		['all new posts', { returnAll: true }],
	])('%s: a quiet run takes two calls', async (_label, parameters) => {
		const wanted = { pageSize: 1, ...parameters };
		await onlyNew(getPosts, wanted);
		for (let hour = 0; hour < 3; hour++) {
			const quiet = await onlyNew(getPosts, wanted);
			expect([quiet.ids, quiet.calls]).toEqual([[], 2]);
		}
		change(getPosts, { add: 1 });
		expect((await onlyNew(getPosts, wanted)).ids).toHaveLength(1);
	});
});

describe('First Run', () => {
	const baseline = { firstRun: 'baseline' };

	test.each([
		['newest first', getPosts, 1],
		['in any other order', searchImages, 3],
	] as const)('takes what is there for known: %s', async (_label, operation, calls) => {
		const first = await onlyNew(operation, baseline);
		expect([first.ids, first.calls]).toEqual([[], calls]);
		expect(positionIn(first.hint)).toBeUndefined();
		change(operation, { add: 3 });
		expect((await onlyNew(operation, baseline)).ids).toHaveLength(3);
		expect((await onlyNew(operation, baseline)).ids).toEqual([]);
	});

	test('holds for a keyword that is added to the sheet', async () => {
		const run = (...keywords: string[]) =>
			onlyNew(
				searchImages,
				{ keyword: '={{ $json.keyword }}', ...baseline },
				{ items: keywords.map((keyword) => ({ keyword })) },
			);
		await run('tea');
		change(searchImages, { add: 2 }, 'tea');
		expect((await run('milk', 'tea')).items.map(({ pairedItem }) => pairedItem)).toEqual(
			Array(2).fill({ item: 1 }),
		);
	});

	test('holds for a list that is read beside an older one', async () => {
		const run = (...users: string[]) =>
			onlyNew(
				getPosts,
				{ userId: '={{ $json.user }}', ...baseline },
				{ items: users.map((user) => ({ user })) },
			);
		await run('old');
		change(getPosts, { add: 30 }, 'old');
		const both = await run('new', 'old');
		expect(both.items.map(({ pairedItem }) => pairedItem)).toEqual(Array(30).fill({ item: 1 }));
	});

	test('is not taken again where only the mark of the list was forgotten', async () => {
		await onlyNew(getPosts, baseline);
		const { remembered } = world.engine;
		const held = new Set(remembered.row());
		for (let count = 0; count < 12; count++) change(getPosts, { add: 1 });
		expect((await onlyNew(getPosts, baseline)).ids).toHaveLength(12);
		remembered.forgetOldest(held.size);
		change(getPosts, { add: 1 });
		expect((await onlyNew(getPosts, baseline)).ids).toHaveLength(1);
	});

	test('is taken by the next run if a failure has cut it short', async () => {
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		const node = { onError: 'continueRegularOutput' } as const;
		const cut = await onlyNew(searchImages, baseline, { node });
		expect([cut.ids, cut.errors.length]).toEqual([[], 1]);
		const whole = await onlyNew(searchImages, baseline, { node });
		expect(whole.ids).toEqual([]);
		change(searchImages, { add: 3 });
		expect((await onlyNew(searchImages, baseline)).ids).toHaveLength(3);
	});

	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'that Max Cost cuts is remembered where n8n would run a failed node again (%s)',
		async (onError) => {
			const capped = { ...baseline, maxCost: 0.03, returnAll: true };
			const node = { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
			const cut = await onlyNew(searchImages, capped, { node });
			expect([cut.ids, cut.errors, cut.calls]).toEqual([[], [], 2]);
			expect(contextOf(cut).reason).toBe('maxCost');
			change(searchImages, { add: 3 });
			expect((await onlyNew(searchImages, capped, { node })).ids).toHaveLength(3);
			const quiet = await onlyNew(searchImages, capped, { node });
			expect([quiet.ids, quiet.errors, quiet.calls]).toEqual([[], [], 2]);
		},
	);

	test('a first run that returns says what it leaves', async () => {
		const { hint } = await onlyNew(getPosts, { limit: 5 });
		expect(positionIn(hint)).toHaveProperty('list');
	});
});

test('a page that a failed run left before the baseline says nothing of the list', async () => {
	const baseline = { firstRun: 'baseline' };
	world.emulator.addFault({ kind: 'server', match: { page: 2 } });
	expect((await onlyNew(getPosts, { pageSize: 12 })).status).toBe('error');
	change(getPosts, { add: 60 });
	passMinutes(11);
	expect((await onlyNew(getPosts, { pageSize: 50, ...baseline })).ids).toEqual([]);
	const quiet = await onlyNew(getPosts, { pageSize: 12, ...baseline });
	expect([quiet.ids, quiet.calls]).toEqual([[], 1]);
});

test('pages by offset that failed runs left hide nothing that came since', async () => {
	let posts = 12;
	const sell = postsByOffset(
		() => posts,
		(post) => 1_700_000_000 + post,
	);
	let left = Infinity;
	gateway.answerWith((call) => ((left -= 1) < 0 ? { status: 422, body: {} } : sell(call)));
	const read = async (calls = Infinity) => {
		left = calls;
		const { ids } = await onlyNew(getPosts, {}, { credential: { baseUrl: gateway.url } });
		passMinutes(11);
		return ids;
	};
	expect(await read()).toHaveLength(12);
	// The first page is left for a quarter of an hour, then the second one.
	for (const calls of [1, 1]) {
		posts += 20;
		expect(await read(calls)).toEqual([]);
	}
	posts += 20;
	const ids = new Set([...(await read()), ...(await read())]);
	expect(ids.size).toBe(60);
});

describe.each([
	['posts', getPosts],
	['answers', getAnswers],
])(
	'what comes while several items take the baseline of one list of %s is new',
	(_label, operation) => {
		test.each([[[5, 10, 20]], [[20, 10, 5]], [[10, 20]]])('in pages of %j', async (pageSizes) => {
			const items = pageSizes.map((size) => ({ size }));
			const sizes = { pageSize: '={{ $json.size }}', limit: 10, options: { concurrency: 1 } };
			const onStart = () =>
				void until(() => world.emulator.ledger.length === 1).then(() =>
					change(operation, { add: 2, at: 0 }),
				);
			world.emulator.configure({ latencyMs: 50 });
			await onlyNew(operation, { ...sizes, firstRun: 'baseline' }, { items, onStart });
			world.emulator.configure({ latencyMs: 0 });
			const added = await onlyNew(operation, { firstRun: 'baseline', limit: 10 });
			const { recordIds } = world.emulator.ledger.at(operation === getPosts ? -1 : -added.calls)!;
			expect(added.ids).toEqual(expect.arrayContaining(recordIds.slice(0, 2)));
		});
	},
);

describe('a quiet list', () => {
	test('gives no item with Output = Pages', async () => {
		await onlyNew(getPosts, { output: 'pages' });
		expect((await onlyNew(getPosts, { output: 'pages' })).items).toEqual([]);
	});
});

describe('what counts as delivered', () => {
	test('what a failing run found comes again, for the price of the rest', async () => {
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		const failed = await onlyNew(getPosts);
		expect([failed.status, failed.calls]).toEqual(['error', 2]);
		expect(world.engine.remembered.row()).toEqual([]);
		const again = await onlyNew(getPosts);
		expect([again.ids.length, again.calls]).toEqual([30, 2]);
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});

	test('what a later node failed with has been delivered: it does not come again', async () => {
		const failed = await onlyNew(getPosts, {}, { failsBehind: true });
		expect([failed.status, failed.error?.message]).toEqual(['error', 'The sheet is gone']);
		expect(failed.ids).toHaveLength(30);
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});

	test('a stopped run delivers nothing', async () => {
		world.emulator.addFault({ kind: 'hang', match: { page: 2 } });
		const onStart = (stop: () => void) =>
			void until(() => world.emulator.ledger.length === 2).then(stop);
		const stopped = await onlyNew(getPosts, {}, { onStart });
		expect(stopped.status).toBe('canceled');
		expect(world.engine.remembered.row()).toEqual([]);
	});

	test('other lists are asked for while the call of one hangs', async () => {
		world.emulator.addFault({ kind: 'hang', match: { key: 'slow' } });
		const lists = Array.from({ length: 9 }, (_, at) => ({
			list: at === 0 ? 'slow' : `list ${at}`,
		}));
		const onStart = (stop: () => void) =>
			void until(() => world.emulator.ledger.length === lists.length).then(stop);
		const { status, calls } = await onlyNew(
			{ ...getPosts, parameters: () => getPosts.parameters('={{ $json.list }}') },
			{},
			{ onStart, items: lists },
		);
		expect([status, calls]).toEqual(['canceled', lists.length]);
	});

	test('a try that fails takes nothing from the next', async () => {
		world.emulator.addFault({ kind: 'server', match: { page: 2 } });
		const run = await onlyNew(
			getPosts,
			{},
			{ node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } },
		);
		expect([run.status, run.ids.length]).toEqual(['success', 30]);
	});

	test.each(['manual', 'evaluation'] as const)('a run of mode %s changes nothing', async (mode) => {
		await onlyNew(getPosts, { limit: 5 });
		const { calls } = world.engine.remembered;
		const run = await onlyNew(getPosts, {}, { mode });
		expect(run.ids).toHaveLength(30);
		expect(run.hints[0]?.type).toBe('info');
		expect(world.engine.remembered.calls).toBe(calls);
	});

	test.each(['integrated', 'webhook', 'retry'] as const)(
		'a run of mode %s counts',
		async (mode) => {
			await onlyNew(getPosts, {}, { mode });
			expect((await onlyNew(getPosts)).ids).toEqual([]);
		},
	);

	test('equal input items of one run get the same records', async () => {
		const run = await onlyNew(getPosts, {}, { items: [{}, {}, {}] });
		expect([run.ids.length, run.calls]).toEqual([90, 3]);
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});

	test('two executions at the same time lose nothing', async () => {
		await onlyNew(getPosts);
		change(getPosts, { add: 4 });
		const runs = await Promise.all([onlyNew(getPosts), onlyNew(getPosts)]);
		for (const { ids } of runs) expect([0, 4]).toContain(ids.length);
		expect(new Set(runs.flatMap(({ ids }) => ids)).size).toBe(4);
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});
});

describe('what is remembered apart', () => {
	test('lists', async () => {
		const keyword = '={{ $json.keyword }}';
		const items = ['tea', 'tea cups'].map((name) => ({ keyword: name }));
		const run = await onlyNew(searchImages, { keyword, limit: 5 }, { items });
		expect(run.ids).toHaveLength(10);
		const another = [{ keyword: 'milk' }, ...items];
		const next = await onlyNew(searchImages, { keyword, limit: 5 }, { items: another });
		expect(next.items.map(({ pairedItem }) => pairedItem)).toEqual(Array(5).fill({ item: 0 }));
	});

	test('the size of pages makes no other list', async () => {
		await onlyNew(getPosts);
		expect((await onlyNew(getPosts, { pageSize: 30 })).ids).toEqual([]);
	});

	test('nodes', async () => {
		await onlyNew(getPosts);
		expect((await onlyNew(getPosts, {}, { node: { id: 'another' } })).ids).toHaveLength(30);
	});

	test('Reset Memory makes the node forget one list, or all', async () => {
		const items = [{ user: 'u' }, { user: 'v' }];
		const run = (memoryName: string) =>
			onlyNew(getPosts, { userId: '={{ $json.user }}', memoryName }, { items });
		expect((await run('')).ids).toHaveLength(60);
		const one = await run('={{ $json.user === "v" ? "2" : "" }}');
		expect(one.items.map(({ pairedItem }) => pairedItem)).toEqual(Array(30).fill({ item: 1 }));
		expect((await run('all anew')).ids).toHaveLength(60);
		expect((await run('')).ids).toEqual([]);
	});
});

/** Accesses of n8n's memory by a run with news: one to read it, looks, and one to remember. */
const ACCESSES = Array.from({ length: 8 }, (_, access) => access + 1);

/** Lets n8n's memory fail from an access on, until it works again. */
function failFrom(access: number): void {
	const { remembered } = world.engine;
	const first = remembered.calls + access;
	remembered.meanwhile = () => {
		if (remembered.calls >= first - 1) remembered.failure = new Error('the database is gone');
	};
	if (access === 1) remembered.failure = new Error('the database is gone');
}

describe('a memory that fails', () => {
	const node = { onError: 'continueRegularOutput' } as const;

	test('before anything is bought: nothing is spent', async () => {
		failFrom(1);
		const run = await onlyNew(getPosts);
		expect([run.status, run.calls]).toEqual(['error', 0]);
		const failure = { cause: 'temporarily-unavailable' };
		expect(run.error).toMatchObject({ failure, errorResponse: { code: 'UNEXPECTED' } });
	});

	test('when it is asked: what was bought is delivered, and buying ends', async () => {
		failFrom(2);
		const run = await onlyNew(getPosts, {}, { node });
		expect([run.calls, run.ids.length, run.errors.length]).toEqual([1, 12, 1]);
		expect(run.errors[0]?.error).toMatchObject({ code: 'UNEXPECTED', next: expect.anything() });
		world.engine.remembered.works();
		expect((await onlyNew(getPosts)).ids).toHaveLength(30);
	});

	test.each<[string, IDataObject]>([
		['records', {}],
		['a baseline', { firstRun: 'baseline' }],
	])('when it should remember %s: the hint warns', async (_label, parameters) => {
		const { remembered } = world.engine;
		const first = { limit: 1, ...parameters };
		await onlyNew(getPosts, { ...first, userId: 'another' });
		// The last access of such a run.
		failFrom(remembered.calls);
		const run = await onlyNew(getPosts, first);
		expect(run.hints[0]?.type).toBe('warning');
	});

	test.each(ACCESSES)('from access %i on: no new record is lost', async (access) => {
		await onlyNew(getPosts);
		change(getPosts, { add: 3 });
		failFrom(access);
		const { ids } = await onlyNew(getPosts, {}, { node });
		world.engine.remembered.works();
		const all = new Set([...ids, ...(await onlyNew(getPosts)).ids]);
		expect(all.size).toBeGreaterThanOrEqual(3);
		expect((await onlyNew(getPosts)).ids).toEqual([]);
	});
});

describe.each<[string, OperationCase, ListChange]>([
	['posts', getPosts, { add: 3 }],
	['images, in an order of their own', searchImages, { add: 3, at: 1 }],
])('a process that is killed while it reads %s', (_label, operation, grown) => {
	const limit = 20;

	/**
	 * All that such a run leaves is what n8n had stored after so many accesses.
	 * @returns whether it had remembered what it found, so that it counts as delivered
	 */
	async function killAfter(accesses: number): Promise<boolean> {
		const { remembered } = world.engine;
		const last = remembered.calls + accesses;
		let restore = () => {};
		remembered.meanwhile = () => {
			if (remembered.calls === last + 1) restore = remembered.snapshot();
		};
		await onlyNew(operation, { limit });
		const isWhole = remembered.calls <= last;
		remembered.works();
		restore();
		return isWhole;
	}

	test.each(ACCESSES)('after access %i: what is new comes all the same', async (access) => {
		await onlyNew(operation, { limit });
		const quiet = (await onlyNew(operation, { limit })).calls;
		change(operation, grown);
		const isDelivered = await killAfter(access);
		expect((await onlyNew(operation, { limit })).ids).toHaveLength(isDelivered ? 0 : 3);
		const after = await onlyNew(operation, { limit });
		expect([after.ids, after.calls]).toEqual([[], quiet]);
	});

	test.each(ACCESSES)('after access %i of its first run: a first run follows', async (access) => {
		const isDelivered = await killAfter(access);
		expect((await onlyNew(operation, { limit })).ids).toHaveLength(isDelivered ? 0 : limit);
		change(operation, grown);
		expect((await onlyNew(operation, { limit })).ids).toHaveLength(3);
	});
});

test('without sort times, buying stops at a page whose last record is known', async () => {
	let posts = 60;
	gateway.answerWith(postsByOffset(() => posts));
	const read = async () => {
		const before = gateway.calls.length;
		const { ids } = await onlyNew(getPosts, {}, { credential: { baseUrl: gateway.url } });
		return [ids.length, gateway.calls.length - before];
	};
	expect(await read()).toEqual([50, 5]);
	expect(await read()).toEqual([0, 1]);
	posts += 2;
	expect(await read()).toEqual([2, 1]);
	expect(await read()).toEqual([0, 1]);
});
