import { collectGarbage, printTable, startBench } from '../test/harness/measure.mts';

/**
 * One list of 1,000 to 100,000 records in one run: a record should cost the same in each, in time
 * as in memory. Prints ratios and judges nothing, since times belong to the machine.
 */
const SIZES = [1_000, 10_000, 100_000];
const PAGE_SIZE = 50;

const bench = await startBench();
const parameters = (size: number) => ({
	resource: 'user',
	operation: 'getPosts',
	userId: `bench-size-${size}`,
	pageSize: PAGE_SIZE,
	returnAll: true,
	output: 'raw',
	maxCost: 0,
});

await bench.run(parameters(1_000));
const rows: Array<Array<string | number>> = [
	['records', 'pages', 'ms', 'µs/record', 'ratio', 'records MB', 'heap MB', 'ratio'],
];
let first: number | undefined;
for (const size of SIZES) {
	collectGarbage();
	const heapBefore = process.memoryUsage().heapUsed;
	const start = performance.now();
	const execution = await bench.run(parameters(size));
	const ms = performance.now() - start;
	collectGarbage();
	const heap = process.memoryUsage().heapUsed - heapBefore;
	const items = execution.items('Data Access');
	const text = items.reduce((sum, { json }) => sum + JSON.stringify(json).length, 0);
	const perRecord = (ms * 1000) / size;
	first ??= perRecord;
	rows.push([
		items.length,
		size / PAGE_SIZE,
		ms.toFixed(0),
		perRecord.toFixed(1),
		(perRecord / first).toFixed(2),
		(text / 2 ** 20).toFixed(1),
		(heap / 2 ** 20).toFixed(1),
		(heap / text).toFixed(2),
	]);
}
printTable(rows);
bench.close();
process.exit(0);
