import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

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
