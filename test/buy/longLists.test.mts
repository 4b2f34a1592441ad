import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import type { LedgerSummary } from '../../emulator/emulator.mts';
import { startGateway } from '../harness/gateway.mts';
import { collectGarbage } from '../harness/garbage.mts';
import { startBench } from '../harness/measure.mts';
import type { Bench } from '../harness/measure.mts';
import { sumsIn } from '../harness/money.mts';

const MEGABYTE = 2 ** 20;

/** Bytes of delivered pages that stay in memory as they came. */
const PLAIN_BOUND = 16 * MEGABYTE;

let bench: Bench;
beforeAll(async () => {
	bench = await startBench();
});
afterAll(() => bench.close());

const posts = (size: number, pageSize: number) => ({
	resource: 'user',
	operation: 'getPosts',
	userId: `long-size-${size}`,
	pageSize,
	returnAll: true,
	output: 'raw',
	maxCost: 0,
});

/** What is alive after everything else was freed. */
function liveHeap(): number {
	collectGarbage();
	return process.memoryUsage().heapUsed;
}

async function ledgerSummary(): Promise<LedgerSummary> {
	const response = await fetch(`${bench.url}/emulator/ledger`);
	const { summary } = (await response.json()) as { summary: LedgerSummary };
	await fetch(`${bench.url}/emulator/ledger`, { method: 'DELETE' });
	return summary;
}

describe('a long list', () => {
	test('of 20,000 records over 400 pages comes whole, once, in a small constant times their own size', async () => {
		const [size, pageSize] = [20_000, 50];
		const before = liveHeap();
		const samples: number[] = [];
		let sampling: NodeJS.Timeout;
		// A garbage collection takes a while: more of them than this would be most of the test.
		const sample = () => {
			const begun = performance.now();
			samples.push(liveHeap() - before);
			sampling = setTimeout(sample, 10 * (performance.now() - begun));
		};
		sample();
		// Two input items: what one has bought, the other could ask for.
		const inputItems = ['a', 'b'].map((name) => ({ list: `${name}-size-${size / 2}` }));
		const parameters = { ...posts(size, pageSize), userId: '={{ $json.list }}' };
		const execution = await bench.run(parameters, { items: inputItems });
		clearTimeout(sampling!);
		const after = liveHeap() - before;

		const items = execution.items('Data Access');
		expect(items).toHaveLength(size);
		expect(new Set(items.map(({ json }) => json.id)).size).toBe(size);
		expect(await ledgerSummary()).toMatchObject({ calls: 400, charged: 0.6, duplicates: [] });
		const [hint] = execution.hints('Data Access');
		expect(sumsIn(hint.message)).toMatchObject({ calls: 400, cost: 0.6 });

		const text = items.reduce((sum, { json }) => sum + JSON.stringify(json).length, 0);
		expect(text).toBeGreaterThan(8 * MEGABYTE);
		// As objects, records take about half as much again as their JSON, and the pages that were
		// delivered stay for Reuse Delivered Pages, within their bound. While records are gathered,
		// the raw pages are kept beside them for a next try, within their bound.
		expect(after).toBeLessThan(3 * text + PLAIN_BOUND);
		expect(samples.length).toBeGreaterThan(0);
		expect(Math.max(...samples)).toBeLessThan(4 * text);
	}, 60_000);

	test('130,000 on one page overflow no stack', async () => {
		const size = 130_000;
		const edges = Array.from({ length: size }, (_, index) => ({ node: { id: `${index}` } }));
		const timeline = { edges, page_info: { has_next_page: false, end_cursor: null } };
		const body = JSON.stringify({ user: { edge_owner_to_timeline_media: timeline } });
		const gateway = await startGateway();
		gateway.answerWith(() => ({ body }));
		const execution = await bench.run(posts(size, size), { baseUrl: gateway.url });
		await gateway.close();
		expect(execution.error).toBeUndefined();
		expect(execution.items('Data Access')).toHaveLength(size);
		expect(gateway.calls).toHaveLength(1);
	});
});
