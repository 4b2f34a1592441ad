import { expect, test } from '@jest/globals';

import type * as executionPagesModule from '../../nodes/DataAccess/buy/executionPages.ts';
import type { NodeMemory } from '../../nodes/DataAccess/buy/nodeMemory.ts';
import type * as pageStoreModule from '../../nodes/DataAccess/buy/pageStore.ts';
import { built } from '../harness/built.mts';

const { ExecutionPages } = built<typeof executionPagesModule>('buy/executionPages');
const { pack, unpack } = built<typeof pageStoreModule>('buy/pageStore');

const KEY = 'test-key-that-must-never-show';

const pagesIn = (memory: NodeMemory) => new ExecutionPages(memory, KEY);

const page = (key: string, facts: Partial<pageStoreModule.PaidPage> = {}) =>
	({
		key,
		text: `page ${key}`,
		boughtAt: 5,
		leftAt: 7,
		minutes: 15,
		...facts,
	}) as pageStoreModule.PaidPage;

/** So many bytes that can be unpacked: blocks that deflate has left as they were, and an empty last one. */
function deflated(bytes: number): Uint8Array {
	const blocks = [Buffer.from([1, 0, 0, 0xff, 0xff])];
	for (let left = bytes - 5; left > 0;) {
		const rest = left - 5;
		// What remains must be enough for a block.
		const length = rest > 65_535 ? 60_000 : rest;
		const head = Buffer.from([
			0,
			length & 0xff,
			length >> 8,
			~length & 0xff,
			(~length >> 8) & 0xff,
		]);
		blocks.unshift(head, Buffer.alloc(length));
		left = rest - length;
	}
	return new Uint8Array(Buffer.concat(blocks));
}

/** A page that takes so many bytes with its key, of which the first letter is given, and its facts. */
function ofBytes(letter: string, bytes: number) {
	// Base64 has four letters for three bytes; the key takes what is left over.
	const beside = 151 + ((bytes - 151) % 4);
	const text = deflated(((bytes - beside) / 4) * 3);
	return page(letter.padEnd(beside - 150), { text });
}

/** Bytes that an execution stores at most (CONTRIBUTING, How a page is found). */
const STORED_BOUND = 2 * 1024 * 1024;

test('a page is found as it was kept', async () => {
	const memory: NodeMemory = {};
	const pages = pagesIn(memory);
	expect(pages.find('a')).toBeUndefined();
	expect(await pages.keep(page('a'))).toBe(true);
	expect(
		await pages.keep(page('b', { text: await pack('packed before'), leftAt: undefined })),
	).toBe(true);
	const [a, b] = [pages.find('a')!, pages.find('b')!];
	expect([a.boughtAt, a.leftAt, a.minutes]).toEqual([5, 7, 15]);
	expect([b.boughtAt, b.leftAt, b.minutes]).toEqual([5, 5, 15]);
	expect([await unpack(a), await unpack(b)]).toEqual(['page a', 'packed before']);
	// As n8n stores it: nothing but JSON.
	expect(JSON.parse(JSON.stringify(memory))).toEqual(memory);
});

test('one that is there stays as it is', async () => {
	const pages = pagesIn({});
	await pages.keep(page('a'));
	expect(await pages.keep(page('a', { leftAt: 99 }))).toBe(true);
	expect(pages.find('a')?.leftAt).toBe(7);
});

test('one without its text is not kept', async () => {
	const memory: NodeMemory = {};
	expect(await pagesIn(memory).keep(page('a', { text: undefined }))).toBe(false);
	expect(memory).toEqual({});
});

test.each([
	['just enough room', [STORED_BOUND - 400, 400], true],
	['one byte too little', [STORED_BOUND - 400, 401], false],
	['all the room', [STORED_BOUND], true],
	['one byte more than all', [STORED_BOUND + 1], false],
	['room beside several', [STORED_BOUND - 800, 400, 400], true],
	['one byte too little beside several', [STORED_BOUND - 800, 400, 401], false],
])('%s for the last page', async (_label, sizes, isKept) => {
	const pages = pagesIn({});
	const all = sizes.map((bytes, index) => ofBytes(String(index), bytes));
	const kept = [];
	for (const each of all) kept.push(await pages.keep(each));
	expect(kept).toEqual(all.map((each) => each !== all.at(-1) || isKept));
	expect(pages.find(all.at(-1)!.key) !== undefined).toBe(isKept);
});

test('a page that was delivered is forgotten, and with the last one all that was stored', async () => {
	const memory: NodeMemory = {};
	const pages = pagesIn(memory);
	pages.forget('a');
	await pages.keep(page('a'));
	await pages.keep(page('b'));
	pages.forget('a');
	expect([pages.find('a'), Object.keys(memory.pages ?? {})]).toEqual([undefined, ['b']]);
	pages.forget('b');
	expect(memory).toEqual({});
});

test('what is stored is counted once, however many pages are kept and forgotten', async () => {
	let counts = 0;
	const stored = new Proxy<NonNullable<NodeMemory['pages']>>(
		{},
		{
			ownKeys(target) {
				counts += 1;
				return Reflect.ownKeys(target);
			},
		},
	);
	const memory: NodeMemory = { pages: stored };
	const keys = Array.from({ length: 200 }, (_, index) => `key ${index}`);
	for (const key of keys) await pagesIn(memory).keep(page(key));
	for (const key of keys) pagesIn(memory).forget(key);
	expect([counts, memory]).toEqual([1, {}]);
});

test('what was stored before takes room, and what is forgotten takes none', async () => {
	const before: NodeMemory = {};
	await pagesIn(before).keep(ofBytes('0', STORED_BOUND - 400));
	// As n8n has read it again.
	const pages = pagesIn({ pages: { ...before.pages } });
	expect(await pages.keep(ofBytes('1', 401))).toBe(false);
	const last = ofBytes('1', 400);
	expect(await pages.keep(last)).toBe(true);
	pages.forget('none of them');
	expect(await pages.keep(ofBytes('2', 400))).toBe(false);
	pages.forget(last.key);
	expect(await pages.keep(ofBytes('2', 400))).toBe(true);
});

test('a page that is kept twice at once takes its room once', async () => {
	const pages = pagesIn({});
	const text = 'x'.repeat(1000);
	const all = [page('a', { text }), page('a', { text })];
	expect(await Promise.all(all.map((each) => pages.keep(each)))).toEqual([true, true]);
	const { text: packed } = pages.find('a')!;
	const taken = Buffer.from(packed).toString('base64').length + 151;
	const rest = STORED_BOUND - taken;
	expect(await pages.keep(ofBytes('b', rest))).toBe(true);
});

test.each([
	['as it came', (text: string) => text],
	['compressed', pack],
] as const)('one that holds the API key is not stored, %s', async (_label, write) => {
	const memory: NodeMemory = {};
	const text = await write(JSON.stringify({ authorization: `Bearer ${KEY}` }));
	expect(await pagesIn(memory).keep(page('a', { text }))).toBe(false);
	expect(memory).toEqual({});
});
