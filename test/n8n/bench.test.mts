import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { execa } from 'execa';

import { SCENARIOS } from '../../bench/harness/scenario.mts';
import type { Result } from '../../bench/report.mts';
import { leaveNothingBehind } from './harness/leaveNothingBehind.mts';
import { temporaryFolder } from './harness/temporaryFolders.mts';

leaveNothingBehind();

const RATIO = /^-?\d+\.\d\d$/;

/** The columns and rows that say 1.00, however slow or busy the machine is. */
const CERTAIN: Record<string, string> = { calls: 'Data Access', retryElsewhere: 'Data Access' };

describe('the bench', () => {
	for (const name of SCENARIOS) {
		test(`${name} measures what it says`, async () => {
			const file = join(temporaryFolder('bench'), 'results.json');
			await execa('node', ['bench/run.mts', name], {
				env: { BENCH_QUICK: '1', BENCH_JSON: file },
				stdio: ['ignore', 'ignore', 'inherit'],
			});
			const [result] = JSON.parse(await readFile(file, 'utf8')) as Result[];
			assert.ok(result && 'tables' in result, 'It has no tables');
			const cells = result.tables.flatMap(({ rows }) => rows.flat());
			assert.ok(cells.some((cell) => RATIO.test(String(cell))));
			const certain = CERTAIN[name];
			if (certain === undefined) return;
			for (const { caption, columns, rows } of result.tables) {
				for (const row of rows) {
					assert.equal(row[columns.indexOf(certain)], '1.00', `${caption}: ${row[0]}`);
				}
			}
		});
	}
});
