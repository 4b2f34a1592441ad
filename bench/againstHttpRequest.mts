import { request } from 'undici';

import { printTable, startBench } from '../test/harness/measure.mts';

/**
 * The node in n8n's engine against the least that the same calls cost: one page after another by
 * undici, as a plain HTTP Request loop would ask for them, parsed and kept. Prints ratios.
 */
const SIZE = 5_000;
const ROUNDS = 5;

const bench = await startBench();
const endpoint = '/api/v1/photos/v1/fetch_user_posts_v2';

async function askPlainly(count: number): Promise<number> {
	const records: unknown[] = [];
	let cursor: string | undefined;
	do {
		const input = { user_id: `bench-size-${SIZE}`, count, ...(cursor && { end_cursor: cursor }) };
		const { body } = await request(`${bench.url}/v1/run`, {
			method: 'POST',
			headers: { authorization: `Bearer ${bench.key}`, 'content-type': 'application/json' },
			body: JSON.stringify({ provider: bench.provider, endpoint, input }),
		});
		const answer = (await body.json()) as { output: any };
		const timeline = answer.output.data.user.edge_owner_to_timeline_media;
		for (const { node } of timeline.edges) records.push({ json: node });
		cursor = timeline.page_info.has_next_page ? timeline.page_info.end_cursor : undefined;
	} while (cursor);
	return records.length;
}

async function askByNode(count: number): Promise<number> {
	const execution = await bench.run({
		resource: 'user',
		operation: 'getPosts',
		userId: `bench-size-${SIZE}`,
		pageSize: count,
		returnAll: true,
		output: 'raw',
		maxCost: 0,
	});
	return execution.items('Data Access').length;
}

/** The median of some rounds, the two in turn so that both meet the same machine. */
async function compare(count: number): Promise<Array<string | number>> {
	const plain: number[] = [];
	const node: number[] = [];
	const time = async (ask: (count: number) => Promise<number>, into: number[]) => {
		const start = performance.now();
		const records = await ask(count);
		if (records !== SIZE) throw new Error(`${records} records came of ${SIZE}`);
		into.push(performance.now() - start);
	};
	for (let round = 0; round < ROUNDS; round++) {
		await time(askPlainly, plain);
		await time(askByNode, node);
	}
	const median = (times: number[]) => times.sort((a, b) => a - b)[ROUNDS >> 1];
	const [a, b] = [median(plain), median(node)];
	const pages = Math.ceil(SIZE / count);
	return [
		SIZE,
		pages,
		(a / pages).toFixed(2),
		(b / pages).toFixed(2),
		(b / a).toFixed(2),
		((b - a) / pages).toFixed(2),
	];
}

const rows: Array<Array<string | number>> = [
	['records', 'pages', 'plain ms/page', 'node ms/page', 'ratio', 'more ms/page'],
];
for (const count of [12, 50, 100]) rows.push(await compare(count));
printTable(rows);
bench.close();
process.exit(0);
