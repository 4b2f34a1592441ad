import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { articleOf, eachOperation, getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import { contextOf } from '../harness/world.mts';

const world = useWorld();

const COMMENTS = '/api/v1/chat_mp/v2/fetch_article_comments';
const PRICE = 0.01;

const runOf = (endpoint: string, input: unknown, more: IDataObject = {}): IDataObject => ({
	resource: 'gateway',
	operation: 'run',
	endpoint,
	price: endpoint === COMMENTS ? PRICE : 0,
	input: typeof input === 'string' ? input : JSON.stringify(input),
	...more,
});

const next = (name: string, path: string) => ({ nextPage: { pairs: [{ name, path }] } });

/** How the comments of an article are paged, as a user finds out. */
const PAGING = {
	recordsPath: 'comments',
	...next('offset', 'nextoffset'),
	hasMorePath: 'hasmore',
	idPath: 'contentid',
};

const comments = (key: string, more: IDataObject = {}) =>
	runOf(COMMENTS, { url: articleOf(key) }, { ...PAGING, price: PRICE, ...more });

const inputsSent = () => world.emulator.ledger.map(({ rawBody }) => (rawBody as any).input);

describe('an endpoint that is not known', () => {
	test('is reported with its own input, which may have a name of the node’s', async () => {
		const input = { url: articleOf('size-1'), price: 100 };
		const node = { onError: 'continueRegularOutput' } as const;
		const { report } = await world.run(runOf(COMMENTS, input), { report: true, node });
		expect(report).toMatchObject([{ input: JSON.stringify(input) }]);
	});

	test('is read to its end, as it came, exactly as the ledger has it', async () => {
		const run = await world.run(comments('size-45', { returnAll: true }));
		expect(run.status).toBe('success');
		expect(run.records).toHaveLength(45);
		expect(run.records.map(({ contentid }) => contentid)).toEqual(
			world.emulator.ledger.flatMap(({ recordIds }) => recordIds),
		);
		expect(inputsSent()).toEqual([
			{ url: articleOf('size-45') },
			{ url: articleOf('size-45'), offset: 20 },
			{ url: articleOf('size-45'), offset: 40 },
		]);
		expect(contextOf(run)).toMatchObject({ calls: 3, cost: 0.03, records: 45, reason: 'end' });
	});

	test.each([
		['its offset alone', { ...next('offset', 'nextoffset'), hasMorePath: '' }],
		['content in place of ids', { idPath: '' }],
		['a Has More Path that leads nowhere', { hasMorePath: 'no.flag' }],
	])('is paged by %s', async (_label, paging) => {
		const run = await world.run(comments('size-45', { returnAll: true, ...paging }));
		expect(run.records).toHaveLength(45);
	});

	test.each([
		['size-45', true],
		['size-1', false],
	])('%s without Next Page: whether there may be more is told', async (key, isTold) => {
		const { hint } = await world.run(comments(key, { hasMorePath: '', nextPage: {} }));
		const told = 'Only one page was read, since Next Page is empty: there may be more.';
		expect(hint?.includes(told)).toBe(isTold);
	});

	test('is sent as it is written, whatever the Input Format', async () => {
		world.emulator.configure({ inputFormat: 'grouped' });
		const url = articleOf('size-45');
		const run = await world.run(
			runOf(
				COMMENTS,
				{ body: { url, raw: true } },
				{ ...PAGING, ...next('body.offset', 'nextoffset'), price: PRICE, returnAll: true },
			),
		);
		expect(run.records).toHaveLength(45);
		expect(inputsSent()).toEqual([
			{ body: { url, raw: true } },
			{ body: { url, raw: true, offset: 20 } },
			{ body: { url, raw: true, offset: 40 } },
		]);
	});

	test('fails only the item whose Input cannot be evaluated', async () => {
		const input = `={{ $json.url ? { url: $json.url } : $('Nowhere').first().json }}`;
		const parameters = { ...comments(''), input };
		const items = [{}, { url: articleOf('size-3') }];
		const run = await world.run(parameters, { items, node: { onError: 'continueRegularOutput' } });
		expect(run.errors.map(({ error }) => error.itemIndex)).toEqual([0]);
		expect(world.emulator.ledger).toHaveLength(1);
	});

	test('shows a notice if its last page has no list', async () => {
		const run = await world.run(comments('size-3', { recordsPath: 'data.comments' }));
		expect(run.records).toEqual([]);
		expect(run.hints).toMatchObject([{ type: 'warning' }]);
	});

	test('fails at an answer without the list, and shows how the answer begins', async () => {
		const run = await world.run(comments('size-45', { recordsPath: 'data.comments' }));
		expect(run.error?.errorResponse).toMatchObject({ code: 'UNRECOGNISED_ANSWER', cost: PRICE });
		expect(run.error?.description).toContain('"runId":');
		expect(world.emulator.ledger).toHaveLength(1);
	});
});

describe.each(eachOperation)('the known endpoint of %s', (_label, operation) => {
	const { endpoint, position, parameters, input } = operation;

	/** What a user has to write: what is required, and nothing else. */
	const written = (key: string) => {
		const [[first, value]] = Object.entries(input(key)).filter(([, each]) =>
			String(each).includes(key),
		);
		return { [first]: value };
	};

	test('returns what the operation returns, with the same calls', async () => {
		const own = await world.run({ ...parameters('size-45'), output: 'raw', returnAll: true });
		const calls = world.emulator.ledger.map(({ rawBody }) => rawBody);
		world.renew();
		const run = await world.run(runOf(endpoint, written('size-45'), { returnAll: true }));
		expect(run.records).toHaveLength(45);
		expect(run.records).toEqual(own.records);
		expect(world.emulator.ledger.map(({ rawBody }) => rawBody)).toEqual(calls);
		expect(calls.length).toBeGreaterThan(position.length > 0 ? 1 : 0);
	});

	test("may be named in the deployment's own words, and is put into its Input Format", async () => {
		const word = endpoint.split('/')[3];
		world.emulator.configure({ platformNames: { [word]: 'own' }, inputFormat: 'grouped' });
		const shown = word.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
		const credential = { customizePlatformNames: true, [`${shown}Name`]: 'own' };
		for (const path of [endpoint, endpoint.replace(`/${word}/`, '/own/')]) {
			const run = await world.run(runOf(path, written('size-3'), { output: 'simplified' }), {
				credential,
			});
			expect(run.records).toHaveLength(3);
			expect(run.records[0]).toHaveProperty('mediaUrl');
		}
		world.emulator.configure({ platformNames: { [word]: word }, inputFormat: 'flat' });
		await world.run(runOf(`another ${endpoint}`, written('size-3'), { price: 0.01 }), {
			credential,
		});
		const { provider, endpoint: path } = world.emulator.ledger.at(-1)!.rawBody as any;
		expect([provider, path]).toEqual(['another', endpoint]);
	});
});

describe('what is filled in for a known endpoint', () => {
	const posts = 'data.user.edge_owner_to_timeline_media';
	const recordsPath = `${posts}.edges`;

	test('has the pages read by the paths alone, and leaves how they are asked for', async () => {
		world.emulator.configure({ inputFormat: 'grouped' });
		const paging = next('end_cursor', `${posts}.page_info.end_cursor`);
		const hasMorePath = `${posts}.page_info.has_next_page`;
		const run = await world.run(
			runOf(
				getPosts.endpoint,
				{ user_id: 'size-45' },
				{ recordsPath, hasMorePath, ...paging, returnAll: true },
			),
			{ credential: { inputFormat: 'grouped' } },
		);
		expect([run.records.length, run.hints[0]?.type]).toEqual([45, 'info']);
		expect(run.records[0]).toEqual({
			node: expect.objectContaining({ shortcode: expect.anything() }),
		});
	});
});
