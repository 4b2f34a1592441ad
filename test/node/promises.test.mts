import { globSync, readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

/** The sentences in bold with which the list under a heading begins its entries. */
function promisesUnder(document: string, heading: string): string[] {
	const [, section = ''] = readFileSync(document, 'utf8').split(`\n## ${heading}\n`);
	const [text = ''] = section.split(/\n##+ /);
	return [...text.matchAll(/^- \*\*([^*]+?)\.?\*\*/gm)].map(([, promise]) => promise!);
}

const PROMISES = [
	...promisesUnder('docs/limits-and-costs.md', 'Promises'),
	...promisesUnder('docs/recurring.md', 'What is guaranteed'),
];

const tests = globSync(['test/**/*.test.mts', 'test/harness/*.mts']).map((file) =>
	readFileSync(file, 'utf8'),
);

test('the documents promise something', () => {
	expect(PROMISES.length).toBeGreaterThanOrEqual(10);
});

// Whoever reads a promise finds its tests by its words, and no promise is added without any.
test.each(PROMISES)('“%s” is the title of tests', (promise) => {
	const titles = ["'", ': '].map((end) => `('${promise}${end}`);
	expect(tests.some((text) => titles.some((title) => text.includes(title)))).toBe(true);
});
