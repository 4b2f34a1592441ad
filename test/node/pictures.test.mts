import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import { DAILY, FIRST, LONG, pictureTexts } from '../harness/pictured.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld();

const README = readFileSync('README.md', 'utf8');

const expectInReadme = (text: string) =>
	expect([text, README.includes(text)]).toEqual([text, true]);

/** Where it fails, the words have changed: `npm run pictures`. */
const words = (text: string) => text.split(/\s+/).filter(Boolean);

test('the node after a run says what README’s picture of it shows', async () => {
	world.emulator.setList('search_images', FIRST.keyword, { size: LONG });
	const { hint } = await world.run({ resource: 'note', operation: 'searchImages', ...FIRST });
	const { node } = pictureTexts();
	expect(words(node)).toEqual(words(hint));
	expectInReadme(`the hint that says what they cost: ${/\d+ calls, \$\d+\.\d+/.exec(node)}`);
});

test('the log of a workflow says what README’s picture of it shows', async () => {
	const { hint } = await world.run(DAILY, { mode: 'trigger' });
	const { workflow } = pictureTexts();
	expect(words(workflow)).toEqual(words(hint));
	expectInReadme(`Its log says: ${/\d+ calls, \$\d+\.\d+, \d+ records/.exec(workflow)}`);
});

// That the example still sends such a message is seen in test/n8n.
test('README says what the search cost that its picture of a message shows', () => {
	const cost = /(?<=which cost )\$\d+\.\d+/.exec(pictureTexts().message);
	expectInReadme(`what the search cost: ${cost}`);
});
