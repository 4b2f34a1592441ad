import { join } from 'node:path';

import { isolated } from '../harness/isolated.mts';
import type { MemoryInput, MemoryRun } from '../harness/memoryRun.mts';
import type { Scenario } from '../harness/scenario.mts';
import { ratio } from '../harness/statistics.mts';

const FILE = join(import.meta.dirname, '..', 'harness', 'memoryRun.mts');
const RECORD = 4000;
const MEGABYTE = 2 ** 20;

const measure = async (input: MemoryInput, flags: string[] = []): Promise<MemoryRun> =>
	await isolated<MemoryRun>(FILE, input, flags);

export const scenario: Scenario = {
	title: 'Peak memory',
	measures: `The most memory that is alive while records of ${RECORD / 1000} kB come in, over that of the same records parsed and kept in an array; and the CPU time of a record in a long list over that in a short one.`,
	matters:
		'n8n keeps all items of a workflow in memory: a node that multiplies them ends the whole server, and one that slows down with the length of a list never ends.',
	async run({ quick }) {
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
	},
};
