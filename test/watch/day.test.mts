import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { dollars } from '../harness/money.mts';
import { getAnswers, getPosts, searchImages, searchVideos } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld({ settings: { size: 200 } });

const DOCUMENT = readFileSync('docs/recurring.md', 'utf8');

/** In which of the day's hours something new has come. */
const BUSY_HOURS = [2, 7, 9, 14, 15, 21];

/** What a day of hourly runs costs, and how many records it delivers, by the emulator's ledger. */
async function day(operation: OperationCase, parameters: IDataObject, onlyNew: boolean) {
	world.renew();
	let records = 0;
	for (let hour = 0; hour < 24; hour++) {
		if (BUSY_HOURS.includes(hour)) {
			world.emulator.changeList(operation.name, operation.listKey('u'), { add: 3 });
		}
		const run = await world.run(
			{ ...operation.parameters('u'), ...parameters, onlyNew },
			{ mode: 'trigger' },
		);
		records += run.records.length;
	}
	const { calls, charged } = world.emulator.summary();
	return { calls, charged: dollars(charged), records };
}

test.each<[string, OperationCase, IDataObject]>([
	['Posts', getPosts, {}],
	['Videos by Latest', searchVideos, { sort: 'latest' }],
	[
		'Answers by Updated, Page Size and Limit 20',
		getAnswers,
		{ order: 'updated', pageSize: 20, limit: 20 },
	],
	['Images', searchImages, {}],
])('a day of hourly runs: %s', async (label, operation, parameters) => {
	const all = await day(operation, parameters, false);
	const onlyNew = await day(operation, parameters, true);
	const cellOf = ({ calls, charged }: typeof all) => `${calls} calls, $${charged}`;
	const row = [label, cellOf(all), String(all.records), cellOf(onlyNew), String(onlyNew.records)];
	const cells = DOCUMENT.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
	expect(cells).toContainEqual(['', ...row, '']);
});
