import { join } from 'node:path';

import { startBench } from '../harness/measure.mts';
import type { Bench } from '../harness/measure.mts';
import { startFixedGateway } from '../harness/fixedGateway.mts';
import { isolated } from '../harness/isolated.mts';
import type { MemoryInput, MemoryRun } from '../harness/memoryRun.mts';
import type { Scenario, Table } from '../harness/scenario.mts';
import { median, ratio } from '../harness/statistics.mts';
import { longestBlock } from '../harness/thread.mts';

const FILE = join(import.meta.dirname, '..', 'harness', 'memoryRun.mts');
const RECORD = 4000;
const MEGABYTE = 2 ** 20;

export const scenario: Scenario = {
	title: 'Memory and thread',
	measures: `The most memory that is alive while records of ${RECORD / 1000} kB come in, over that of the same records parsed and kept in an array; the CPU time of a record in a long list over that in a short one; and the longest time for which n8n’s one thread does nothing but the node’s work, in milliseconds of CPU time of that thread, beyond what one expression or one JSON.parse of the answer takes.`,
	matters:
		'n8n keeps all items of a workflow in memory, and has one thread for all of its workflows: a node that multiplies the items ends the whole server, and while one holds the thread, n8n answers no webhook.',
	goal: 'The thread is held for at most 50 ms beyond.',
	run: async ({ quick }) => [...(await memory(quick)), await thread(quick)],
};

const measure = async (input: MemoryInput, flags: string[] = []): Promise<MemoryRun> =>
	await isolated<MemoryRun>(FILE, input, flags);

async function memory(quick: boolean): Promise<Table[]> {
	const rows: Array<Array<string | number>> = [];
	const sample = quick ? 2_000 : 10_000;
	const sizes = quick ? [500, 1_000] : [1_000, 10_000, 100_000];
	for (const inputItems of quick ? [1] : [1, 100]) {
		let first: number | undefined;
		for (const records of sizes) {
			const run = await measure({ records, inputItems, length: RECORD, sample });
			if (run.records !== records) throw new Error(`${run.records} records of ${records} came`);
			const perRecord = run.cpuMs / records;
			first ??= perRecord;
			rows.push([
				records,
				inputItems,
				(run.alone / MEGABYTE).toFixed(0),
				(run.peak / MEGABYTE).toFixed(0),
				ratio(run.peak / run.alone),
				ratio(perRecord / first),
			]);
		}
	}
	const many = quick ? 2_000 : 200_000;
	const heap = 512;
	const input = { records: many, inputItems: 1, length: 0, sample: 0 };
	const outcome = await measure(input, [`--max-old-space-size=${heap}`]).then(
		({ records }) => `${records} records came`,
		(error: Error) => error.message,
	);
	return [
		{
			caption: 'Memory and time by the length of the list',
			columns: [
				'Records',
				'Input items',
				'Records alone (MB)',
				'Peak (MB)',
				'Peak / records alone',
				`CPU per record / that at ${sizes[0]}`,
			],
			rows,
		},
		{
			caption: `A heap of ${heap} MB`,
			columns: ['What', 'Outcome'],
			rows: [[`${many} records of a usual size`, outcome]],
		},
	];
}

const posts = (more: object) => ({
	resource: 'user',
	operation: 'getPosts',
	userId: 'somebody',
	returnAll: true,
	output: 'raw',
	maxCost: 0,
	...more,
});

const answer = (edges: object[]) =>
	JSON.stringify({
		runId: 'run_1',
		status: 'COMPLETED',
		cost: { value: 1500, unit: 'MICRO_DOLLAR' },
		output: {
			data: {
				user: {
					edge_owner_to_timeline_media: {
						edges,
						page_info: { has_next_page: false, end_cursor: null },
					},
				},
			},
		},
	});

const post = (id: number, text: string) => ({
	node: { id: `${2_000_000_000 + id}`, caption: { text }, taken_at_timestamp: 1_750_000_000 },
});

const fill = (text: string, length: number) =>
	text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Answers of this many characters, harmless and hostile. */
const PAGES: Array<[label: string, write: (length: number) => string]> = [
	[
		'many records',
		(length) =>
			answer(Array.from({ length: length / 1000 }, (_, id) => post(id, fill('word ', 900)))),
	],
	[
		'numbers too long for JavaScript',
		(length) =>
			answer(Array.from({ length: length / 100 }, (_, id) => post(id, ''))).replaceAll(
				'1750000000',
				'12345678901234567890',
			),
	],
	['one record of HTML tags', (length) => answer([post(1, fill('<a <b ', length))])],
	['no JSON: a string that is not closed', (length) => `{"a":"${fill('\\"', length)}`],
];

async function thread(quick: boolean): Promise<Table> {
	const bench = await startBench();
	const gateway = await startFixedGateway();
	const rounds = quick ? 1 : 3;
	const items = quick ? 200 : 10_000;
	const size = quick ? 100_000 : 10_000_000;
	const small = answer([post(1, 'a word')]);

	async function block(more: object, given: object[], body: string): Promise<number> {
		await gateway.answer(body);
		const blocks: number[] = [];
		for (let round = 0; round < rounds; round++) {
			const run = async () =>
				await bench.run(posts(more), { items: given as never, baseUrl: gateway.url });
			blocks.push(await longestBlock(bench.engine, run));
		}
		return median(blocks);
	}

	await block({}, [{}], small);
	const rows: Array<Array<string | number>> = [];
	const names = Array.from({ length: items }, (_, index) => ({ user: `user-${index}` }));
	const expression = await oneExpression(bench, gateway.url);
	const own = await block({ userId: '={{ $json.user }}', options: { dryRun: true } }, names, small);
	rows.push(rowOf(`${items} input items of one expression each, dry run`, own, expression));
	const some = names.slice(0, items / 5);
	const bought = await block({ userId: '={{ $json.user }}' }, some, small);
	const label = `${some.length} input items of one expression and one call each`;
	rows.push(rowOf(label, bought, expression));
	for (const [label, write] of PAGES) {
		const body = write(size);
		const parse = parseTime(body);
		const held = await block({}, [{}], body);
		rows.push(rowOf(`a page of ${(body.length / 1e6).toFixed(1)} MB: ${label}`, held, parse));
	}
	gateway.close();
	bench.close();
	return {
		caption: 'Longest block of the thread',
		columns: ['What', 'Block (ms)', 'One expression or JSON.parse (ms)', 'Beyond (ms)'],
		rows,
		note: 'From the start of the node’s execute() to its end; n8n’s HTTP client, which gathers the body, is part of it.',
	};
}

const rowOf = (label: string, block: number, floor: number): Array<string | number> => [
	label,
	block.toFixed(0),
	floor.toFixed(1),
	Math.max(0, block - floor).toFixed(0),
];

/** Returns the milliseconds that JSON.parse takes for a text, even if the text is no JSON. */
function parseTime(text: string): number {
	const times = Array.from({ length: 5 }, () => {
		const before = process.threadCpuUsage();
		try {
			JSON.parse(text);
		} catch {
			// Some are no JSON.
		}
		const { user, system } = process.threadCpuUsage(before);
		return (user + system) / 1000;
	});
	return median(times);
}

/** Returns the milliseconds for which a run with one input item and one expression holds the thread. */
async function oneExpression(bench: Bench, baseUrl: string): Promise<number> {
	const parameters = posts({ userId: '={{ $json.user }}', options: { dryRun: true } });
	const blocks: number[] = [];
	for (let round = 0; round < 5; round++) {
		const run = async () => await bench.run(parameters, { items: [{ user: 'one' }], baseUrl });
		blocks.push(await longestBlock(bench.engine, run));
	}
	return median(blocks);
}
