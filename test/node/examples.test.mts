import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INode } from 'n8n-workflow';

import { examples, notesOf } from '../harness/examples.mts';
import type { Example } from '../harness/examples.mts';

const WRITING = ['append', 'appendOrUpdate', 'update'];
const writesSheets = ({ type, parameters }: INode) =>
	type === 'n8n-nodes-base.googleSheets' && WRITING.includes(String(parameters.operation));

const sheets = examples.flatMap(([file, example]) => {
	const writing = example.nodes.filter(writesSheets);
	return writing.map((node) => [`${file}: ${node.name}`, node, example] as const);
});

test.each(sheets)('%s writes text as text, never as a formula', (_, { parameters }) => {
	expect((parameters.options as IDataObject).cellFormat).toBe('RAW');
});

test.each(sheets)('%s needs only headings that its note names', (_, node, example) => {
	const { mappingMode, matchingColumns } = node.parameters.columns as IDataObject;
	// n8n then writes missing headings itself, except the one by which it finds rows.
	expect(mappingMode).toBe('autoMapInputData');
	expect(node.parameters.options).not.toHaveProperty('handlingExtraData');
	for (const heading of matchingColumns as string[]) {
		expect(notesOf(example)).toContain(`the heading \`${heading}\``);
	}
});

const ofOurs = ({ nodes }: Example) =>
	nodes.filter(({ type, parameters }) => /\.dataAccess/.test(type) && 'maxCost' in parameters);

describe.each(examples)('%s', (file, example) => {
	test('says to select credentials, and contains none', () => {
		// If the file has a credential, n8n 2.41 shows the one that a user selects in its place, but does not save it.
		for (const { credentials } of example.nodes) expect(credentials).toBeUndefined();
		expect(notesOf(example)).toMatch(/pick your .*credentials?/i);
	});

	test('names each node in its notes in which the user must select or enter something', () => {
		const isEmpty = (value: unknown): boolean =>
			typeof value === 'object' && value !== null && 'value' in value && value.value === '';
		for (const { name, parameters } of example.nodes) {
			const { assignments = [] } = (parameters.assignments ?? {}) as { assignments?: unknown[] };
			if (![...Object.values(parameters), ...assignments].some(isEmpty)) continue;
			expect(notesOf(example)).toContain(`**${name}**`);
		}
	});

	// Otherwise, the records of an execution that is killed count as returned, although nobody gets them.
	test('saves its progress if it has Only New Records, and says why', () => {
		const isWatching = example.nodes.some(({ parameters }) => parameters.onlyNew === true);
		expect(example.settings.saveExecutionProgress === true).toBe(isWatching);
		expect(/killed.*\*\*Save execution progress\*\*/s.test(notesOf(example))).toBe(isWatching);
	});

	test('states its caps, and caps each node', () => {
		const nodes = ofOurs(example);
		const caps = nodes.map(({ parameters }) => Number(parameters.maxCost));
		expect(caps.every((cap) => cap > 0)).toBe(true);
		// Over MCP, each call is an execution of its own, so nothing adds up.
		const most = file === 'mcp-server.json' ? caps : [caps.reduce((sum, cap) => sum + cap, 0)];
		for (const cap of nodes.length > 0 ? most : []) {
			expect(notesOf(example)).toMatch(new RegExp(`\\$${amountOf(cap)}(?!\\d)`));
		}
	});
});

/** The texts that expressions look for in the node's notices. */
const NOTICED = /(?<=notice\??\.includes\(')[^']+/g;

test('the examples look for texts that the node can say', () => {
	const files = ['listWords', 'remarks'].map((file) => `nodes/DataAccess/deliver/${file}.ts`);
	const words = files.map((file) => readFileSync(file, 'utf8')).join('\n');
	const sought = examples.flatMap(([, example]) => JSON.stringify(example).match(NOTICED) ?? []);
	expect(sought).not.toEqual([]);
	expect(sought.filter((text) => !words.includes(text))).toEqual([]);
});

/** Prices of pages, from which the costs of the examples are calculated. */
const SEARCH = 0.015;
const POSTS = 0.0015;

const isAgent = ({ type }: INode) => type.endsWith('.agent');

const agents = examples.filter(([, { nodes }]) => nodes.some(isAgent));

// At Max Iterations, n8n ends the agent without a reply, whatever it has bought.
test.each(agents)('%s: the agent may go on until its caps are used up', (_, example) => {
	const { maxIterations } = example.nodes.find(isAgent)!.parameters.options as IDataObject;
	const calls = ofOurs(example).map(({ parameters: { resource, maxCost } }) => {
		const price = ['note', 'video'].includes(String(resource)) ? SEARCH : POSTS;
		return Math.floor(Number((Number(maxCost) / price).toFixed(6)));
	});
	expect(maxIterations).toBeGreaterThan(calls.reduce((sum, each) => sum + each, 0));
});

/** For each example that buys on a schedule: the cost of a run, if one page of each list is enough. */
const SCHEDULED: Record<string, number> = {
	'keywords-watched-to-slack.json': 3 * SEARCH,
	'many-keywords-from-a-sheet.json': 50 * SEARCH,
	'new-posts-to-a-data-table.json': 3 * POSTS,
	'new-videos-to-google-sheets.json': SEARCH,
	// If the questions that it was given are done already.
	'retry-in-the-morning.json': 0,
	// Sorted by relevance: three pages each, even if nothing is new.
	'week-summed-up-to-slack.json': 9 * SEARCH,
};

/** Cents, rounded up. */
const perMonth = (amount: number) =>
	amount === 0 ? '$0' : `$${(Math.ceil(Number((amount * 100).toFixed(6))) / 100).toFixed(2)}`;

const isSchedule = ({ type }: INode) => type.endsWith('.scheduleTrigger');

/** Returns how many times a schedule starts its workflow in thirty days. */
function runsOf({ parameters }: INode): number {
	const [interval] = (parameters.rule as { interval: [{ field?: string }] }).interval;
	return interval.field === 'weeks' ? 30 / 7 : 30;
}

/** Returns the row of an example in the tables of a document. */
const rowOf = (document: string, file: string) =>
	readFileSync(document, 'utf8')
		.split('\n')
		.find((line) => line.startsWith('|') && line.includes(`examples/${file})`));

describe('what an example costs a month', () => {
	test('is stated for each example that buys on a schedule', () => {
		const onSchedule = examples.filter(
			([, example]) => example.nodes.some(isSchedule) && ofOurs(example).length > 0,
		);
		expect(onSchedule.map(([file]) => file).toSorted()).toEqual(Object.keys(SCHEDULED));
	});

	test.each(examples)('%s: its note and the table agree', (file, example) => {
		const notes = notesOf(example).replaceAll('**', '');
		const said =
			notes.match(/\$\d+(?:\.\d+)?(?= a month)|(?<=a month cost at most )\$\d+\.\d+/g) ?? [];
		expect(said.length > 0 || notes.includes('pay only for the executions that you start')).toBe(
			true,
		);
		for (const amount of said) expect(rowOf('docs/examples.md', file)).toContain(`${amount} `);
	});

	test.each(Object.entries(SCHEDULED))(
		'%s: it is calculated from schedule and prices',
		(file, cost) => {
			const [, example] = examples.find(([name]) => name === file)!;
			const schedules = example.nodes.filter(isSchedule).map(runsOf);
			const cap = ofOurs(example).reduce(
				(sum, { parameters }) => sum + Number(parameters.maxCost),
				0,
			);
			const usual = schedules.reduce((sum, runs) => sum + runs * cost, 0);
			const most = schedules.reduce((sum, runs) => sum + Math.ceil(runs) * cap, 0);
			const notes = notesOf(example).replaceAll('**', '');
			expect(notes).toContain(`${perMonth(usual)} a month`);
			expect(notes).toContain(`at most ${perMonth(most)} a month`);
			const inReadme = rowOf('README.md', file);
			for (const amount of inReadme ? [usual, most] : [])
				expect(inReadme).toContain(`| ${perMonth(amount)} `);
		},
	);
});

/** Formats dollars as the notes do, with at least two decimals: `0.15` and `0.0045`. */
function amountOf(cap: number): string {
	const exact = String(Number(cap.toFixed(6)));
	return (exact.split('.')[1]?.length ?? 0) < 2 ? cap.toFixed(2) : exact;
}
