import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { installVersion } from '../test/n8n/harness/installVersion.mts';
import { versionNamed } from '../test/n8n/harness/versions.mts';
import type { Scenario, Table } from './harness/scenario.mts';
import { SCENARIOS } from './harness/scenario.mts';
import { asText, circumstances, report } from './report.mts';
import type { Result } from './report.mts';

/**
 * Runs the scenarios that its arguments name, or all of them, in the order of the report. With
 * BENCH_QUICK=1 in the smallest sizes, which measure nothing; BENCH_JSON names a file for what came
 * of them. What was not measured quickly replaces its part of results.md.
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
	const measured = circumstances();
	return { name, title, measures, matters, goal, seconds, measured, ...outcome };
}

/** In the style that the project has for such a file. */
async function write(file: string, text: string): Promise<void> {
	const style = await resolveConfig(file);
	writeFileSync(file, await format(text, { ...style, filepath: file }));
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
const { BENCH_JSON } = process.env;
if (BENCH_JSON) writeFileSync(BENCH_JSON, JSON.stringify(results));
if (process.env.BENCH_QUICK !== '1') {
	const json = join(FOLDER, 'results.json');
	const known = [...results, ...(JSON.parse(readFileSync(json, 'utf8')) as Result[])];
	const all = SCENARIOS.flatMap((name) => known.find((result) => result.name === name) ?? []);
	await write(json, JSON.stringify(all));
	await write(join(FOLDER, 'results.md'), report(all));
	console.log('Written: bench/results.md, and bench/results.json, which npm run pictures draws.');
}
// Times depend on the machine; what the ledger counts does not.
const missed = results.flatMap((result) =>
	'failed' in result ? [result.name] : result.tables.flatMap(({ missed = [] }) => missed),
);
for (const each of missed) console.error(`Below its goal: ${each}`);
process.exitCode = missed.length > 0 ? 1 : 0;
