import { describe, expect, test } from '@jest/globals';

import { pageOfPosts, runOf, useGateway } from '../harness/gateway.mts';
import { positionIn } from '../harness/money.mts';
import { getPosts, runAny, searchImages } from '../harness/operations.mts';
import { contextOf, CONTINUE, useWorld } from '../harness/world.mts';

/** Number of input items. The nightly run has so many that spreading them would overflow the stack. */
const ITEMS = Number(process.env.MANY_ITEMS ?? 2000);

const world = useWorld();
const gateway = useGateway();

const nested = (depth: number, open: string, close: string) =>
	open.repeat(depth) + '1' + close.repeat(depth);

const ALL = { returnAll: true, output: 'raw' };
const images = (more: object = {}) => ({ ...searchImages.parameters('a'), ...ALL, ...more });

const NESTED = nested(20_000, '[', ']');
const DEEP = `{"image_info":{"fileid":"b"},"deep":${NESTED}}`;

const RECORDS: Array<[label: string, record: string]> = [
	['20,000 levels deep', DEEP],
	['without an ID, 20,000 levels deep', `{"image_info":{"fileid":null},"deep":${NESTED}}`],
	[
		'with objects instead of texts',
		'{"image_info":{"fileid":{"toString":1},"url":{"toString":1}}}',
	],
	[
		'with infinite numbers',
		'{"image_info":{"fileid":0},"note_info":{"liked_count":1e999,"publish_time":-1e999}}',
	],
	[
		'with names of prototypes',
		'{"image_info":{"fileid":""},"__proto__":{"image_info":1},"constructor":5,"toString":7}',
	],
];

test.each(
	RECORDS.flatMap(([label, record]) =>
		['simplified', 'selected', 'pages'].map((output) => [label, output, record] as const),
	),
)(
	'no record makes the node throw after its purchase: %s, output %s',
	async (_label, output, record) => {
		gateway.answerWith(({ body: { input } }) => ({
			body:
				input.page === 1
					? `{"data":{"items":[{"image_info":{"fileid":"a"}},${record}]}}`
					: '{"data":{"items":[]}}',
		}));
		const parameters = images({ output, fields: 'image_info.url, toString.0, a' });
		const run = await world.run(parameters, { ...gateway.at, ...CONTINUE });
		expect(run.status).toBe('success');
		expect(run.errors).toEqual([]);
		expect(run.items).toHaveLength(2);
	},
);

const cases = Object.entries({ simplified: 1, raw: 3 });

test.each(cases)(
	'equal items share a deeply nested record: %s, %i in parallel',
	async (output, concurrency) => {
		gateway.answerWith(async ({ body: { input } }) => {
			await new Promise((resolve) => setTimeout(resolve, 5));
			const page = `{"data":{"items":[{"image_info":{"fileid":"a${input.keyword}"}},${DEEP}]}}`;
			return { body: input.page === 1 ? page : '{"data":{"items":[]}}' };
		});
		const items = ['a', 'a', 'b', 'c', 'c'].map((list) => ({ list }));
		const parameters = images({ output, keyword: '={{ $json.list }}', options: { concurrency } });
		const run = await world.run(parameters, { items, ...gateway.at });
		expect(run.status).toBe('success');
		expect(run.items).toHaveLength(10);
		// Two pages of each list, and none after the execution has ended.
		expect(gateway.calls).toHaveLength(6);
	},
);

const imageOf = (page: number) => ({ image_info: { fileid: `${page}` } });
const card = { image_info: { fileid: null }, url: 'the same on every page' };

test('a list without IDs ends with the first page without a new record, even if each page has the same card', async () => {
	gateway.answerWith(({ body: { input } }) => ({
		body: runOf({ data: { items: input.page <= 3 ? [card, imageOf(input.page)] : [card] } }),
	}));
	const run = await world.run(images(), gateway.at);
	expect(gateway.calls).toHaveLength(4);
	// Equal content does not prove that two records are the same, so each page returns its card.
	expect(run.records).toHaveLength(6);
	expect(contextOf(run).reason).toBe('end');
});

test.each([
	['without a flag', '', 'info'],
	['with a flag that says that there is more', 'more', 'warning'],
])('a next position 4,500 levels deep ends the list after its page: %s', async (_, flag, type) => {
	const body = `{"list":[{"id":"a"}],"more":true,"next":${nested(4500, '{"a":', '}')}}`;
	gateway.answerWith(() => ({ body }));
	const parameters = runAny('/api/v1/x/y', {
		...{ recordsPath: 'list', hasMorePath: flag, returnAll: true },
		nextPage: { pairs: [{ name: 'cursor', path: 'next' }] },
	});
	const run = await world.run(parameters, gateway.at);
	expect(run.status).toBe('success');
	expect(run.records).toEqual([{ id: 'a' }]);
	expect(run.hints[0].type).toBe(type);
	expect(gateway.calls).toHaveLength(1);
});

describe('messages for people are short, whatever an answer contains', () => {
	const LONGEST = 2000;
	const CURSOR = '<b>'.repeat(300_000);
	const SIGNS = '<'.repeat(1500);

	/** Answers with a page of posts, and refuses the second page. */
	function answerWithCursor(cursor: string): void {
		const body = runOf(pageOfPosts([{ id: '1' }], { has_next_page: true, end_cursor: cursor }));
		const refusal = { status: 400, body: { code: 'x', message: 'no' } };
		gateway.answerWith(({ body: { input } }) => (input.end_cursor ? refusal : { body }));
	}
	const posts = (options = {}) => ({ ...getPosts.parameters('a'), returnAll: true, options });

	test.each([
		['a cursor of 900 kB', CURSOR],
		['a cursor that becomes longer when it is escaped', SIGNS],
	])('the hint for %s, which it does not show', async (_label, cursor) => {
		answerWithCursor(cursor);
		const parameters = { ...posts({}), maxCost: getPosts.price };
		const run = await world.run(parameters, { ...gateway.at, report: true });
		expect(run.records).toHaveLength(1);
		expect(run.hint.length).toBeLessThanOrEqual(LONGEST);
		expect(positionIn(run.hint)).toBeUndefined();
		expect(run.report[0].next).toMatchObject({ end_cursor: cursor });
	});

	test('the message of an error item, which has the position in a field', async () => {
		answerWithCursor(CURSOR);
		const run = await world.run(posts({}), { ...gateway.at, ...CONTINUE });
		const [{ error, message }] = run.errors;
		expect(message.length).toBeLessThanOrEqual(LONGEST);
		expect(error.next).toMatchObject({ end_cursor: CURSOR });
	});
});

test(`${ITEMS} input items can all use a page of a failed run`, async () => {
	world.emulator.addFault({ kind: 'server', match: { page: 2 } });
	const parameters = { ...getPosts.parameters('many size-2'), pageSize: 1 };
	const failed = await world.run({ ...parameters, returnAll: true });
	expect(failed.status).toBe('error');
	const items = Array.from({ length: ITEMS }, () => ({}));
	const run = await world.run({ ...parameters, limit: 1 }, { items });
	expect(run).toMatchObject({ status: 'success', error: undefined });
	expect(run.items).toHaveLength(ITEMS);
	expect(world.emulator.ledger).toHaveLength(2);
});

// The bench measures the memory that a long list needs.
test('130,000 records on one page do not overflow the stack', async () => {
	const size = 130_000;
	const posts = Array.from({ length: size }, (_, index) => ({ id: `${index}` }));
	const body = JSON.stringify(pageOfPosts(posts));
	gateway.answerWith(() => ({ body }));
	const run = await world.run({ ...getPosts.parameters('u'), ...ALL }, gateway.at);
	expect(run.error).toBeUndefined();
	expect(run.records).toHaveLength(size);
	expect(gateway.calls).toHaveLength(1);
});
