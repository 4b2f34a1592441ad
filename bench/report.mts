import { readFileSync } from 'node:fs';
import { cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';

import CliTable from 'cli-table3';

import { versionNamed } from '../test/n8n/harness/versions.mts';
import type { Scenario, Table } from './harness/scenario.mts';

/** The result of a scenario. */
export type Result = Omit<Scenario, 'run'> & {
	name: string;
	seconds: number;
} & ({ tables: Table[] } | { failed: string });

/** Formats a result for the terminal, while the other scenarios still run. */
export function asText(result: Result): string {
	const head = `\n${result.title} (${result.name}, ${result.seconds} s)\n${result.measures}`;
	if ('failed' in result) return `${head}\n${result.failed}`;
	return [
		head,
		...result.tables.map(({ caption, columns, rows, note }) => {
			const table = new CliTable({ head: columns, style: { head: [], border: [] } });
			table.push(...rows);
			return [caption, table.toString(), note].filter(Boolean).join('\n');
		}),
	].join('\n');
}

function asMarkdown(result: Result): string {
	const { title, measures, matters, goal } = result;
	const head = [`## ${title}`, `${measures} ${matters}`, goal && `Goal: ${goal}`];
	const body =
		'failed' in result
			? [`Not measured: ${result.failed}.`]
			: result.tables.flatMap(({ caption, columns, rows, note }) => [
					`**${caption}**`,
					[columns, columns.map((_, index) => (index === 0 ? '---' : '--:')), ...rows]
						.map((row) => `| ${row.join(' | ')} |`)
						.join('\n'),
					note,
				]);
	return [...head, ...body].filter(Boolean).join('\n\n');
}

function versionOf(packageFolder: string): string {
	const text = readFileSync(join(packageFolder, 'package.json'), 'utf8');
	return (JSON.parse(text) as { version: string }).version;
}

/** Returns the date, the versions and the machine of this run. */
function circumstances(): string {
	const n8n = versionOf(join(versionNamed('2.41').folder, 'node_modules', 'n8n'));
	const core = versionOf('node_modules/n8n-core');
	const [cpu] = cpus();
	const gigabytes = Math.round(totalmem() / 2 ** 30);
	return [
		`Measured on ${new Date().toISOString().slice(0, 10)} with n8n-nodes-data-access ${versionOf('.')},`,
		`n8n ${n8n} (where a row says so or names HTTP Request) and n8n-core ${core} (the rest), Node.js ${process.version},`,
		`on ${cpus().length} × ${cpu?.model.trim()}, ${gigabytes} GB, ${platform()} ${release()}.`,
	].join('\n');
}

const INTRODUCTION = `# Measured

\`npm run bench\` writes this file. All numbers without a unit
are ratios, and those of time are of CPU time unless a row says otherwise: they hold on a slower or a
busier machine. The peers are n8n's own HTTP Request node with pagination and Split Out, a lean
node that does nothing but call n8n's helper in a loop over the cursors, and the same loop
in undici without n8n. They stand in \`bench/peers\`; the gateway is the repository's emulator, in a
process of its own.`;

/** Returns results.md as a whole. */
export function report(results: readonly Result[]): string {
	return `${[INTRODUCTION, circumstances(), ...results.map(asMarkdown)].join('\n\n')}\n`;
}
