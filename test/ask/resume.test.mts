import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { ListChange, ListSettings } from '../../emulator/emulator.mts';
import { VARIANTS } from '../../nodes/DataAccess/deliver/failureWords.ts';
import { passMinutes } from '../harness/clock.mts';
import { pageOfPosts, runOf, useGateway } from '../harness/gateway.mts';
import { nextOf, positionIn } from '../harness/money.mts';
import { eachEnding, expression, getAnswers, getCommentReplies } from '../harness/operations.mts';
import { getPosts, getSubComments, searchImages, searchVideos } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { parameterIn } from '../harness/refusals.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';
import type { NodeRun, NodeRunOptions } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const SIZE = 45;

function runList(
	operation: OperationCase,
	parameters: IDataObject,
	list: Partial<ListSettings> = {},
	options: NodeRunOptions = {},
): Promise<NodeRun> {
	world.emulator.setList(operation.name, operation.listKey('list'), { size: SIZE, ...list });
	const all = { ...operation.parameters('list'), returnAll: true, ...parameters };
	return world.run(all, { report: true, ...options });
}

const idsOf = ({ records }: NodeRun) => records.map(({ id }) => id);
const bought = () => [...new Set(world.emulator.ledger.flatMap(({ recordIds }) => recordIds))];

/** Returns parameters that end a run with the first page. */
const onePage = ({ pageSize }: OperationCase) => ({ returnAll: false, limit: pageSize });

describe.each(eachEnding)('%s continues', (_label, operation) => {
	const { pageSize } = operation;

	/** Expects that a run from `next` returns the rest of the list, and that no page is bought twice. */
	async function expectRest(first: NodeRun, next: unknown, list: Partial<ListSettings> = {}) {
		const options = { resumeFrom: next as IDataObject, reusePages: 60 };
		const rest = await runList(operation, { options }, list);
		const ids = [...idsOf(first), ...idsOf(rest)];
		expect(ids).toHaveLength(SIZE);
		expect([...new Set(ids)]).toEqual(bought());
		expect(world.emulator.summary().duplicates).toEqual([]);
	}

	test.each<[label: string, limit: number, list: Partial<ListSettings>]>([
		['one record', 1, {}],
		['all but one record of a page', pageSize - 1, {}],
		['a page', pageSize, {}],
		['some of the second page', pageSize + 3, {}],
		['one of two records that share an ID', 1, { equalIds: true }],
	])('after %s', async (_label, limit, list) => {
		const first = await runList(operation, { returnAll: false, limit }, list);
		expect(first.records).toHaveLength(limit);
		await expectRest(first, nextOf(first, 0), list);
	});

	test('after a page whose records are partly repeated on the next page: these are returned again', async () => {
		const list = { repeats: 3 };
		const first = await runList(operation, { returnAll: false, limit: pageSize }, list);
		const options = { resumeFrom: nextOf(first, 0)!, reusePages: 60 };
		const ids = [...idsOf(first), ...idsOf(await runList(operation, { options }, list))];
		expect(new Set(ids).size).toBe(SIZE);
		expect(ids).toHaveLength(SIZE + Math.min(3, pageSize));
		expect(world.emulator.summary().duplicates).toEqual([]);
	});

	test('after a page of Output > Pages; the last page has no position', async () => {
		const { records: pages, hint } = await runList(operation, { output: 'pages' });
		expect(pages.at(-1)?.next).toBeNull();
		expect(positionIn(hint)).toBeUndefined();
		world.emulator.ledger.length = 0;
		const rest = await runList(operation, { options: { resumeFrom: pages[0].next } });
		expect(world.emulator.ledger[0].page).toBe(2);
		expect(idsOf(rest)).toEqual(bought());
	});

	test('from an object, from its JSON text, and from the text of an agent', async () => {
		const first = await runList(operation, { returnAll: false, limit: pageSize + 1 });
		const next = nextOf(first, 0)!;
		const text = JSON.stringify(next);
		for (const form of [next, expression(next), JSON.stringify(next, null, 2), expression(text)]) {
			const rest = await runList(operation, { options: { resumeFrom: form } });
			expect(new Set([...idsOf(first), ...idsOf(rest)]).size).toBe(SIZE);
			expect(rest.records).toHaveLength(SIZE - pageSize - 1);
		}
	});
});

describe('a change of the list after a page was cut loses no record, and returns none twice', () => {
	const LIMIT = 3;
	const changes = ({ pageSize }: OperationCase): Array<[label: string, change: ListChange]> => [
		['a delivered record is deleted', { remove: 1, at: 1 }],
		['all delivered records are deleted', { remove: LIMIT }],
		['the rest of the page is deleted', { remove: pageSize - LIMIT, at: LIMIT }],
		['new records are on top', { add: 2, at: 0 }],
		['a new record is among the delivered ones', { add: 1, at: 2 }],
	];

	test.each(
		[searchImages, getPosts].flatMap((operation) =>
			changes(operation).map(
				([label, change]) => [operation.label, label, operation, change] as const,
			),
		),
	)('%s: %s', async (_operation, _label, operation, change) => {
		const first = await runList(operation, { returnAll: false, limit: LIMIT });
		world.emulator.changeList(operation.name, operation.listKey('list'), change);
		passMinutes(16);
		world.emulator.ledger.length = 0;
		const options = { resumeFrom: nextOf(first, 0)! };
		const rest = await runList(operation, { options });
		const before = idsOf(first);
		expect(idsOf(rest)).toEqual(bought().filter((id) => !before.includes(id)));
		expect(bought()).toHaveLength(SIZE + ('add' in change ? change.add : -change.remove));
	});

	test('if one of several records without an ID was deleted, none is lost or returned twice', async () => {
		let ads = [1, 2, 2, 3];
		const cards = (page: number) => ({ data: { items: ads.map((n) => ({ ad: page * n })) } });
		gateway.answerWith(({ body: { input } }) => ({
			body: runOf(input.page <= 2 ? cards(input.page) : { data: { items: [] } }),
		}));
		const images = { ...searchImages.parameters('a'), output: 'raw' };
		const first = await world.run({ ...images, limit: 2 }, { ...gateway.at, report: true });
		expect(first.records.map(({ ad }) => ad)).toEqual([1, 2]);
		expect(Object.keys(nextOf(first, 0)!)).not.toContain('skip');
		ads = [2, 2, 3];
		passMinutes(16);
		const options = { resumeFrom: nextOf(first, 0)! };
		const rest = await world.run({ ...images, options }, gateway.at);
		expect(rest.records.map(({ ad }) => ad)).toEqual([2, 3, 4, 4, 6]);
	});
});

test.each<
	[label: string, OperationCase, position: IDataObject, parameters: IDataObject, parameter?: string]
>([
	['with an input of another operation', getSubComments, { page: 2 }, {}],
	['with an input that is no position', getPosts, { end_cursor: 'a', provider: 'b' }, {}],
	['with an invalid input', searchImages, { page: 'two' }, {}, 'Page'],
	['of another keyword', searchImages, {}, { keyword: 'another' }],
	['of another comment', getCommentReplies, {}, { contentId: '1' }],
	['of another operation', searchVideos, {}, searchImages.parameters('list')],
])('a position %s is refused free of charge', async (...row) => {
	const [, operation, position, parameters, parameter = 'Resume From'] = row;
	const next = nextOf(await runList(operation, { returnAll: false, limit: 1 }), 0);
	expect(next).toMatchObject({ list: expect.any(String), seen: expect.any(String) });
	world.emulator.reset();
	const resumed = { ...parameters, options: { resumeFrom: { ...next, ...position } } };
	const { records, errors } = await runList(operation, resumed, {}, CONTINUE);
	expect(records).toEqual([]);
	expect(errors.map(({ message }) => parameterIn(message))).toEqual([parameter]);
	const refused = { code: 'INVALID_INPUT', layer: 'input', callsMade: 0, mayBeCharged: false };
	expect(errors[0].error).toMatchObject(refused);
	expect(world.emulator.ledger).toEqual([]);
});

const all = { returnAll: true };

test.each<[string, IDataObject, status: number, field: string, mayHaveExpired: boolean]>([
	['of a later page', all, 422, 'end_cursor', true],
	['in Resume From', { options: { resumeFrom: '={{ $json.next }}' } }, 422, 'end_cursor', true],
	['in Start Position', { startPosition: { endCursor: 'gone' } }, 422, 'end_cursor', false],
	['of a later page, naming another input', all, 422, 'count', false],
	['of a later page, with another status', all, 402, 'end_cursor', false],
])(
	'whether the error says that a position may have expired: one that the gateway refuses %s',
	async (_label, parameters, status, field, mayHaveExpired) => {
		const refusal = { status, body: { detail: [{ loc: ['body', field], msg: 'no' }] } };
		const page = pageOfPosts([{ id: '1' }], { has_next_page: true, end_cursor: 'gone' });
		gateway.answerWith(({ body: { input } }) =>
			input.end_cursor ? refusal : { body: runOf(page) },
		);
		const posts = { ...getPosts.parameters('a'), output: 'pages' };
		const { records: items } = await world.run({ ...posts, limit: 1 }, gateway.at);
		const { error } = await world.run({ ...posts, ...parameters }, { items, ...gateway.at });
		expect(error?.message.includes(VARIANTS.positionExpired.what!)).toBe(mayHaveExpired);
	},
);

describe.each([getPosts, getAnswers])(
	'with smaller pages, no record is returned twice: $label',
	(operation) => {
		test.each([
			['within', 10],
			['after', 12],
		])('resumed %s the first page', async (_label, limit) => {
			const first = await runList(operation, { pageSize: 12, returnAll: false, limit });
			const resumed = (run: NodeRun) => ({ pageSize: 3, options: { resumeFrom: nextOf(run, 0) } });
			const second = await runList(operation, { ...resumed(first), returnAll: false, limit: 10 });
			const rest = await runList(operation, resumed(second));
			expect([first, second, rest].flatMap(idsOf)).toEqual(bought());
			expect(bought()).toHaveLength(SIZE);
		});
	},
);

test.each(['  ', 'undefined', '={{ undefined }}'])(
	'%j starts at the beginning of the list',
	async (resumeFrom) => {
		const options = { resumeFrom };
		const run = await runList(searchImages, { returnAll: false, limit: 1, options });
		expect(run.records).toHaveLength(1);
		expect(world.emulator.ledger[0].input).toEqual(searchImages.input('list'));
	},
);

test.each([' null\n', '={{ null }}'])('%j means that the list has ended', async (resumeFrom) => {
	const run = await runList(searchImages, { options: { resumeFrom } });
	expect(run.status).toBe('success');
	const ended = { records: 0, calls: 0, reason: 'end', next: null };
	expect(run.report).toMatchObject([ended]);
	expect(world.emulator.ledger).toEqual([]);
});

test('Resume From takes precedence over Start Position', async () => {
	const first = await runList(searchImages, onePage(searchImages));
	const options = { resumeFrom: nextOf(first, 0) };
	const startPosition = { page: 7, searchId: 'other' };
	const rest = await runList(searchImages, { startPosition, options });
	expect([...idsOf(first), ...idsOf(rest)]).toEqual(bought());
	expect(world.emulator.ledger[1].page).toBe(2);
});

test('with null for each list that has ended, only added lists are read, even equal ones', async () => {
	const lists = ['a size-45', 'new size-3', 'new size-3'];
	const items = lists.map((list, at) => ({ list, next: at < 2 ? null : '' }));
	const options = { resumeFrom: '={{ $json.next }}' };
	const all = { ...searchImages.parameters('={{ $json.list }}'), returnAll: true, options };
	expect((await world.run(all, { items })).records).toHaveLength(3);
});
