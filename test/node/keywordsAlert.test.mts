import { readFileSync } from 'node:fs';

import { expect, jest, test } from '@jest/globals';
import type { INode } from 'n8n-workflow';

import type { WorkflowJson } from '../harness/engine.mts';
import { outside } from '../harness/native.mts';
import { CREDENTIAL_NAME } from '../harness/workflows.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld();

const ALERT = 'Tell what needs a look';

const EXAMPLE = readFileSync('examples/many-keywords-from-a-sheet.json', 'utf8');

/** The example with nodes at its ends that need no account, the rows in the sheet's order. */
function morningOf(keywords: readonly string[], maxCost: number): WorkflowJson {
	const example = JSON.parse(EXAMPLE) as WorkflowJson;
	const other = (node: INode): Partial<INode> => {
		const { name, type, parameters } = node;
		const [, short] = type.split('.');
		if (name === 'New videos') {
			const credentials = { dataAccessApi: { id: null, name: CREDENTIAL_NAME } };
			return { parameters: { ...parameters, maxCost }, credentials };
		}
		if (name === 'Read keywords') {
			const items = keywords.map((keyword) => ({ keyword }));
			return { type: 'test.items', parameters: { items } };
		}
		if (name === ALERT) {
			const assignments = { assignments: [{ name: 'text', value: parameters.text }] };
			return { type: 'n8n-nodes-base.set', parameters: { assignments } as never };
		}
		if (short === 'scheduleTrigger')
			return { type: 'n8n-nodes-base.manualTrigger', parameters: {} };
		if (short === 'googleSheets') {
			return { type: 'n8n-nodes-base.noOp', parameters: {} };
		}
		return {};
	};
	const nodes = example.nodes.map((node) => ({ ...node, ...other(node) }));
	return { ...example, nodes };
}

async function run(keywords: readonly string[], maxCost: number) {
	const execution = await world.execute(morningOf(keywords, maxCost), { mode: 'trigger' });
	expect(execution.error).toBeUndefined();
	return {
		costs: execution.items('Write costs').map(({ json }) => json),
		messages: execution.items(ALERT).map(({ json }) => String(json.text)),
	};
}

test('the alert has each text once, the worst first, and the sheet what leads to what is old', async () => {
	const { emulator } = world;
	// Which list gets its turn first.
	jest.spyOn(outside.Math, 'random').mockReturnValue(0);
	const keywords = ['gone', 'kites', 'refused', 'down', 'again', 'again <too>'];
	// Nobody is told of rows without a keyword.
	const first = await run([...keywords, '', ' '], 2);
	expect(first.messages).toEqual([]);
	const left = first.costs.map(({ next, mayBeCharged }) => [next, mayBeCharged]);
	expect(left).toEqual(keywords.map(() => ['', false]));

	for (const [keyword, add] of Object.entries({ gone: 200, again: 70, 'again <too>': 70 })) {
		emulator.changeList('fetch_search_videos', keyword, { add });
	}
	const always = (key: string) => ({ match: { key }, times: null });
	emulator.addFault({ kind: 'refused', httpStatus: 400, ...always('refused') });
	emulator.addFault({ kind: 'server', httpStatus: 502, ...always('down') });
	const { costs, messages } = await run(keywords, 0.12);
	const noticeOf = (keyword: string) => costs.find((row) => row.keyword === keyword)?.notice;
	const later = 'Once this is put right, the next run fetches what is missing by itself.';
	expect(messages).toEqual([
		[
			':warning: 5 keywords need a look:',
			'• Old from now on, 1: gone',
			noticeOf('gone'),
			'Gone for good unless you fetch it: run a copy of *New videos* once by hand, with the keyword itself in Keyword, `next` of the costs sheet in Resume From, and Limit 200 (about $0.15). Skip what the sheet already has.',
			'• Failed, 1: refused',
			...[noticeOf('refused'), later],
			'• Failed, 1: down',
			...[noticeOf('down'), later],
			'• Cut by Max Cost, 2: again, again &lt;too&gt;',
			noticeOf('again'),
			'This execution cost $0.105, and perhaps $0.015 more.',
		].join('\n'),
	]);
	expect(costs.filter((row) => row.mayBeCharged)).toMatchObject([{ keyword: 'down' }]);
	expect(costs.filter(({ next }) => next)).toMatchObject([{ keyword: 'gone' }]);
});
