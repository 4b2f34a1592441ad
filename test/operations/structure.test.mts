import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { pageOfPosts, runOf, useGateway } from '../harness/gateway.mts';
import { getAnswers, getCommentReplies, getPosts } from '../harness/operations.mts';
import { getSubComments, runAny, searchImages } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';
import type { NodeRunOptions } from '../harness/world.mts';

/*
 * IDs, lists and positions as platforms write them (docs/development/gateway.md, Paging): the first page, then the last
 * one. A page is text if JavaScript would lose digits of it.
 */

const world = useWorld();
const gateway = useGateway();

/** Answers each call with the next page; after the last page, with the last page again. */
function serve(...pages: unknown[]): void {
	gateway.answerWith(() => {
		const page = pages[Math.min(gateway.calls.length, pages.length) - 1];
		if (typeof page !== 'string') return { body: runOf(page) };
		return { body: JSON.stringify(runOf('PAGE')).replace('"PAGE"', page) };
	});
}

const run = async (parameters: IDataObject, options: NodeRunOptions = {}) =>
	await world.run({ returnAll: true, ...parameters }, { ...gateway.at, ...options });

const replies = getCommentReplies.parameters('a');
const NEXT_PAGE = { pairs: [{ name: 'page', path: 'next' }] };
const anything = (more: IDataObject) =>
	runAny('/api/v9/any', { recordsPath: 'items', nextPage: NEXT_PAGE, ...more });

describe('an invalid ID does not make two records equal', () => {
	// test/parts/reading holds that no operation takes such a value for an ID.
	test.each(['0', '-1', '"NULL"', '1.5'])('Gateway > Run with ID Path, id %s', async (id) => {
		const page = (k: number, next: string) => `{"items":[{"id":${id},"k":${k}}],"next":${next}}`;
		serve(page(1, '2'), page(2, 'null'));
		const { records } = await run(anything({ idPath: 'id' }));
		expect(records.map(({ k }) => k)).toEqual([1, 2]);
	});

	test('Only New Records, over three days', async () => {
		const days = [0, 1, 2].map((last) =>
			Array.from({ length: last + 1 }, (_, day) => ({
				...{ id: '0', caption: { text: `d${last - day}` } },
				taken_at_timestamp: 1_700_000_000 + (last - day) * 86_400,
			})),
		);
		const read: unknown[] = [];
		gateway.answerWith(() => {
			return { body: runOf(pageOfPosts(days[read.length]!)) };
		});
		for (const _day of days) {
			const { records } = await run({ ...posts, onlyNew: true }, { mode: 'trigger' });
			read.push(records.map(({ text }) => text));
		}
		expect(read).toEqual([['d0'], ['d1'], ['d2']]);
	});
});

const image = { image_info: { fileid: 'f1' } };
const firstImages = { data: { items: [image] }, next_page: 2, search_id: 's' };
const firstItems = { items: [1], next: 2 };
const images = searchImages.parameters('a');
const answers = getAnswers.parameters('a');
const subComments = getSubComments.parameters('a');
const posts = getPosts.parameters('a');

/** Reads these pages, and returns the number of records, the number of calls, and whether it failed. */
async function readAs(parameters: IDataObject, ...pages: unknown[]): Promise<unknown[]> {
	serve(...pages);
	const { records, status } = await run({ output: 'raw', ...parameters });
	return [records.length, gateway.calls.length, status === 'error'];
}

type Row = [label: string, parameters: IDataObject, pages: unknown[], outcome: unknown[]];

const inData = anything({ recordsPath: 'data.items' });

/**
 * Empty and missing lists beyond the pages in the files of the operations. test/parts/shape has all spellings of an empty
 * list.
 */
const LISTS: Row[] = [
	['images, page 2 data', images, [firstImages, { data: {} }], [1, 2, false]],
	['images, data', images, [{ data: [], next_page: 2 }], [0, 1, false]],
	['sub-comments, data', subComments, [{ data: {} }], [0, 1, false]],
	['answers, only data', answers, [{ data: '' }], [0, 1, false]],
	['posts', posts, [{ user: { edge_owner_to_timeline_media: {} } }], [0, 1, false]],
	['Run, page 2', anything({}), [firstItems, { items: {}, next: '' }], [1, 2, false]],
	['Run, items, one page', anything({ nextPage: {} }), [{ items: '' }], [0, 1, false]],
	['Run, page 2 data', inData, [{ data: { items: [1] }, next: 2 }, { data: {} }], [1, 2, false]],
	['Run, page 2 without a list', anything({}), [firstItems, { next: '' }], [1, 2, false]],
	['Run, no list on page 1', anything({}), [{ list: [1], next: '' }], [0, 1, true]],
	['Run, no list on page 2', anything({}), [firstItems, { list: [1] }], [0, 2, true]],
];

test.each(LISTS)('an empty or missing list: %s', async (_, parameters, pages, outcome) => {
	expect(await readAs(parameters, ...pages)).toEqual(outcome);
});

describe('an empty or invalid position ends the list', () => {
	const NONE = [
		...[0, -1, 'null', '0', '-1', 'None', 'undefined', 'NaN', ' ', '-', {}, [], { a: null }, true],
		...[null, '', false, undefined],
	];

	test.each(NONE)('Gateway > Run, next %j', async (none) => {
		const pages = [{ items: [1], next: 'p2' }, { items: [2, 3], next: none }, { items: [1] }];
		expect(await readAs(anything({}), ...pages)).toEqual([3, 2, false]);
	});

	test.each(['p2', 2, 1.5, '1.7e9', { a: [0, 'k'] }, ['k']])(
		'but %j leads to the next page',
		async (next) => {
			const pages = [
				{ items: [1], next },
				{ items: [2, 3], next: '' },
			];
			expect(await readAs(anything({}), ...pages)).toEqual([3, 2, false]);
			expect(gateway.calls[1]?.body.input.page).toEqual(next);
		},
	);

	test('an offset of zero is valid beside a cursor', async () => {
		const pairs = ['cursor', 'offset'].map((name) => ({ name, path: name }));
		const parameters = anything({ nextPage: { pairs } });
		const first = { items: [1], cursor: 'c', offset: 0 };
		const last = { items: [2], cursor: '', offset: 0 };
		expect(await readAs(parameters, first, last)).toEqual([2, 2, false]);
		expect(await readAs(parameters, { ...first, cursor: 0 })).toEqual([1, 1, false]);
	});
});

test('a user that does not exist is a failure with that message, and is not bought again', async () => {
	serve({ data: { user: null }, status: 'ok' });
	const failed = await run(posts, {
		node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
	});
	expect(failed.error?.errorResponse).toMatchObject({ code: 'PLATFORM_ERROR', callsMade: 1 });
	expect(failed.error?.message).toContain('It knows no user with this ID. The ID of');
	expect(gateway.calls).toHaveLength(1);
});

test('a list that counts more records than it sends gives a warning, for a model too', async () => {
	serve({ replies: [{ reply_id: 'a', content: 'A' }], reply_total: 25, hasmore: false });
	const told = 'The platform counts 25 replies but sent 1.';
	const read = await run(replies);
	expect([read.records.length, read.hints[0]?.type]).toEqual([1, 'warning']);
	expect(read.hint).toContain(told);
	const asTool = { node: { type: 'n8n-nodes-data-access.dataAccessTool' } };
	const { items } = await run(replies, asTool);
	expect(items).toHaveLength(2);
	expect(items.at(-1)?.json.message).toContain(told);
});
