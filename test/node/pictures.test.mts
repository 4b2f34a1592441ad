import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import { DAILY, FIRST, LONG, pictureTexts } from '../harness/pictured.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld();

const README = readFileSync('README.md', 'utf8');

const expectInReadme = (text: string) =>
	expect([text, README.includes(text)]).toEqual([text, true]);

/** If a test fails here, the words have changed: run `npm run pictures`. */
const words = (text: string) => text.split(/\s+/).filter(Boolean);

test('README’s picture of the node shows its present hint', async () => {
	world.emulator.setList('search_images', FIRST.keyword, { size: LONG });
	const { hint } = await world.run({ resource: 'note', operation: 'searchImages', ...FIRST });
	const { node } = pictureTexts();
	expect(words(node)).toEqual(words(hint));
	expectInReadme(`the hint that says what they cost: ${/\d+ calls, \$\d+\.\d+/.exec(node)}`);
});

test('README’s picture of the workflow shows its present log', async () => {
	const { hint } = await world.run(DAILY, { mode: 'trigger' });
	const { workflow } = pictureTexts();
	expect(words(workflow)).toEqual(words(hint));
	expectInReadme(`Its log says: ${/\d+ calls, \$\d+\.\d+, \d+ records/.exec(workflow)}`);
});

// test/n8n checks that the example still sends such a message.
test('README states the cost of the search in its picture of a message', () => {
	const cost = /(?<=which cost )\$\d+\.\d+/.exec(pictureTexts().message);
	expectInReadme(`what the search cost: ${cost}`);
});
