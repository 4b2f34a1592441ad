import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { runOf } from '../harness/gateway.mts';
import { expression, getSubComments, searchImages } from '../harness/operations.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';
import { contextOf } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const unknown = (more: IDataObject = {}): IDataObject => ({
	resource: 'gateway',
	operation: 'run',
	endpoint: '/api/v9/anything',
	price: 0.01,
	...more,
});

const moved = (name: string, path: string) => ({ nextPage: { pairs: [{ name, path }] } });

const run = async (parameters: IDataObject, items: IDataObject[] = [{}]) =>
	await world.run(parameters, { items, credential: { baseUrl: gateway.url } });

const envelope = (data: unknown) => ({ code: 200, request_id: 'r', message: 'ok', data });

const LIST = { items: [{ id: 1 }, { id: 2 }] };

type Row = [what: string, body: unknown, parameters: IDataObject, records: unknown[]];

const ANSWERS: Row[] = [
	['a payload in a run', runOf(LIST), {}, [LIST]],
	['a payload alone', LIST, {}, [LIST]],
	['a payload in an envelope', envelope(LIST), {}, [LIST]],
	['a payload in an envelope in a run', runOf(envelope(LIST)), {}, [LIST]],
	['a list as the payload', runOf([1, 2]), {}, [{ value: [1, 2] }]],
	['a code of its own deep inside', runOf({ data: { code: 7 } }), {}, [{ data: { code: 7 } }]],
	[
		'long ids',
		`{"status":"COMPLETED","output":{"id":8213054679432105985}}`,
		{},
		[{ id: '8213054679432105985' }],
	],
	['a field named error', runOf({ error: null, a: 1 }), {}, [{ record: { error: null, a: 1 } }]],
	['records in a run', runOf(LIST), { recordsPath: 'items' }, LIST.items],
	['records in an envelope', envelope(LIST), { recordsPath: 'items' }, LIST.items],
	['records in a bare envelope', { data: LIST }, { recordsPath: 'items' }, LIST.items],
	...[1, 1000, 10_000, '1', -1].flatMap((code): Row[] => [
		[
			`records beside the code ${code}`,
			runOf({ code, msg: 'Success', data: LIST }),
			{ recordsPath: 'data.items' },
			LIST.items,
		],
		[
			`records inside of the code ${code}`,
			runOf({ code, message: 'Success', data: LIST }),
			{ recordsPath: 'items' },
			LIST.items,
		],
		[
			`no records beside ret ${code}`,
			runOf({ ret: code, items: [] }),
			{ recordsPath: 'items' },
			[],
		],
	]),
	['a payload that is the list', runOf([{ a: 1 }]), { recordsPath: '$' }, [{ a: 1 }]],
	[
		'texts and numbers',
		runOf({ ids: ['a', 2, null] }),
		{ recordsPath: 'ids' },
		[{ value: 'a' }, { value: 2 }],
	],
	['one object', runOf({ user: { id: 1 } }), { recordsPath: 'user' }, [{ id: 1 }]],
	[
		'a path through a list',
		runOf({ a: [{ b: [{ c: 1 }] }] }),
		{ recordsPath: 'a.0.b' },
		[{ c: 1 }],
	],
	[
		'a last page without its list',
		runOf({ items: null, more: false }),
		{
			recordsPath: 'items',
			hasMorePath: 'more',
		},
		[],
	],
	[
		'equal records without an ID',
		runOf({ items: [{ id: 1 }, { id: 1 }] }),
		{ recordsPath: 'items' },
		[{ id: 1 }, { id: 1 }],
	],
	[
		'a record that is repeated, by its ID',
		runOf({ items: [{ a: { id: 1 } }, { a: { id: 1 } }, { a: { id: 2 } }] }),
		{ recordsPath: 'items', idPath: 'a.id' },
		[{ a: { id: 1 } }, { a: { id: 2 } }],
	],
];

test.each(ANSWERS)('%s', async (_what, body, parameters, records) => {
	gateway.answerWith(() => ({ body }));
	const { status, records: given } = await run(unknown(parameters));
	expect(status).toBe('success');
	expect(given).toEqual(records);
	expect(gateway.calls).toHaveLength(1);
});

const FAILURES: Array<[what: string, body: unknown, parameters: IDataObject, code: string]> = [
	[
		'an error of the platform',
		runOf({ success: false, message: 'no such user' }),
		{},
		'PLATFORM_ERROR',
	],
	[
		'an envelope with an error code',
		{ ...envelope(null), code: 500, message: 'busy' },
		{},
		'PROVIDER_ERROR',
	],
	['no list', runOf({ items: 'none' }), { recordsPath: 'items' }, 'UNRECOGNISED_ANSWER'],
	['a path to a prototype', runOf({ a: 1 }), { recordsPath: '__proto__' }, 'UNRECOGNISED_ANSWER'],
];

test.each(FAILURES)('%s is a failure', async (_what, body, parameters, code) => {
	gateway.answerWith(() => ({ body }));
	expect((await run(unknown(parameters))).error?.errorResponse).toMatchObject({ code });
	expect(gateway.calls).toHaveLength(1);
});

const page = (number: number, next: unknown) => ({ items: [{ id: number }], next });

const ENDS: Array<[what: string, last: unknown]> = [
	['null', null],
	['empty', ''],
	['false', false],
	['missing', undefined],
];

test.each(ENDS)('a list ends where the next position is %s', async (_what, last) => {
	gateway.answerWith(({ body }) => {
		const number = Number(body.input.page ?? 1);
		return { body: runOf(page(number, number < 3 ? number + 1 : last)) };
	});
	const parameters = { recordsPath: 'items', ...moved('page', 'next'), price: 0.01 };
	const read = await run(unknown({ ...parameters, returnAll: true }));
	expect(read.records).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
	expect(contextOf(read).reason).toBe('end');
	expect(gateway.calls.map(({ body }) => body.input)).toEqual([{}, { page: 2 }, { page: 3 }]);
});

test('a position that comes again ends the list', async () => {
	gateway.answerWith(({ body }) => ({ body: runOf(page(Number(body.input.page ?? 1), 2)) }));
	const parameters = { recordsPath: 'items', ...moved('page', 'next'), price: 0.01 };
	const read = await run(unknown({ ...parameters, returnAll: true }));
	expect(read.records).toEqual([{ id: 1 }, { id: 2 }]);
	expect(contextOf(read).reason).toBe('repeatedPosition');
});

test.each(['list', 'seen', 'ended'])('an input may be called %s', async (name) => {
	gateway.answerWith(({ body }) => {
		const number = Number(body.input[name] ?? 1);
		return { body: runOf(page(number, number < 3 ? number + 1 : null)) };
	});
	const parameters = { recordsPath: 'items', ...moved(name, 'next'), price: 0.01 };
	const begun = await run(unknown({ ...parameters, limit: 2, output: 'pages' }));
	const { next } = begun.records.at(-1) as { next: IDataObject };
	const options = { resumeFrom: JSON.stringify(next) };
	const rest = await run(unknown({ ...parameters, returnAll: true, options }));
	expect(rest.records).toEqual([{ id: 3 }]);
	expect(gateway.calls.at(-1)?.body.input).toEqual({ [name]: 3 });
});

test('a position inside a list or an object moves there, and leaves the rest', async () => {
	gateway.answerWith(({ body }) => {
		const number = Number(body.input.filters?.[1]?.page ?? 1);
		return { body: runOf(page(number, number < 2 ? number + 1 : null)) };
	});
	const input = JSON.stringify({ filters: [{ a: 1 }, { page: 1, b: 2 }], c: null });
	const parameters = { input, recordsPath: 'items', ...moved('filters.1.page', 'next') };
	expect((await run(unknown(parameters))).records).toHaveLength(2);
	expect(gateway.calls.map(({ body }) => body.input)).toEqual([
		{ filters: [{ a: 1 }, { page: 1, b: 2 }], c: null },
		{ filters: [{ a: 1 }, { page: 2, b: 2 }], c: null },
	]);
});

describe('paths with brackets', () => {
	const PAGES = [
		{ data: [{ list: [{ 'a.b': 1 }] }], next: [{ cursor: 'c' }] },
		{ data: [{ list: [{ 'a.b': 2 }] }], next: [] },
	];

	test('lead to records, to an ID and to the next page', async () => {
		gateway.answerWith(({ body }) => ({ body: runOf(PAGES[body.input.cursor === 'c' ? 1 : 0]) }));
		const paths = { recordsPath: 'data[0].list', idPath: '["a.b"]', returnAll: true };
		const read = await run(unknown({ ...paths, ...moved('cursor', 'next[0].cursor') }));
		expect(read.records).toEqual([{ 'a.b': 1 }, { 'a.b': 2 }]);
		expect(read.hints[0]?.type).toBe('info');
	});

	test.each(['recordsPath', 'hasMorePath', 'idPath'])(
		'are refused before any call where %s is none',
		async (name) => {
			const { error } = await run(unknown({ [name]: '$json.x' }));
			expect(error?.errorResponse).toMatchObject({ code: 'INVALID_INPUT', callsMade: 0 });
			expect(gateway.calls).toEqual([]);
		},
	);

	test('of Fields, each under its path as it is written', async () => {
		gateway.answerWith(() => ({
			body: runOf({ items: [{ a: [{ b: 1 }], 'c,d': 2 }, { a: [] }] }),
		}));
		const fields = 'a[0].b, ["c,d"]';
		const read = await run(unknown({ recordsPath: 'items', output: 'selected', fields }));
		expect(read.records).toEqual([
			{ 'a[0].b': 1, '["c,d"]': 2 },
			{ 'a[0].b': null, '["c,d"]': null },
		]);
	});

	test('that find nothing in any record of a page are told, as a warning', async () => {
		gateway.answerWith(() => ({ body: runOf({ items: [{ a: 1 }, { a: null }] }) }));
		const parameters = { recordsPath: 'items', output: 'selected', fields: 'a, x[0].y, z' };
		const read = await run(unknown({ ...parameters, idPath: 'b.id', options: { report: true } }));
		const told = [
			"No record of a page has b.id, which 'ID Path' names.",
			"No record of a page has x[0].y, which 'Fields' names.",
			"No record of a page has z, which 'Fields' names.",
		];
		expect(read.hints[0]?.type).toBe('warning');
		for (const each of told) expect(read.hint).toContain(each);
		expect(read.hint).not.toContain('has a,');
	});
});

describe('paths for a known endpoint', () => {
	const known = (input: IDataObject, endpoint: string, more: IDataObject): IDataObject => ({
		resource: 'gateway',
		operation: 'run',
		endpoint,
		input: JSON.stringify(input),
		price: 0.015,
		output: 'raw',
		returnAll: true,
		...more,
	});

	test('read records where the operation has none, and say that there may be more', async () => {
		gateway.answerWith(() => ({
			body: runOf({ data: { notes: [{ id: 1 }, { id: 2 }] }, next_page: 2 }),
		}));
		const { endpoint } = searchImages;
		const { records, hints } = await run(
			known({ keyword: 'tea' }, endpoint, { recordsPath: 'data.notes' }),
		);
		expect(records).toEqual([{ id: 1 }, { id: 2 }]);
		expect(hints[0]?.type).toBe('warning');
	});

	test('find a last page without them in a bare envelope', async () => {
		gateway.answerWith(({ body }) => {
			const isLast = body.input.cursor !== '';
			const cursor = isLast ? {} : { cursor: { cursor: 'c', index: 1 } };
			const comments = [{ id: isLast ? 2 : 1 }];
			return { body: { data: { data: { comments, has_more: !isLast, ...cursor } } } };
		});
		const pairs = ['cursor', 'index'].map((name) => ({ name, path: `data.cursor.${name}` }));
		const input = { note_id: 'n', comment_id: 'c' };
		const { records, errors } = await run(
			known(input, getSubComments.endpoint, { recordsPath: 'data.comments', nextPage: { pairs } }),
		);
		expect([records, errors]).toEqual([[{ id: 1 }, { id: 2 }], []]);
	});
});

test.each(['', null])('an Output that is %j is Raw, the default here', async (output) => {
	gateway.answerWith(() => ({ body: runOf(LIST) }));
	expect((await run(unknown({ output: expression(output) }))).records).toEqual([LIST]);
});
