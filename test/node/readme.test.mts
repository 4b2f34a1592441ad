import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import { queries } from '../parts/built.mts';

const FOLDER = '.github/screenshots';
const text = readFileSync('README.md', 'utf8');
const shown = [...text.matchAll(/\.github\/screenshots\/([\w-]+)\.jpg/g)].map(([, name]) => name!);

test('README shows every picture, light and dark', () => {
	expect(shown.length).toBeGreaterThan(0);
	for (const name of shown) expect(existsSync(`${FOLDER}/${name}.jpg`)).toBe(true);
	expect(new Set(shown.map((name) => `${name}.jpg`))).toEqual(new Set(readdirSync(FOLDER)));
	for (const name of shown.filter((each) => !each.endsWith('-dark'))) {
		expect(shown).toContain(`${name}-dark`);
	}
});

/** Where somebody may look for what the package brings. */
const SHOWN_IN = [
	...['README.md', 'package.json', 'nodes/DataAccess/DataAccess.node.ts'],
	...['nodes/DataAccess/DataAccess.node.json', 'nodes/DataAccess/DataAccessTrigger.node.json'],
];

test.each([...new Set(queries.map(({ noun }) => noun))])(
	'%s are named wherever one looks',
	(noun) => {
		const opening = (file: string) => readFileSync(file, 'utf8').split('\n## ')[0];
		expect(SHOWN_IN.filter((file) => !new RegExp(`\\b${noun}\\b`).test(opening(file)!))).toEqual(
			[],
		);
	},
);
