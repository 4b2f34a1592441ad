import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

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

function measured(most: { statements: number; branches: number }) {
	const folder = mkdtempSync(join(tmpdir(), 'size-'));
	const room = join(folder, 'nodes/DataAccess/room');
	mkdirSync(room, { recursive: true });
	mkdirSync(join(folder, 'tools'));
	writeFileSync(join(room, 'sum.ts'), SOURCE);
	writeFileSync(join(folder, 'tools/size.json'), JSON.stringify({ room: most, whole: most }));
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
	const { status, stderr, words } = measured(most);
	expect(words).toContain(`room 6 of ${most.statements} 4 of ${most.branches} whole`);
	expect(stderr).toContain(above && `Above the budget of tools/size.json: ${above}`);
	expect(status).toBe(above ? 1 : 0);
});
