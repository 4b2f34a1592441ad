import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { afterAll, expect, test } from '@jest/globals';

import { removeTemporaryFolders, temporaryFolder } from '../n8n/harness/temporaryFolders.mts';

afterAll(removeTemporaryFolders);

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

const NONE = { statements: 0, branches: 0 };

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
	const [name, budgets, whole] =
		path === ROOM
			? ['room', { room: most, whole: most }, 'whole 6']
			: ['user/getPosts', { query: most, operations: NONE, whole: NONE }, 'whole 0 of 0 0 of 0'];
	const folder = temporaryFolder('size');
	const write = (file: string, text: string) => {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), text);
	};
	write('tools/size.json', JSON.stringify(budgets));
	const queries = "import { getPosts } from './user/getPosts';";
	write('nodes/DataAccess/operations/queries.ts', queries);
	write(`nodes/DataAccess/${path}`, SOURCE);
	const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('tools/size.mts')], {
		cwd: folder,
		encoding: 'utf8',
	});
	const words = stdout.split(/\s+/).join(' ');
	expect(words).toContain(`${name} 6 of ${most.statements} 4 of ${most.branches}`);
	expect(words).toContain(whole);
	expect(stderr).toContain(above && `Above the budget of tools/size.json: ${above}`);
	expect(status).toBe(above ? 1 : 0);
});
