import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const SCRIPT = join(process.cwd(), '.ci', 'newest-n8n-issue');

/** GitHub's command line: it notes what it is asked for, and the text of an issue. */
const GH = `#!/usr/bin/env bash
echo "$1 $2 \${3:-}" >>asked
case "$1 $2" in 'issue list') printf %s "$OPEN" ;; esac
while [ $# -gt 0 ]; do [ "$1" != --body-file ] || cat "$2" >>body; shift; done
`;

describe('the issue about the newest n8n', () => {
	let folder = '';
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'newest-'));
		mkdirSync(join(folder, 'failed'));
		writeFileSync(join(folder, 'gh'), GH, { mode: 0o755 });
		writeFileSync(join(folder, 'failed', 'engine'), 'in the engine\n');
		writeFileSync(join(folder, 'failed', 'whole'), 'in `$(it)`\nin it\nin it\n');
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	function run(result: string, open: string) {
		for (const file of ['asked', 'body']) writeFileSync(join(folder, file), '');
		const env = {
			...process.env,
			PATH: `${folder}:${process.env.PATH}`,
			OPEN: open,
			RUN: 'https://example.com/1',
		};
		const { status } = spawnSync(SCRIPT, [result], { cwd: folder, env });
		const read = (file: string) => readFileSync(join(folder, file), 'utf8');
		const [, ...asked] = read('asked').trim().split('\n');
		const [, failed] = /```\n([^]*)```/.exec(read('body')) ?? [];
		return { status, asked, failed };
	}

	const failed = 'in `$(it)`\nin it\nin the engine\n';
	test.each([
		['passed, none open', 'success', '', [], undefined],
		['passed, one open', 'success', '7', ['issue close 7'], undefined],
		[
			'failed, none open',
			'failure',
			'',
			['label create newest-n8n', 'issue create --label'],
			failed,
		],
		['failed, one open', 'failure', '7', ['issue edit 7'], failed],
		['ended by hand', 'cancelled', '7', [], undefined],
	])('%s', (_, result, open, asked, names) => {
		expect(run(result, open)).toEqual({ status: 0, asked, failed: names });
	});
});
