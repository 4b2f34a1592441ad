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

const NONE: Size = { statements: 0, branches: 0 };

const ROOM = 'room/sum.ts';
const QUERY = 'operations/user/getPosts.ts';

test.each([
	{ path: ROOM, most: { statements: 6, branches: 4 }, above: '' },
	{ path: ROOM, most: { statements: 5, branches: 4 }, above: 'room, whole' },
	{ path: ROOM, most: { statements: 6, branches: 3 }, above: 'room, whole' },
	// An operation that buys has a budget of its own, and no share in the whole.
	{ path: QUERY, most: { statements: 6, branches: 4 }, above: '' },
	{ path: QUERY, most: { statements: 5, branches: 4 }, above: 'user/getPosts' },
])('logic is counted, and held: $path, $most', ({ path, most, above }) => {
	const isQuery = path === QUERY;
	const { status, stderr, words } = measured(
		isQuery ? { query: most, operations: NONE, whole: NONE } : { room: most, whole: most },
		{ 'operations/queries.ts': "import { getPosts } from './user/getPosts';", [path]: SOURCE },
	);
	const name = isQuery ? 'user/getPosts' : 'room';
	expect(words).toContain(`${name} 6 of ${most.statements} 4 of ${most.branches}`);
	if (isQuery) expect(words).toContain('whole 0 of 0 0 of 0');
	expect(stderr).toContain(above && `Above the budget of tools/size.json: ${above}`);
	expect(status).toBe(above ? 1 : 0);
});
