import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import { dollars } from '../harness/money.mts';
import { searchVideos } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld({ settings: { size: 100 } });

const DOCUMENT = readFileSync('docs/recurring.md', 'utf8');

const keywords = Array.from({ length: 25 }, (_, at) => ({ keyword: `keyword ${at}` }));

test('the week in the document has the right numbers', async () => {
	const mornings: Array<[day: string, keywords: number, add: number]> = [
		['Monday', 0, 0],
		['Tuesday', 10, 3],
		['Wednesday', 25, 70],
	];
	const measured: string[][] = [];
	for (const [day, many, add] of mornings) {
		for (const { keyword } of keywords.slice(0, many)) {
			world.emulator.changeList(searchVideos.name, keyword, { add });
		}
		const before = world.emulator.summary();
		const run = await world.run(
			{
				...searchVideos.parameters(''),
				keyword: '={{ $json.keyword }}',
				sort: 'latest',
				limit: 20,
				maxCost: 1,
				onlyNew: true,
				options: { concurrency: 1 },
			},
			{ items: keywords, mode: 'trigger' },
		);
		const { calls, charged } = world.emulator.summary();
		const cost = dollars(charged - before.charged);
		measured.push([day, String(calls - before.calls), `$${cost}`, String(run.records.length)]);
		expect(run.hints[0]?.type).toBe(day === 'Wednesday' ? 'warning' : 'info');
	}
	// The document has numbers for some of these days.
	const documented = mornings.flatMap(([day]) => {
		if (!DOCUMENT.includes(`**${day}**`)) return [];
		const statement = new RegExp(`\\*\\*${day}\\*\\*[^:]*: (\\d+) calls, (\\S+), (\\d+) videos`);
		return [[day, ...(statement.exec(DOCUMENT)?.slice(1) ?? [])]];
	});
	expect(documented.length).toBeGreaterThanOrEqual(3);
	expect(measured).toEqual(expect.arrayContaining(documented));
}, 120_000);
