import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { installVersion } from '../test/n8n/harness/installVersion.mts';
import { versionNamed } from '../test/n8n/harness/versions.mts';
import type { Scenario, Table } from './harness/scenario.mts';
import { SCENARIOS } from './harness/scenario.mts';
import { asText, report } from './report.mts';
import type { Result } from './report.mts';

/**
 * Runs the scenarios that its arguments name, or all of them, in the order of the report. With
 * BENCH_QUICK=1 in the smallest sizes, which measure nothing. If all are measured in full, it writes results.md.
 */

const LONGEST_MS = 15 * 60_000;

const FOLDER = import.meta.dirname;

/** Runs a scenario in a process of its own, so that neither its memory nor its end matters here. */
async function measure(name: string): Promise<Result> {
	const { scenario } = (await import(`./scenarios/${name}.mts`)) as { scenario: Scenario };
	const { title, measures, matters, goal } = scenario;
	const began = Date.now();
	const outcome = await new Promise<{ tables: Table[] } | { failed: string }>((resolve) => {
		const child = fork(join(FOLDER, 'worker.mts'), [name], {
			execArgv: ['--expose-gc'],
			timeout: LONGEST_MS,
		});
		child.once('message', (message) => resolve(message as { tables: Table[] }));
		child.once('exit', (code, signal) => {
			resolve({ failed: `It ended without a result (${signal ?? code})` });
		});
	});
	const seconds = Math.round((Date.now() - began) / 1000);
	return { name, title, measures, matters, goal, seconds, ...outcome };
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(SCENARIOS as readonly string[]).includes(name));
if (unknown.length > 0) {
	console.error(`No such scenario: ${unknown.join(', ')}. There is ${SCENARIOS.join(', ')}`);
	process.exit(2);
}
const names = asked.length > 0 ? asked : SCENARIOS;
await installVersion(versionNamed('2.41'));

const results: Result[] = [];
for (const name of names) {
	const result = await measure(name);
	results.push(result);
	console.log(asText(result));
}
if (asked.length === 0 && process.env.BENCH_QUICK !== '1') {
	const file = join(FOLDER, 'results.md');
	// In the project's style for such files.
	writeFileSync(
		file,
		await format(report(results), { ...(await resolveConfig(file)), filepath: file }),
	);
	console.log('Written: bench/results.md');
}
// Times depend on the machine; what the ledger counts does not.
const missed = results.flatMap((result) =>
	'failed' in result ? [result.name] : result.tables.flatMap(({ missed = [] }) => missed),
);
for (const each of missed) console.error(`Below its goal: ${each}`);
process.exitCode = missed.length > 0 ? 1 : 0;
