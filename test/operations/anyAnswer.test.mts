import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { runOf, useGateway } from '../harness/gateway.mts';
import { eachOperation, expression, runAny } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const unknown = (more: IDataObject = {}) => runAny('/api/v9/anything', more);

const moved = (name: string, path: string) => ({ nextPage: { pairs: [{ name, path }] } });

const run = async (parameters: IDataObject, items: IDataObject[] = [{}]) =>
	await world.run(parameters, { items, ...gateway.at });

const envelope = (data: unknown) => ({ code: 200, request_id: 'r', message: 'ok', data });

const LIST = { items: [{ id: 1 }, { id: 2 }] };

type Row = [what: string, body: unknown, parameters: IDataObject, records: unknown[]];

const items = { recordsPath: 'items' };

const LONG = '8213054679432105985';

const ANSWERS: Row[] = [
	['a payload in a run', runOf(LIST), {}, [LIST]],
	['a payload in an envelope in a run', runOf(envelope(LIST)), {}, [LIST]],
	['a list as the payload', runOf([1, 2]), {}, [{ value: [1, 2] }]],
	['a code of its own deep inside', runOf({ data: { code: 7 } }), {}, [{ data: { code: 7 } }]],
	['long IDs', `{"runId":"r","output":{"id":${LONG}}}`, {}, [{ id: LONG }]],
	['a field named error', runOf({ error: null, a: 1 }), {}, [{ record: { error: null, a: 1 } }]],
	['records in a run', runOf(LIST), items, LIST.items],
	['records beside a code', runOf({ code: -1, data: LIST }), items, LIST.items],
	['a payload that is the list', runOf([{ a: 1 }]), { recordsPath: '$' }, [{ a: 1 }]],
	['a list in a bare envelope', { code: 0, data: [{ a: 1 }] }, { recordsPath: '$' }, [{ a: 1 }]],
	['texts and numbers', runOf({ items: ['a', 2, null] }), items, [{ value: 'a' }, { value: 2 }]],
	['one object', runOf({ items: { id: 1 } }), items, [{ id: 1 }]],
	['a path through a list', runOf({ a: [{ b: [1] }] }), { recordsPath: 'a[0].b' }, [{ value: 1 }]],
	[
		'the end without a list',
		runOf({ items: null, more: 0 }),
		{ ...items, hasMorePath: 'more' },
		[],
	],
	[
		'equal records without an ID',
		runOf({ items: [{ a: 1 }, { a: 1 }] }),
		items,
		[{ a: 1 }, { a: 1 }],
	],
	[
		'a record that is repeated, recognized by its ID',
		runOf({ items: [{ a: { id: 1 } }, { a: { id: 1 } }, { a: { id: 2 } }] }),
		{ ...items, idPath: 'a["id"]' },
		[{ a: { id: 1 } }, { a: { id: 2 } }],
	],
];

test.each(ANSWERS)('%s can be read', async (_what, body, parameters, records) => {
	gateway.answerWith(() => ({ body }));
	const { status, records: given } = await run(unknown(parameters));
	expect(status).toBe('success');
	expect(given).toEqual(records);
	expect(gateway.calls).toHaveLength(1);
});

const FAILURES: Array<[what: string, body: unknown, parameters: IDataObject, code: string]> = [
	['a code beside an empty list', runOf({ ret: 1, items: [] }), items, 'PLATFORM_ERROR'],
	['an envelope with an error code', { ...envelope(null), code: 500 }, {}, 'PROVIDER_ERROR'],
	['a path to a prototype', runOf({ a: 1 }), { recordsPath: '__proto__' }, 'UNRECOGNISED_ANSWER'],
];

test.each(FAILURES)('%s is a failure', async (_what, body, parameters, code) => {
	gateway.answerWith(() => ({ body }));
	expect((await run(unknown(parameters))).error?.errorResponse).toMatchObject({ code });
	expect(gateway.calls).toHaveLength(1);
});

test.each(eachOperation)(
	'%s: a page that lacks its list, and says that more follow',
	async (_, own) => {
		gateway.answerWith(() => ({ body: runOf(own.withoutList) }));
		const failed = await run(own.parameters('a'));
		expect(failed.error?.errorResponse).toMatchObject({ code: 'UNRECOGNISED_ANSWER', cost: 0.01 });
		expect(gateway.calls).toHaveLength(1);
	},
);

test('so does one of any operation, also if it does not say how to reach what follows', async () => {
	for (const next of [2, '']) {
		gateway.answerWith(({ body }) => ({
			body: runOf(
				body.input.page ? { more: true, next } : { items: [{ id: 1 }], more: true, next: 2 },
			),
		}));
		const parameters = { ...items, hasMorePath: 'more', ...moved('page', 'next'), price: 0.01 };
		const failed = await run(unknown(parameters));
		expect(failed.error?.errorResponse).toMatchObject({ code: 'UNRECOGNISED_ANSWER' });
		expect(gateway.calls).toHaveLength(2);
	}
});

const page = (number: number, next: unknown) => ({ items: [{ id: number }], next });

test.each(['list', 'seen'])('an input may have the name %s', async (name) => {
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

test('a position inside a list or an object is replaced there, and the rest stays', async () => {
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

describe('paths', () => {
	test.each(['recordsPath', 'hasMorePath', 'idPath'])(
		'are refused if %s is invalid',
		async (name) => {
			const { error } = await run(unknown({ [name]: '$json.x' }));
			expect(error?.errorResponse).toMatchObject({ code: 'INVALID_INPUT', callsMade: 0 });
			expect(gateway.calls).toEqual([]);
		},
	);

	test('with brackets in Fields are the names of their columns', async () => {
		const body = runOf({ items: [{ a: [{ b: 1 }], 'c,d': 2 }, { a: [] }] });
		gateway.answerWith(() => ({ body }));
		const fields = 'a[0].b, ["c,d"]';
		const read = await run(unknown({ recordsPath: 'items', output: 'selected', fields }));
		const empty = { 'a[0].b': null, '["c,d"]': null };
		expect(read.records).toEqual([{ 'a[0].b': 1, '["c,d"]': 2 }, empty]);
	});

	test('that find nothing in any record of the run are reported once, with the fields that exist', async () => {
		const wide = Object.fromEntries(Array.from({ length: 42 }, (_, at) => [`f${at}`, 1]));
		const named = Array.from({ length: 40 }, (_, at) => `f${at}`).join(', ');
		const records = { '': [{ a: 1, '<i>': 1 }], c: [{ a: null, late: 2 }], 'input b': [wide] };
		gateway.answerWith(({ body }) => {
			const { cursor = '' } = body.input;
			const next = cursor === '' ? { next: 'c' } : {};
			return { body: runOf({ items: records[cursor as keyof typeof records], ...next }) };
		});
		const paged = { recordsPath: 'items', returnAll: true, ...moved('cursor', 'next') };
		const fields = 'a, late, mine = x[0].y, z';
		const selected = { ...paged, output: 'selected', fields, options: { report: true } };
		const read = await run(unknown({ ...selected, idPath: 'b.id' }));
		const told =
			'No record has x[0].y (Fields), z (Fields), b.id (ID Path). A record has these fields: a, ‹i›.';
		expect(read.hints[0]?.type).toBe('warning');
		expect(read.hint.split('<br>')[1]).toBe(told);
		expect(read.report[0]?.notice).toBe(told);
		const many = { input: { cursor: 'input b' }, output: 'selected', fields: 'x' };
		const { hint } = await run(unknown({ recordsPath: 'items', ...many }));
		expect(hint).toContain(`these fields: ${named}, 2 more.`);
	});
});

test('a last page without any of its marks is found in a bare envelope', async () => {
	gateway.answerWith(({ body }) => {
		const isLast = body.input.cursor === 'c';
		const cursor = isLast ? {} : { cursor: { cursor: 'c', index: 1 } };
		const comments = [{ id: isLast ? 2 : 1 }];
		return { body: { data: { data: { comments, has_more: !isLast, ...cursor } } } };
	});
	const pairs = ['cursor', 'index'].map((name) => ({ name, path: `data["cursor"].${name}` }));
	const paths = { recordsPath: 'data.comments', nextPage: { pairs }, returnAll: true };
	const { records, errors } = await run(unknown(paths));
	expect([records, errors]).toEqual([[{ id: 1 }, { id: 2 }], []]);
});

test.each(['', null])('an Output of %j means Raw, the default here', async (output) => {
	gateway.answerWith(() => ({ body: runOf(LIST) }));
	expect((await run(unknown({ output: expression(output) }))).records).toEqual([LIST]);
});

const PAGES = [0, 20, 40];

/** Answers with three pages of one record, by their offset. */
function answerByOffset(rest: (offset: number, isLast: boolean) => object): void {
	gateway.answerWith(({ body: { input } }) => {
		const offset = Number(input.offset ?? 0);
		return { body: runOf({ items: [{ id: offset }], ...rest(offset, offset === PAGES.at(-1)) }) };
	});
}

const LINK = 'https://a.example/list?limit=20&offset=';

type Way = [label: string, path: string, rest: Parameters<typeof answerByOffset>[0]];

test.each<Way>([
	...['paging.is_end', 'no_more', 'is_last_page', 'isFinished', 'last', 'noMore'].map(
		(path): Way => [
			`until ${path}`,
			path,
			(offset, isLast) => {
				const [name = '', inner] = path.split('.');
				return { next: offset + 20, [name]: inner ? { [inner]: isLast } : isLast };
			},
		],
	),
	['while more', 'more', (offset, isLast) => ({ next: offset + 20, more: !isLast })],
	['while last_id', 'last_id', (offset, isLast) => ({ next: offset + 20, last_id: !isLast })],
	['with a link', '', (offset, isLast) => ({ next: isLast ? null : `${LINK}${offset + 20}&a=b` })],
])('a list continues %s', async (_label, hasMorePath, rest) => {
	answerByOffset(rest);
	const parameters = { ...items, ...moved('offset', 'next'), hasMorePath, returnAll: true };
	const read = await run(unknown(parameters));
	expect(read.records.map(({ id }) => id)).toEqual(PAGES);
	expect(gateway.calls.map(({ body }) => body.input.offset ?? 0)).toEqual(PAGES);
	expect(read.hints[0]?.type).toBe('info');
});

test('the position in a link is sent as text if the input is text', async () => {
	answerByOffset((offset, isLast) => ({ next: isLast ? '' : `/list?offset=${offset + 20}` }));
	const parameters = { ...items, ...moved('offset', 'next'), input: '{"offset": "0"}' };
	await run(unknown({ ...parameters, returnAll: true }));
	expect(gateway.calls.map(({ body }) => body.input.offset)).toEqual(['0', '20', '40']);
});

test.each([
	['Next Page', { ...moved('offset', 'nxt') }, 'nxt (Next Page)', 1],
	[
		'Has More Path',
		{ ...moved('offset', 'next'), hasMorePath: 'a.more' },
		'a.more (Has More Path)',
		3,
	],
])('a typo in %s is reported, with the fields that exist', async (_label, paths, lost, pages) => {
	answerByOffset((offset, isLast) => ({ next: isLast ? null : offset + 20, a: { b: 1 } }));
	const read = await run(unknown({ ...items, ...paths, returnAll: true }));
	expect(gateway.calls).toHaveLength(pages);
	expect(read.hints[0]?.type).toBe('warning');
	expect(read.hint).toContain(
		`The first page has no ${lost}. It has these fields: items, next, a.b.`,
	);
	if (pages === 1) expect(read.hint).not.toContain('end of the list');
});

test('an input name that the service does not know is not an expired position', async () => {
	gateway.answerWith(({ body: { input } }) =>
		'ofset' in input
			? { status: 422, body: { detail: [{ loc: ['body', 'ofset'], msg: 'unknown field' }] } }
			: { body: runOf({ items: [{ id: 1 }], next: 20 }) },
	);
	const read = await run(unknown({ ...items, ...moved('ofset', 'next'), returnAll: true }));
	expect(read.error?.message).not.toMatch(/expired/);
	expect(`${read.error?.message} ${read.error?.description}`).toContain('unknown field');
});

test('a path leads into JSON text', async () => {
	const extInfo = JSON.stringify({ feed: { id: 7 } });
	gateway.answerWith(() => ({ body: runOf({ items: [{ jump: { extInfo } }] }) }));
	const fields = 'feed = jump.extInfo.feed.id, jump.extInfo.none';
	const read = await run(unknown({ ...items, output: 'selected', fields }));
	expect(read.records).toEqual([{ feed: 7, 'jump.extInfo.none': null }]);
	expect(read.hint).toContain('A record has these fields: jump.extInfo.');
});
