import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { expect, test } from '@jest/globals';

/** Six statements inside functions, and four branches. */
const SOURCE = `
const OUTSIDE = 1;
export const half = (value: number) => value / 2;
export function sum(values?: number[]): number {
	let all = OUTSIDE;
	for (const value of values ?? []) {
		if (value > 0 && value < 9) all += value;
	}
	return all;
}
`;

interface Size {
	statements: number;
	branches: number;
}

function measured(budgets: Record<string, Size>, files: Record<string, string>) {
	const folder = mkdtempSync(join(tmpdir(), 'size-'));
	mkdirSync(join(folder, 'tools'));
	writeFileSync(join(folder, 'tools/size.json'), JSON.stringify(budgets));
	for (const [path, source] of Object.entries(files)) {
		const file = join(folder, 'nodes/DataAccess', path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, source);
	}
	const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('tools/size.mts')], {
		cwd: folder,
		encoding: 'utf8',
	});
	rmSync(folder, { recursive: true });
	return { status, stderr, words: stdout.split(/\s+/).join(' ') };
}

test.each([
	{ most: { statements: 6, branches: 4 }, above: '' },
	{ most: { statements: 5, branches: 4 }, above: 'room, whole' },
	{ most: { statements: 6, branches: 3 }, above: 'room, whole' },
])('logic is counted, and held: $most', ({ most, above }) => {
	const budgets = { room: most, whole: most };
	const { status, stderr, words } = measured(budgets, { 'room/sum.ts': SOURCE });
	expect(words).toContain(`room 6 of ${most.statements} 4 of ${most.branches} whole`);
	expect(stderr).toContain(above && `Above the budget of tools/size.json: ${above}`);
	expect(status).toBe(above ? 1 : 0);
});

test.each([
	{ most: 6, above: '' },
	{ most: 5, above: 'user/getPosts' },
])('an operation that buys has a budget of its own: $most', ({ most, above }) => {
	const none = { statements: 0, branches: 0 };
	const query = { statements: most, branches: 4 };
	const { status, stderr, words } = measured(
		{ query, operations: none, whole: none },
		{
			'operations/queries.ts': "import { getPosts } from './user/getPosts';",
			'operations/user/getPosts.ts': SOURCE,
		},
	);
	expect(words).toContain(`user/getPosts 6 of ${most} 4 of 4`);
	expect(words).toContain('whole 0 of 0 0 of 0');
	expect(stderr).toContain(above && `Above the budget of tools/size.json: ${above}`);
	expect(status).toBe(above ? 1 : 0);
});
