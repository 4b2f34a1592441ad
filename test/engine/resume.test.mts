import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { ListSettings } from '../../emulator/emulator.mts';
import { nextOf } from '../harness/money.mts';
import {
	eachOperation,
	expression,
	getAnswers,
	getCommentReplies,
	getPosts,
	getSubComments,
	operations,
	searchImages,
	searchVideos,
} from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRun, NodeRunOptions } from '../harness/world.mts';

const world = useWorld();
let credentialId: string;
let tests = 0;
beforeEach(() => {
	// Pages are kept by credential: those of another test must not help this one.
	credentialId = `credential of test ${++tests}`;
});

const SIZE = 45;

function runList(
	operation: OperationCase,
	parameters: IDataObject,
	list: Partial<ListSettings> = {},
	options: NodeRunOptions = {},
): Promise<NodeRun> {
	world.emulator.setList(operation.name, operation.listKey('list'), { size: SIZE, ...list });
	return world.run(
		{ ...operation.parameters('list'), returnAll: true, ...parameters },
		{ credentialId, ...options },
	);
}

const idsOf = ({ records }: NodeRun) => records.map(({ id }) => id);
const bought = () => [...new Set(world.emulator.ledger.flatMap(({ recordIds }) => recordIds))];

/** Goes on from `next` and expects that both parts make the whole list, without a page twice. */
async function goOnFrom(
	next: unknown,
	{
		operation,
		first,
		options = {},
	}: { operation: OperationCase; first: NodeRun; options?: IDataObject },
): Promise<NodeRun> {
	const rest = await runList(operation, { options: { ...options, resumeFrom: next } as never });
	expect(rest.status).toBe('success');
	expect([...idsOf(first), ...idsOf(rest)]).toEqual(bought());
	expect(bought()).toHaveLength(SIZE);
	return rest;
}

describe.each(eachOperation)('%s goes on', (_label, operation) => {
	const { pageSize } = operation;
	const limits = [1, pageSize - 1, pageSize, pageSize + 3];

	test.each(limits)('behind a limit of %i', async (limit) => {
		const first = await runList(operation, { returnAll: false, limit });
		await goOnFrom(nextOf(first, 0), { operation, first });
		expect(world.emulator.summary().duplicates).toEqual([]);
	});

	test('behind a limit inside a page that is no longer kept', async () => {
		const first = await runList(operation, {
			returnAll: false,
			limit: 3,
			options: { reuseFailed: 0 },
		});
		await goOnFrom(nextOf(first, 0), { operation, first, options: { reuseFailed: 0 } });
		expect(world.emulator.summary().duplicates).toHaveLength(1);
	});

	test('behind Max Pages', async () => {
		const first = await runList(operation, { options: { maxPages: 1 } });
		await goOnFrom(nextOf(first, 0), { operation, first });
		expect(world.emulator.summary().duplicates).toEqual([]);
	});

	test('behind a failure', async () => {
		world.emulator.addFault({ kind: 'refused', httpStatus: 400, match: { page: 2 } });
		const first = await runList(operation, {}, {}, { node: { onError: 'continueRegularOutput' } });
		expect(first.records).toHaveLength(pageSize);
		await goOnFrom(first.errors[0].error.next, { operation, first });
		expect(world.emulator.summary().duplicates).toEqual([]);
	});

	test('behind the failure of its first call', async () => {
		world.emulator.addFault({ kind: 'refused', httpStatus: 400 });
		const first = await runList(operation, {}, {}, { node: { onError: 'continueRegularOutput' } });
		expect(first.errors[0].error.next).not.toBeNull();
		await goOnFrom(first.errors[0].error.next, { operation, first });
	});

	test('behind a page of the output Pages', async () => {
		const pages = await runList(operation, { output: 'pages' });
		const { next } = pages.records[0];
		world.emulator.ledger.length = 0;
		const rest = await runList(operation, { options: { resumeFrom: next } });
		expect(world.emulator.ledger[0].page).toBe(2);
		const onFirstPage = (pages.records[0].records as unknown[]).map(operation.idOf);
		expect(idsOf(rest)).toHaveLength(SIZE - onFirstPage.length);
		expect(idsOf(rest)).toEqual(bought());
	});

	test('from an object, from its JSON text and from the text of an agent', async () => {
		const first = await runList(operation, { returnAll: false, limit: pageSize + 1 });
		const next = nextOf(first, 0);
		const forms = [
			next,
			expression(next),
			JSON.stringify(next),
			JSON.stringify(next, null, 2),
			expression(JSON.stringify(next)),
		];
		for (const form of forms) {
			const rest = await runList(operation, { options: { resumeFrom: form } as never });
			expect(rest.records).toHaveLength(SIZE - pageSize - 1);
			expect(new Set([...idsOf(first), ...idsOf(rest)]).size).toBe(SIZE);
		}
	});

	test('without the records that the next page repeats', async () => {
		const list = { repeats: 3 };
		const first = await runList(operation, { options: { maxPages: 1 } }, list);
		const rest = await runList(operation, { options: { resumeFrom: nextOf(first, 0) } }, list);
		const sold = world.emulator.ledger.flatMap(({ recordIds }) => recordIds);
		expect(sold.length).toBeGreaterThan(SIZE);
		expect([...idsOf(first), ...idsOf(rest)]).toEqual(bought());
	});

	test('with both of two records that share an id', async () => {
		const list = { equalIds: true };
		const first = await runList(operation, { returnAll: false, limit: 1 }, list);
		const rest = await runList(operation, { options: { resumeFrom: nextOf(first, 0) } }, list);
		expect(first.records.length + rest.records.length).toBe(SIZE);
		expect(rest.records[0].id).toBe(first.records[0].id);
		expect(rest.records[0]).not.toEqual(first.records[0]);
	});

	test('in small steps, each from where the last ended', async () => {
		let next: IDataObject | undefined;
		const ids: unknown[] = [];
		for (let steps = 0; steps === 0 || next; steps++) {
			expect(steps).toBeLessThan(12);
			const run = await runList(operation, {
				returnAll: false,
				limit: 7,
				options: next ? { resumeFrom: next } : {},
			});
			ids.push(...idsOf(run));
			next = nextOf(run, 0);
		}
		expect(ids).toEqual(bought());
		expect(ids).toHaveLength(SIZE);
		expect(world.emulator.summary().duplicates).toEqual([]);
	});

	test('nowhere once the list has ended', async () => {
		const pages = await runList(operation, { output: 'pages' });
		expect(pages.records.at(-1)?.next).toBeNull();
		expect(pages.hint).not.toContain('Resume From');
	});
});

describe('a position of another list or a broken one is refused free of charge', () => {
	const FOREIGN: Array<[OperationCase, IDataObject]> = [
		[searchImages, { cursor: 'a', index: 3 }],
		[searchImages, { keyword: 'dogs', page: 2 }],
		[getSubComments, { page: 2 }],
		[getAnswers, { end_cursor: 'a' }],
		[searchVideos, { end_cursor: 'a' }],
		[getCommentReplies, { cursor: 'a', offset: 20 }],
		[getPosts, { cursor: 'a' }],
		[getPosts, { end_cursor: 'a', provider: 'b' }],
	];
	const BROKEN = [
		'no json',
		'{"page": 2',
		'[]',
		'[{"page": 2}]',
		'5',
		'"page"',
		'true',
		{ page: 'two' },
		{ page: 0 },
		{ page: { a: 1 } },
		{ page: 2, skip: -1 },
		{ page: 2, skip: 1.5 },
		{ page: 2, skip: '3' },
		{ page: 2, seen: 5 },
		{ page: 2, seen: ['a'] },
		{ skip: -1 },
		{ skip: 'x' },
	];
	const rows: Array<[string, OperationCase, unknown]> = [
		...FOREIGN.map(([operation, position]): [string, OperationCase, unknown] => [
			`${operation.label}: ${JSON.stringify(position)}`,
			operation,
			position,
		]),
		...BROKEN.map((value): [string, OperationCase, unknown] => [
			`note: searchImages: ${JSON.stringify(value)}`,
			searchImages,
			value,
		]),
	];

	test.each(rows)('%s', async (_label, operation, resumeFrom) => {
		for (const onError of ['continueRegularOutput', 'stopWorkflow'] as const) {
			const options = { resumeFrom: resumeFrom as IDataObject };
			const run = await runList(operation, { options }, {}, { node: { onError } });
			expect(run.records).toEqual([]);
			expect(run.errors.length + (run.error ? 1 : 0)).toBe(1);
			if (onError === 'stopWorkflow') continue;
			expect(run.errors[0].error).toMatchObject({
				code: 'INVALID_INPUT',
				layer: 'input',
				callsMade: 0,
				cost: 0,
				mayBeCharged: false,
			});
		}
		expect(world.emulator.ledger).toEqual([]);
	});

	test('the comment of another item', async () => {
		const resumeFrom = { offset: 20, content_id: '8213054679432105985' };
		const run = await runList(
			getCommentReplies,
			{ contentId: '8213054679432105986', options: { resumeFrom } },
			{},
			{ node: { onError: 'continueRegularOutput' } },
		);
		expect(run.errors[0].message).toMatch(/^Resume From belongs to another list/);
		expect(world.emulator.ledger).toEqual([]);
	});

	test('a cursor that the service does not know costs nothing either', async () => {
		const run = await runList(
			getPosts,
			{ options: { resumeFrom: { end_cursor: 'made up' } } },
			{},
			{ node: { onError: 'continueRegularOutput' } },
		);
		expect(run.errors[0].error).toMatchObject({ code: 'INVALID_INPUT', field: 'end_cursor' });
		expect(world.emulator.summary()).toMatchObject({ calls: 1, charged: 0 });
	});
});

test.each(['', '  ', '{}', 'null', 'undefined', null, {}])(
	'%j is no position: the list begins at its beginning',
	async (resumeFrom) => {
		for (const operation of operations) {
			world.emulator.reset();
			const run = await runList(operation, {
				returnAll: false,
				limit: 1,
				options: { resumeFrom: expression(resumeFrom) },
			});
			expect(run.records).toHaveLength(1);
			expect(world.emulator.ledger[0].input).toEqual(operation.input('list'));
		}
	},
);

test('Resume From wins over Start Position', async () => {
	const first = await runList(searchImages, { options: { maxPages: 1 } });
	const rest = await runList(searchImages, {
		startPosition: { page: 7, searchId: 'other' },
		options: { resumeFrom: nextOf(first, 0) },
	});
	expect([...idsOf(first), ...idsOf(rest)]).toEqual(bought());
	expect(world.emulator.ledger[1].page).toBe(2);
});

test('each input item goes on from its own position', async () => {
	const lists = ['a size-45', 'b size-45', 'c size-45'];
	const parameters = { ...searchImages.parameters('={{ $json.list }}'), limit: 25 };
	const items = lists.map((list) => ({ list }));
	const first = await world.run({ ...parameters, output: 'pages' }, { items, credentialId });
	const pagesOf = (item: number) =>
		first.items
			.filter(({ pairedItem }) => (pairedItem as any).item === item)
			.map(({ json }) => json as { records: any[]; next: any });
	const resumed = lists.map((list, item) => ({ list, next: pagesOf(item).at(-1)?.next }));
	const rest = await world.run(
		{ ...parameters, returnAll: true, options: { resumeFrom: '={{ $json.next }}' } },
		{ items: resumed, credentialId },
	);
	expect(world.emulator.summary().duplicates).toEqual([]);
	for (const [item] of lists.entries()) {
		const before = pagesOf(item).flatMap(({ records }) => records);
		const after = rest.items.filter(({ pairedItem }) => (pairedItem as any).item === item);
		const ids = [
			...before.map(({ image_info }) => image_info.fileid),
			...after.map(({ json }) => json.id),
		];
		expect(ids).toHaveLength(45);
		expect(new Set(ids).size).toBe(45);
	}
});
