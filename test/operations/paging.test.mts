import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { SettingsChange } from '../../emulator/emulator.mts';
import { runOf } from '../harness/gateway.mts';
import {
	articleOf,
	callsForAll,
	eachOperation,
	getAnswers,
	getCommentReplies,
	getPosts,
	getSubComments,
	operations,
	searchImages,
	searchVideos,
} from '../harness/operations.mts';
import type { ListRow, OperationCase } from '../harness/operations.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRun } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

/** Reads a whole list of that size and expects each of its records once, in its order. */
async function readAll(
	operation: OperationCase,
	size: number,
	{ calls, ...parameters }: IDataObject & { calls: number },
): Promise<NodeRun> {
	const { emulator } = world;
	const run = await world.run({
		...operation.parameters(`list size-${size}`),
		returnAll: true,
		...parameters,
	});
	expect(run.status).toBe('success');
	expect(run.errors).toEqual([]);
	const pages = emulator.ledger.map(({ page }) => page);
	expect(pages).toEqual(Array.from({ length: calls }, (_, index) => index + 1));
	expect(emulator.ledger.map(({ served }) => served)).not.toContain(false);
	expect(emulator.summary().duplicates).toEqual([]);
	const ids = [...new Set(emulator.ledger.flatMap(({ recordIds }) => recordIds))];
	expect(ids).toHaveLength(size);
	expect(run.records.map(({ id }) => id)).toEqual(ids);
	expect(run.hint).toMatch(
		new RegExp(`^${calls} calls?, .*, ${size} records?\\. Stopped at the end of the list\\.`),
	);
	return run;
}

describe.each(eachOperation)('%s, lists about a page long', (_label, operation) => {
	const { pageSize } = operation;
	const sizes = [0, 1, pageSize - 1, pageSize, pageSize + 1, 2 * pageSize, 3 * pageSize + 2];
	test.each(sizes)('%i records', async (size) => {
		await readAll(operation, size, { calls: callsForAll(operation, size) });
	});
});

describe.each(eachOperation)('%s, a list of each kind', (_label, operation) => {
	test.each(operation.lists)('$label', async ({ settings, parameters, size = 45, calls }) => {
		world.emulator.configure(settings ?? {});
		await readAll(operation, size, {
			calls: calls ?? callsForAll(operation, size),
			...parameters,
		});
	});
});

describe.each(eachOperation)('%s, a list without a record', (_label, operation) => {
	const forms: ListRow[] = [{ label: 'the usual form' }, ...operation.emptyLists];
	test.each(forms)('$label', async ({ settings, parameters }) => {
		world.emulator.configure(settings ?? {});
		const run = await readAll(operation, 0, { calls: 1, ...parameters });
		expect(run.items).toEqual([]);
		expect(world.emulator.summary().charged).toBe(operation.price);
		expect(run.hint).not.toContain('Resume From');
	});
});

describe.each(operations.filter(({ endsUnannounced }) => !endsUnannounced))(
	'$label, without a flag that says whether there is more',
	(operation) => {
		const SIZE = 45;
		const ENDS: Array<[end: string, settings: SettingsChange]> = [
			['is there only while there is more', { moreFlags: 'ifMore' }],
			['is never there', { moreFlags: 'never' }],
		];

		test.each(ENDS)('it %s: the list ends where no position stands', async (_end, settings) => {
			world.emulator.configure({ ...settings, lastCursor: false, answersEnd: 'noNext' });
			await readAll(operation, SIZE, { calls: callsForAll(operation, SIZE) });
		});

		test.each(ENDS)('it %s: a position on the last page leads on once', async (_end, settings) => {
			world.emulator.configure({ ...settings, lastCursor: true, answersEnd: 'isEnd' });
			const run = await world.run({ ...operation.parameters('size-45'), returnAll: true });
			const calls = callsForAll(operation, SIZE);
			const more = operation.flag?.hasNoLastPosition ? 0 : 1;
			expect(world.emulator.ledger).toHaveLength(calls + more);
			expect(world.emulator.summary().duplicates).toEqual([]);
			const ids = world.emulator.ledger.flatMap(({ recordIds }) => recordIds);
			expect(run.records.map(({ id }) => id)).toEqual(ids);
			expect(ids).toHaveLength(SIZE);
			expect(run.errors).toEqual([]);
		});
	},
);

describe('what leads from page to page', () => {
	const inputs = () => world.emulator.ledger.map(({ input }) => input);

	test('images: the ids of the first page, never the decoy', async () => {
		await readAll(searchImages, 45, { calls: 4 });
		const [first, ...later] = inputs();
		expect(first).toMatchObject({ page: 1, search_id: '' });
		expect(later[0].search_id).toEqual(expect.stringMatching(/./));
		for (const [index, { page, ...input }] of later.entries()) {
			expect(page).toBe(index + 2);
			expect({ page: 2, ...input }).toEqual(later[0]);
		}
	});

	test('answers: cursor, offset and session of the link, limit and order of the node', async () => {
		await readAll(getAnswers, 45, { calls: 3, pageSize: 20, order: 'updated' });
		expect(inputs().map(({ offset }) => offset)).toEqual([0, 1, 2]);
		for (const { limit, order } of inputs()) expect([limit, order]).toEqual([20, 'updated']);
		expect(inputs()[1].session_id).toMatch(/:1$/);
	});

	test('videos: the cursor word for word, with the same filters', async () => {
		await readAll(searchVideos, 45, { calls: 3, duration: 'short', sort: 'latest' });
		const [first, second, third] = inputs();
		expect(first).not.toHaveProperty('cursor');
		// What trimming or decoding would change.
		expect(second.cursor).toMatch(/^v2%7C\+.*\|%2F== $/);
		expect(third).toEqual({ ...second, cursor: third.cursor });
		expect({ ...second, cursor: undefined }).toEqual({ ...first, cursor: undefined });
	});

	test('replies: the comment that the first page was of, to the last digit', async () => {
		await readAll(getCommentReplies, 45, { calls: 3 });
		const [first, second, third] = inputs();
		expect(first).toMatchObject({ content_id: '', offset: 0 });
		expect(second.content_id).toMatch(/^\d{19}$/);
		expect(third).toEqual({ ...second, offset: 40 });
		expect(Number.isSafeInteger(Number(second.content_id))).toBe(false);
		expect(world.emulator.ledger[1].key).toBe(second.content_id);
	});

	test('replies: the comment that the user named', async () => {
		const contentId = '8213054679432105985';
		await readAll(getCommentReplies, 45, { calls: 3, contentId });
		expect(inputs().map((input) => input.content_id)).toEqual(Array(3).fill(contentId));
	});

	test.each([
		['a number', '1152921504606846977'],
		['an object', '{"cursor":1152921504606846977,"index":2}'],
		['JSON text', JSON.stringify('{"cursor":1152921504606846977,"index":2}')],
	])('sub-comments: a numeric cursor to the last digit, sent as %s', async (_form, cursor) => {
		// Written by hand, since JSON.stringify would lose the digits.
		const page = `{"data":{"comments":[{"id":"1"}],"cursor":${cursor},"index":2,"has_more":true}}`;
		const last = runOf({ data: { comments: [], has_more: false } });
		gateway.answerWith(({ body }) => ({ body: body.input.cursor === '' ? page : last }));
		const parameters = { ...getSubComments.parameters('a'), returnAll: true };
		await world.run(parameters, { credential: { baseUrl: gateway.url } });
		expect(gateway.calls.map(({ body: { input } }) => [input.cursor, input.index])).toEqual([
			['', 1],
			['1152921504606846977', 2],
		]);
	});

	test('posts: the end cursor, left out on the first page', async () => {
		await readAll(getPosts, 30, { calls: 3 });
		expect(inputs()[0]).toEqual({ user_id: 'list size-30', count: 12 });
		expect(inputs()[1]).toEqual({
			...inputs()[0],
			end_cursor: expect.stringMatching(/./),
		});
	});
});

describe('all replies at once', () => {
	const parameters = { ...getCommentReplies.parameters('a'), allPages: true, returnAll: true };

	test('offset and paging fields do not count', async () => {
		const run = await world.run({ ...parameters, startPosition: { offset: 20 } });
		expect(run.records).toHaveLength(45);
		expect(world.emulator.ledger).toHaveLength(1);
		expect(run.hint).not.toMatch(/counts|did not say/);
	});

	test.each([true, false])('the hint says how many are missing (raw: %s)', async (raw) => {
		world.emulator.setList(getCommentReplies.name, articleOf('a'), { replyTotalMissing: 3 });
		const run = await world.run({ ...parameters, raw });
		expect(run.records).toHaveLength(42);
		expect(run.hint).toContain('The service counts 45 replies but sent 42 of them');
		expect(run.hints[0].type).toBe('warning');
	});
});

describe('cards that are no answers', () => {
	test('are not delivered, and not counted to the limit', async () => {
		world.emulator.configure({ cardsRate: 1 });
		const run = await world.run({
			...getAnswers.parameters('q'),
			pageSize: 20,
			limit: 20,
			output: 'raw',
		});
		expect(world.emulator.ledger).toHaveLength(1);
		expect(run.records.map(getAnswers.idOf)).toEqual(world.emulator.ledger[0].recordIds);
		expect(run.records.map(({ target_type: type }) => type)).toEqual(Array(20).fill('answer'));
	});
});

test('without note and share link the call is made, and the hint says so', async () => {
	const run = await world.run(getSubComments.parameters('size-3'));
	expect(run.records).toHaveLength(3);
	expect(run.hint).toContain('Neither Note ID nor Share Link was given');
	const named = await world.run({ ...getSubComments.parameters('size-3'), noteId: 'n' });
	expect(named.hint).not.toContain('Neither');
});

describe('ids beyond 2^53 leave the node as exact text', () => {
	const big = [searchVideos, getCommentReplies];
	const outputs: Array<[string, IDataObject, (run: NodeRun, each: OperationCase) => unknown[]]> = [
		['simplified', {}, (run) => run.records.map(({ id }) => id)],
		['raw', { output: 'raw' }, (run, { idOf }) => run.records.map(idOf)],
		[
			'selected',
			{ output: 'selected', fields: 'docID, reply_id' },
			(run, { idOf }) => run.records.map(idOf),
		],
		[
			'pages',
			{ output: 'pages' },
			(run, { idOf }) => run.records.flatMap(({ records }) => (records as unknown[]).map(idOf)),
		],
	];
	test.each(
		big.flatMap((operation) =>
			[true, false].flatMap((raw) =>
				outputs.map(([output, parameters, idsOf]) => ({
					label: `${operation.label}, raw ${raw}, ${output}`,
					operation,
					parameters: { ...parameters, raw },
					idsOf,
				})),
			),
		),
	)('$label', async ({ operation, parameters, idsOf }) => {
		const run = await world.run({
			...operation.parameters('size-30'),
			returnAll: true,
			...parameters,
		});
		const ids = world.emulator.ledger.flatMap(({ recordIds }) => recordIds);
		expect(ids.every((id) => !Number.isSafeInteger(Number(id)))).toBe(true);
		expect(idsOf(run, operation)).toEqual(ids);
	});
});
