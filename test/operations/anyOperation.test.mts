import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { articleOf, getPosts, runAny } from '../harness/operations.mts';
import { contextOf, CONTINUE, useWorld } from '../harness/world.mts';

const world = useWorld();

const COMMENTS = '/api/v1/chat_mp/v2/fetch_article_comments';
const PRICE = 0.01;

const runOf = (endpoint: string, input: object, more: IDataObject = {}) =>
	runAny(endpoint, { price: 0, input: JSON.stringify(input), ...more });

const next = (name: string, path: string) => ({ nextPage: { pairs: [{ name, path }] } });

/** How the comments of an article are paged, as a user would find out. */
const PAGING = {
	...{ recordsPath: 'comments', hasMorePath: 'hasmore', idPath: 'contentid' },
	...next('offset', 'nextoffset'),
};

const comments = (key: string, more: IDataObject = {}) =>
	runOf(COMMENTS, { url: articleOf(key) }, { ...PAGING, price: PRICE, ...more });

const inputsSent = () => world.emulator.ledger.map(({ rawBody }) => (rawBody as any).input);

describe('an endpoint that is not built in', () => {
	test('is reported with its own input, which may have the name of a parameter', async () => {
		const input = { url: articleOf('size-1'), price: 100 };
		const parameters = runOf(COMMENTS, input, { price: PRICE });
		const { report } = await world.run(parameters, { report: true, ...CONTINUE });
		expect(report).toMatchObject([{ input: JSON.stringify(input) }]);
	});

	test.each([
		['size-45', true],
		['size-1', false],
	])('%s without Next Page has a notice if there may be more', async (key, hasNotice) => {
		const { hint } = await world.run(comments(key, { hasMorePath: '', nextPage: {} }));
		const notice = 'Only one page was read, since Next Page is empty: there may be more.';
		expect(hint?.includes(notice)).toBe(hasNotice);
	});

	test('fails only the item whose Input cannot be evaluated', async () => {
		const input = `={{ $json.url ? { url: $json.url } : $('Nowhere').first().json }}`;
		const parameters = { ...comments(''), input };
		const items = [{}, { url: articleOf('size-3') }];
		const run = await world.run(parameters, { items, ...CONTINUE });
		expect(run.errors.map(({ error }) => error.itemIndex)).toEqual([0]);
		expect(world.emulator.ledger).toHaveLength(1);
	});

	test('shows a notice if its last page has no list', async () => {
		const run = await world.run(comments('size-3', { recordsPath: 'data.comments' }));
		expect(run.records).toEqual([]);
		expect(run.hints).toMatchObject([{ type: 'warning' }]);
	});

	test('fails if an answer lacks the list, and quotes the beginning of the answer', async () => {
		const run = await world.run(comments('size-45', { recordsPath: 'data.comments' }));
		expect(run.error?.errorResponse).toMatchObject({ code: 'UNRECOGNISED_ANSWER', cost: PRICE });
		expect(run.error?.description).toContain('"runId":');
		expect(world.emulator.ledger).toHaveLength(1);
	});
});

describe('the endpoint of a built-in operation can be used like any other', () => {
	const { endpoint, price } = getPosts;
	const posts = 'data.user.edge_owner_to_timeline_media';
	const paths = {
		recordsPath: `${posts}.edges`,
		hasMorePath: `${posts}.page_info.has_next_page`,
		...next('end_cursor', `${posts}.page_info.end_cursor`),
	};
	const input = { user_id: 'size-45' };

	test('without paths, it has one record, and its price is known', async () => {
		const run = await world.run(runOf(endpoint, input, { maxCost: price }));
		expect(run.records).toMatchObject([{ data: { user: expect.anything() } }]);
		expect(inputsSent()).toEqual([input]);
		expect(contextOf(run).cost).toBe(price);
	});

	test.each(['flat', 'grouped'] as const)('is sent as written, %s', async (inputFormat) => {
		world.emulator.configure({ inputFormat, platformNames: { photos: 'own' } });
		const credential = { inputFormat, customizePlatformNames: true, photosName: 'own' };
		const path = endpoint.replace('/photos/', '/own/');
		const isGrouped = inputFormat === 'grouped';
		const written = isGrouped ? { queryParams: input } : input;
		const name = `${isGrouped ? 'queryParams.' : ''}end_cursor`;
		const moved = next(name, `${posts}.page_info.end_cursor`);
		const all = { ...paths, ...moved, returnAll: true };
		const run = await world.run(runOf(path, written, all), { credential });
		expect([run.records.length, run.hints[0]?.type]).toEqual([45, 'info']);
		const node = expect.objectContaining({ shortcode: expect.anything() });
		expect(run.records[0]).toEqual({ node });
		expect(inputsSent()[0]).toEqual(written);
	});
});

test('the example in the documents works when it is pasted, also in its first step', async () => {
	const text = readFileSync('docs/any-operation.md', 'utf8');
	const [, json = ''] = /```json\n(\{\n\t"nodes"[^]*?)```/.exec(text) ?? [];
	const [{ parameters: first }] = JSON.parse(json).nodes;
	const [, , steps = ''] = text.split('\n## In two steps\n')[1]!.split('```');
	const written = (label: string) => new RegExp(`${label}: \`(\\S+)\``).exec(steps)?.[1];
	const paths = {
		recordsPath: written('Records Path'),
		hasMorePath: written('Has More Path'),
		idPath: written('ID Path'),
	};
	const pairs = [...steps.matchAll(/`(\w+)`\s+from\s+`(\w+)`/g)];
	const nextPage = { pairs: pairs.map(([, name, path]) => ({ name, path })) };
	expect(pairs).toHaveLength(2);
	const whole = await world.run(first);
	expect(Object.keys(whole.records[0]!)).toEqual(
		expect.arrayContaining([paths.recordsPath, paths.hasMorePath]),
	);
	expect(whole.hint).not.toContain('end of the list');
	expect(inputsSent()).toHaveLength(1);
	const run = await world.run({ ...first, ...paths, nextPage, returnAll: true });
	expect(run.records).toHaveLength(55);
	expect(run.hints[0]?.type).toBe('info');
	expect(run.hint).toContain('Stopped at the end of the list.');
});
