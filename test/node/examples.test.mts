import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INode } from 'n8n-workflow';

interface Example {
	nodes: INode[];
}

const examples = readdirSync('examples').map(
	(file) => [file, JSON.parse(readFileSync(`examples/${file}`, 'utf8')) as Example] as const,
);

const textOf = ({ nodes }: Example) =>
	nodes
		.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
		.map(({ parameters }) => String(parameters.content))
		.join('\n');

const WRITING = ['append', 'appendOrUpdate', 'update'];
const writesSheets = ({ type, parameters }: INode) =>
	type === 'n8n-nodes-base.googleSheets' && WRITING.includes(String(parameters.operation));

const sheets = examples.flatMap(([file, example]) => {
	const writing = example.nodes.filter(writesSheets);
	return writing.map((node) => [`${file}: ${node.name}`, node, example] as const);
});

describe('an example that writes to Google Sheets', () => {
	test('is there', () => {
		expect(sheets.length).toBeGreaterThan(3);
	});

	test.each(sheets)('%s writes text as text, never as a formula', (_, { parameters }) => {
		expect((parameters.options as IDataObject).cellFormat).toBe('RAW');
	});

	test.each(sheets)('%s needs no heading that the note does not name', (_, node, example) => {
		const { mappingMode, matchingColumns } = node.parameters.columns as IDataObject;
		// Then n8n writes the headings that are missing itself, but for the one that it looks rows up by.
		expect(mappingMode).toBe('autoMapInputData');
		expect(node.parameters.options).not.toHaveProperty('handlingExtraData');
		for (const heading of matchingColumns as string[]) {
			expect(textOf(example)).toContain(`the heading \`${heading}\``);
		}
	});
});

const ofOurs = ({ nodes }: Example) =>
	nodes.filter(({ type, parameters }) => /\.dataAccess/.test(type) && 'maxCost' in parameters);

describe.each(examples)('%s', (file, example) => {
	test('says to pick credentials, and names none', () => {
		// n8n 2.41 shows what is picked in the place of a credential of the file, and does not save it.
		for (const { credentials } of example.nodes) expect(credentials).toBeUndefined();
		expect(textOf(example)).toMatch(/pick your .*credentials?/i);
	});

	test('names each node in its notes in which something is to be picked or entered', () => {
		const isEmpty = (value: unknown): boolean =>
			typeof value === 'object' && value !== null && 'value' in value && value.value === '';
		for (const { name, parameters } of example.nodes) {
			const { assignments = [] } = (parameters.assignments ?? {}) as { assignments?: unknown[] };
			if (![...Object.values(parameters), ...assignments].some(isEmpty)) continue;
			expect(textOf(example)).toContain(`**${name}**`);
		}
	});

	test('says what its caps allow, and caps each node', () => {
		const nodes = ofOurs(example);
		const caps = nodes.map(({ parameters }) => Number(parameters.maxCost));
		expect(caps.every((cap) => cap > 0)).toBe(true);
		// Over MCP each call is an execution of its own, so that nothing adds up.
		const most = file === 'mcp-server.json' ? caps : [caps.reduce((sum, cap) => sum + cap, 0)];
		for (const cap of nodes.length > 0 ? most : []) {
			expect(textOf(example)).toMatch(new RegExp(`\\$${amountOf(cap)}(?!\\d)`));
		}
	});
});

/** As the notes write it: at least two digits, `0.15` and `0.0045`. */
function amountOf(cap: number): string {
	const exact = String(Number(cap.toFixed(6)));
	return (exact.split('.')[1]?.length ?? 0) < 2 ? cap.toFixed(2) : exact;
}
