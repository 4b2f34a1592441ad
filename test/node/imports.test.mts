import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

import { expect, test } from '@jest/globals';

const ROOT = 'nodes/DataAccess';

/** The rooms, each before those that it may import from, as CONTRIBUTING has them: `run` → `host` → `ask`, … */
function roomsInOrder(): string[][] {
	const text = readFileSync('CONTRIBUTING.md', 'utf8');
	const [order = ''] = /`\w+`(?:(?:\s→|,|\sand)\s`\w+`)+/.exec(
		text.split('**Imports run one way**')[1]!,
	)!;
	return order.split('→').map((rooms) => rooms.match(/\w+(?=`)/g)!);
}

const ORDER = [['DataAccess.node.ts'], ...roomsInOrder()];

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) =>
	file.endsWith('.ts'),
);

function roomOf(file: string): string {
	const [first = ''] = file.split('/');
	return first.endsWith('.ts') || !first.includes('.') ? first : `${first}.ts`;
}

function rankOf(file: string): number {
	return ORDER.findIndex((rooms) => rooms.includes(roomOf(file)));
}

const imports = files.flatMap((file) => {
	const text = readFileSync(join(ROOT, file), 'utf8');
	return [...text.matchAll(/( from |import\()'(\.[^']*)'/g)].map(([, how, target = '']) => {
		const path = normalize(join(dirname(file), target));
		const isFile = files.includes(`${path}.ts`);
		return { file, target: isFile ? `${path}.ts` : `${path}/index.ts`, isLate: how === 'import(' };
	});
});

test('every file is in one of the rooms that CONTRIBUTING names', () => {
	expect(files.filter((file) => rankOf(file) === -1)).toEqual([]);
	expect(imports.filter(({ target }) => !files.includes(target))).toEqual([]);
});

test('no two files have one name', () => {
	const names = files.map((file) => basename(file)).filter((name) => name !== 'index.ts');
	expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test('imports run one way', () => {
	expect(imports.length).toBeGreaterThan(100);
	const between = imports.filter(({ file, target }) => roomOf(file) !== roomOf(target));
	expect(between.filter(({ file, target }) => rankOf(file) >= rankOf(target))).toEqual([]);
});

test('no file imports itself, directly or through others', () => {
	const needs = new Map(files.map((file) => [file, new Set([file])]));
	for (const needed of needs.values()) {
		for (const file of needed) {
			for (const each of imports) if (each.file === file) needed.add(each.target);
		}
	}
	const inCircles = imports.filter(({ file, target }) => needs.get(target)?.has(file));
	expect(inCircles).toEqual([]);
});

test('at its start, n8n loads only what the panels need', () => {
	const loaded = new Set(files.filter((file) => !file.includes('/')));
	for (const file of loaded) {
		for (const each of imports) if (each.file === file && !each.isLate) loaded.add(each.target);
	}
	const rooms = new Set([...loaded].map(roomOf).filter((room) => !room.endsWith('.ts')));
	expect([...rooms].sort()).toEqual(['description', 'operations', 'shared']);
});
