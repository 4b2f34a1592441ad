import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';
import type { INode } from 'n8n-workflow';

import type { WorkflowJson } from '../harness/engine.mts';
import { DAILY, FIRST, LONG, pictureTexts, WEEKLY } from '../harness/pictured.mts';
import { CREDENTIAL_NAME } from '../harness/workflows.mts';
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

/** The example's search and its message, with what n8n's other nodes make of them. */
function weeklyWith(summary: string): WorkflowJson {
	const text = readFileSync(`examples/${WEEKLY}.json`, 'utf8');
	const { nodes, ...example } = JSON.parse(text) as WorkflowJson;
	const summedUp = { items: [{ text: summary }] } as never;
	const standIn = ({ name, type }: INode): Partial<INode> => {
		if (name === 'Images')
			return { credentials: { dataAccessApi: { id: null, name: CREDENTIAL_NAME } } };
		if (name === 'Sum up') return { type: 'test.items', parameters: summedUp };
		const isKept = /\.(?:manualTrigger|set|splitOut)$/.test(type);
		return isKept ? {} : { type: 'n8n-nodes-base.noOp', parameters: {} };
	};
	const way = [
		...['When clicking ‘Execute workflow’', 'Keywords', 'One by one', 'Images'],
		...['Most liked first', 'Sum up'],
	];
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	const connections: WorkflowJson['connections'] = {};
	for (const [place, node] of way.slice(1).entries())
		connections[way[place]!] = { main: [to(node)] };
	connections.Images = { main: [to('Most liked first'), to('Message')] };
	const onWay = nodes.filter(({ name }) => [...way, 'Message'].includes(name));
	return { ...example, nodes: onWay.map((node) => ({ ...node, ...standIn(node) })), connections };
}

/** A message without what differs from day to day. */
const form = (text: string) =>
	text
		.replace(/https:\S+/g, 'LINK')
		.replace(/likes, .*?, \d{4}-\d\d-\d\d/g, 'likes, NAME, DAY')
		.replace(/^\d+ new/m, 'SOME new')
		.replace(/^(\d)\. (?:[\d,]+|hidden) likes/gm, '$1. SOME likes');

test('the example’s message is what README’s picture of it shows', async () => {
	world.emulator.setList('search_images', '*', { size: LONG });
	const { message } = pictureTexts();
	const summary = message.split('\n\n')[1]!;
	const execution = await world.execute(weeklyWith(summary));
	expect(execution.error).toBeUndefined();
	const text = String(execution.items('Message')[0]!.json.text);
	expect(form(text)).toBe(form(message));
	expectInReadme(`what the search cost: ${/(?<=which cost )\$\d+\.\d+/.exec(message)}`);
});
