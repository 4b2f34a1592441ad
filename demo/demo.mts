import { readFileSync } from 'node:fs';

import Table from 'cli-table3';

import { startEmulator } from '../emulator/emulator.mts';
import { startEngine } from '../test/harness/engine.mts';
import type { WorkflowJson } from '../test/harness/engine.mts';

const EXAMPLE = 'examples/keyword-image-search.json';
const SEARCH = 'Search images';
const CREDENTIAL = 'Data Access account';
const ROWS_SHOWN = 12;

const cut = (text: unknown, length: number) => {
	const characters = [...String(text ?? '–').replace(/\s+/g, ' ')];
	return characters.length > length
		? `${characters.slice(0, length - 1).join('')}…`
		: characters.join('');
};

/** Runs an example workflow in n8n's own engine against the emulator, and shows what it gave. */
async function main(): Promise<number> {
	const example = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as WorkflowJson;
	const credentials = { dataAccessApi: { id: null, name: CREDENTIAL } };
	const nodes = example.nodes.map((node) => ({ ...node, credentials }));
	const workflow = { ...example, nodes };
	const emulator = await startEmulator({ settings: { latencyMs: 150, today: Date.now() / 1000 } });
	const engine = await startEngine();
	try {
		console.log(`\nRunning ${EXAMPLE} (“${workflow.name}”) against an emulated gateway …\n`);
		const begin = performance.now();
		const execution = await engine.run({
			workflow,
			credentials: {
				[CREDENTIAL]: {
					baseUrl: emulator.url,
					apiKey: 'test-key',
					provider: emulator.provider,
				},
			},
		});
		const seconds = ((performance.now() - begin) / 1000).toFixed(1);
		if (execution.error) throw new Error(String(execution.error.message));

		const rows = execution.items(SEARCH).map(({ json }) => json);
		const table = new Table({ head: ['keyword', 'title', 'author', 'likes', 'image'] });
		const keywords = [...new Set(rows.map(({ keyword }) => keyword))];
		const shownPerKeyword = Math.ceil(ROWS_SHOWN / keywords.length);
		for (const keyword of keywords) {
			const found = rows.filter((row) => row.keyword === keyword).slice(0, shownPerKeyword);
			for (const { title, authorName, likeCount, mediaUrl } of found) {
				table.push([
					cut(keyword, 14),
					cut(title, 30),
					cut(authorName, 14),
					cut(likeCount, 8),
					cut(mediaUrl, 44),
				]);
			}
		}
		console.log(table.toString());
		console.log(`${table.length} of ${rows.length} records shown. The node's own words:`);
		for (const { message } of execution.hints(SEARCH)) console.log(`  ${cut(message, 200)}`);

		const { calls, charged } = emulator.summary();
		console.log(
			`\nThe gateway's ledger: ${calls} calls, $${charged.toFixed(3)}; ${rows.length} records for ${keywords.length} keywords in ${seconds} s\n`,
		);
		return rows.length > 0 ? 0 : 1;
	} finally {
		await emulator.close();
		engine.close();
	}
}

// n8n's engine keeps timers of its own, which would keep the process alive.
process.exit(await main());
