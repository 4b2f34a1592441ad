import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { runOf } from '../harness/gateway.mts';
import { eachOperation } from '../harness/operations.mts';
import { UnrecognisedShape } from '../../nodes/DataAccess/operations/parts/shape.ts';
import { parseJson } from '../../nodes/DataAccess/shared/json.ts';
import { queries } from '../../nodes/DataAccess/operations/queries.ts';
import { pages, queryOf, withAt } from './pages.mts';

const envelope = (data: unknown) => ({
	code: 200,
	request_id: 'q1',
	message: 'ok',
	router: '/x',
	params: {},
	cache_url: 'https://cache.example/1',
	data,
});

/** The layers that may be around a payload, the outermost first. */
const LAYERS: Array<Array<(inner: unknown) => unknown>> = [
	[runOf],
	[envelope],
	[(data) => ({ data })],
	[runOf, envelope],
	[runOf, (data) => ({ data })],
];

// With a `data` around it, the payload of one operation looks like its other form. A real envelope has marks by which the
// gateway recognizes it.
function isOtherForm(payload: any, layer: object): boolean {
	if (payload.data === null && 'has_more' in payload) return 'data' in layer;
	return 'user' in payload && 'data' in layer;
}

test.each(pages)('$label: is found within its layers, and read', (page) => {
	const { query, payload, input, records } = page;
	expect(query.holdsPage(payload)).toBe(true);
	for (const around of LAYERS) {
		let inner: unknown = payload;
		for (const layer of [...around].reverse()) {
			inner = layer(inner);
			const isPage = isOtherForm(payload, inner as object);
			expect([inner, query.holdsPage(inner)]).toEqual([inner, isPage]);
			if (isPage) expect(query.readPage(inner as never, input).records).toHaveLength(records);
		}
	}
	expect(query.readPage(payload, input).records).toHaveLength(records);
});

const NO_PAGES: unknown[] = [
	...[undefined, null, true, 0, '', '{}', [], [{}], {}, { data: null }, { data: {} }],
	...[{ data: 'x' }, { data: { data: {} } }, { user: {} }, { code: 400, message: 'no' }],
	...[{ success: false, error: { message: 'no' } }, runOf(null), runOf({}), envelope(null)],
];

test.each(queries)('$resource: $name: finds no page if there is none', (query) => {
	expect(NO_PAGES.filter((value) => query.holdsPage(value))).toEqual([]);
});

const NO_FLAGS: unknown[] = [
	...[undefined, null, {}, [1], { toString: 1 }, 'yes', 'no_more', '没有更多了', '-'],
];

const NO_IDS: unknown[] = [0, '0', -1, '-1', 'null', 'None', 'undefined', '', ' ', 1.5, 7.6e18, {}];

describe.each(eachOperation)('%s', (_label, operation) => {
	const { name, input, flag, missing = [], next: rows, notices = [] } = operation;
	const query = queryOf(name);

	test.each(rows)('%s, in answer to %j, leads to %j', (payload, of, next) => {
		expect(query.readPage(parseJson(payload), of).nextInputs).toEqual(next);
	});

	if (flag) {
		test('continues if its flag says so, or if the flag is missing and there is a position', () => {
			const { name: key, payload, saysEnd = false, next } = flag;
			const yes = saysEnd ? null : next;
			const no = saysEnd ? next : null;
			const leadsTo = (fields: object) =>
				query.readPage(payload(fields) as never, { offset: 0 }).nextInputs;
			for (const value of NO_FLAGS)
				expect([value, leadsTo({ [key]: value })]).toEqual([value, next]);
			for (const value of [true, 1, '1', 'true', 'TRUE'])
				expect([value, leadsTo({ [key]: value })]).toEqual([value, yes]);
			for (const value of [false, 0, '0', '', ' ', 'false', ' False '])
				expect([value, leadsTo({ [key]: value })]).toEqual([value, no]);
		});
	}

	test('takes no invalid value for the ID of a record', () => {
		const [path = ''] = query.simplify.sources.id!.paths;
		const recordWith = (id: unknown) => withAt({}, path.split('.'), id) as IDataObject;
		expect(query.idOf(recordWith('a1'))).toBe('a1');
		for (const none of NO_IDS) {
			const { id } = query.simplify(recordWith(none), { now: 0 });
			expect([none, query.idOf(recordWith(none)), id]).toEqual([none, undefined, null]);
		}
	});

	test('ends if something is missing, with a notice for the user', () => {
		for (const [what, payload] of missing) {
			const told =
				what === 'the end'
					? { mayHaveMore: true, endNotice: 'The platform did not say whether there is more' }
					: {
							claimsMore: true,
							mayHaveMore: true,
							endNotice: 'The platform says there is more, but not how to reach it',
						};
			expect(query.readPage(payload, {})).toEqual({ records: [], nextInputs: null, ...told });
		}
	});

	test('gives the user a notice about some pages', () => {
		for (const [payload, of, notice] of notices) {
			const { notice: said, claimsMore } = query.readPage(payload, of);
			expect([said, claimsMore === true]).toEqual([
				notice,
				said?.startsWith('The platform counts') === true,
			]);
		}
	});

	test('refuses an unreadable page, and says what is missing', () => {
		const read = (payload: object) => () => query.readPage(payload, input('a'));
		expect(read({})).toThrow(UnrecognisedShape);
		for (const [payload, wanted] of operation.unreadable ?? []) {
			expect(read(payload)).toThrow(UnrecognisedShape);
			expect(read(payload)).toThrow(new UnrecognisedShape(wanted));
		}
	});

	test.each(operation.recordsPerCall)('a full page for %j has %p records', (of, records) => {
		expect(query.recordsPerCall(of)).toBe(records);
	});

	test.each(operation.newestFirst)('the list for %j is newest first: %p', (of, expected) => {
		expect(query.newestFirst(of)).toBe(expected);
	});

	test('has sort times if it can be newest first', () => {
		const { sortTimes = [], newestFirst } = operation;
		expect(query.sortTimeOf !== undefined).toBe(newestFirst.some(([, expected]) => expected));
		for (const [record, seconds] of sortTimes) expect(query.sortTimeOf?.(record)).toBe(seconds);
		expect(sortTimes.length > 0).toBe(query.sortTimeOf !== undefined);
	});

	test('says which inputs change from page to page, and which change only the form of the list', () => {
		const { positionInputs, viewInputs } = query;
		expect(viewInputs).toEqual(operation.viewInputs);
		expect([...positionInputs.keys()].sort()).toEqual([...operation.position].sort());
	});
});
