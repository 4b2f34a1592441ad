import { expect, test } from '@jest/globals';

import type * as executionPagesModule from '../../nodes/DataAccess/buy/executionPages.ts';
import type { NodeMemory } from '../../nodes/DataAccess/buy/nodeMemory.ts';
import type * as pageStoreModule from '../../nodes/DataAccess/buy/pageStore.ts';
import { built } from '../harness/built.mts';

const { ExecutionPages } = built<typeof executionPagesModule>('buy/executionPages');
const { pack, unpack } = built<typeof pageStoreModule>('buy/pageStore');

const page = (key: string, facts: Partial<pageStoreModule.PaidPage> = {}) =>
	({
		key,
		text: `page ${key}`,
		boughtAt: 5,
		leftAt: 7,
		minutes: 15,
		...facts,
	}) as pageStoreModule.PaidPage;

/** A page that takes so many bytes beside its key of one letter, and what comes on top of it. */
const ofBytes = (key: string, bytes: number) =>
	page(key, { text: new Uint8Array(((bytes - 151) / 4) * 3) });

/** Bytes that an execution stores at most (CONTRIBUTING, How a page is found). */
const STORED_BOUND = 2 * 1024 * 1024;

test('a page is found as it was kept', async () => {
	const memory: NodeMemory = {};
	const pages = new ExecutionPages(memory);
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
	const pages = new ExecutionPages({});
	await pages.keep(page('a'));
	expect(await pages.keep(page('a', { leftAt: 99 }))).toBe(true);
	expect(pages.find('a')?.leftAt).toBe(7);
});

test('one without its text is not kept', async () => {
	const memory: NodeMemory = {};
	expect(await new ExecutionPages(memory).keep(page('a', { text: undefined }))).toBe(false);
	expect(memory).toEqual({});
});

test.each([
	['just enough room', [STORED_BOUND - 400, 400], true],
	['too little room', [STORED_BOUND - 400, 404], false],
	['all the room', [STORED_BOUND], true],
	['more than all', [STORED_BOUND + 4], false],
	['room beside several', [STORED_BOUND - 800, 400, 400], true],
	['no room beside several', [STORED_BOUND - 800, 400, 404], false],
])('%s for the last page', async (_label, sizes, isKept) => {
	const pages = new ExecutionPages({});
	const kept = [];
	for (const [index, bytes] of sizes.entries()) {
		// What is added to a page for its facts is rounded up to 150 bytes.
		kept.push(await pages.keep(ofBytes(String(index), 151 + Math.floor((bytes - 151) / 4) * 4)));
	}
	expect(kept).toEqual(sizes.map((_, index) => index < sizes.length - 1 || isKept));
	expect(pages.find(String(sizes.length - 1)) !== undefined).toBe(isKept);
});

test('a page that was delivered is forgotten, and with the last one all that was stored', async () => {
	const memory: NodeMemory = {};
	const pages = new ExecutionPages(memory);
	pages.forget('a');
	await pages.keep(page('a'));
	await pages.keep(page('b'));
	pages.forget('a');
	expect([pages.find('a'), Object.keys(memory.pages ?? {})]).toEqual([undefined, ['b']]);
	pages.forget('b');
	expect(memory).toEqual({});
});
