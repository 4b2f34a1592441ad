import { readFileSync } from 'node:fs';

import Table from 'cli-table3';

import { startEmulator } from '../emulator/emulator.mts';
import { startEngine } from '../test/harness/engine.mts';
import type { WorkflowJson } from '../test/harness/engine.mts';

const EXAMPLE = 'examples/keyword-image-search.json';
const SEARCH = 'Search images';
const CREDENTIAL = 'Data Access account';
const ROWS_SHOWN = 12;

const NARROWEST = 80;

const plain = (text: unknown) => String(text ?? '–').replace(/\s+/g, ' ');

/** Returns a table as wide as the terminal, in color only if a terminal shows it. */
function tableFor({ isTTY, columns = NARROWEST }: Partial<NodeJS.WriteStream>) {
	const isPlain = !isTTY || Boolean(process.env.NO_COLOR);
	const fixed = [14, 14, 12, 9];
	// The title gets what the six vertical lines and the other columns leave.
	const title = Math.max(NARROWEST, columns) - 6 - fixed.reduce((sum, width) => sum + width);
	return new Table({
		head: ['keyword', 'title', 'author', 'published', 'likes'],
		colWidths: fixed.toSpliced(1, 0, title),
		...(isPlain && { style: { head: [], border: [] } }),
	});
}

/**
 * Runs an example workflow in n8n's engine against the emulator, and prints its result.
 * @returns the exit code
 */
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
		const table = tableFor(process.stdout);
		const keywords = [...new Set(rows.map(({ keyword }) => keyword))];
		const shownPerKeyword = Math.ceil(ROWS_SHOWN / keywords.length);
		for (const keyword of keywords) {
			const shown = rows.filter((row) => row.keyword === keyword).slice(0, shownPerKeyword);
			for (const { title, authorName, createdAt, likeCount } of shown) {
				const published = plain(createdAt).slice(0, 10);
				table.push([keyword, title, authorName, published, likeCount].map(plain));
			}
		}
		console.log(table.toString());
		console.log(`${table.length} of ${rows.length} records shown. The node's hint:`);
		for (const { message } of execution.hints(SEARCH)) console.log(`  ${plain(message)}`);

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

// Timers of n8n's engine would keep the process alive.
process.exit(await main());
