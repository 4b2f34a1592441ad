import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';
import { NodeHelpers } from 'n8n-workflow';
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import type * as Price from '../../nodes/DataAccess/description/price.ts';
import type * as Queries from '../../nodes/DataAccess/operations/queries.ts';
import { built } from '../harness/built.mts';
import { lookUps, openOperations, operations, searchImages } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useEngine } from '../harness/useEngine.mts';

type Place = Pick<OperationCase, 'resource' | 'operation'>;

const engine = useEngine();
const description = () => engine.nodeType('n8n-nodes-data-access.dataAccess').description;

const [run, inspect] = [openOperations[0], lookUps[0]];

const shownFor = (name: string, { resource, operation }: Place): INodeProperties[] =>
	description().properties.filter(
		(property) =>
			property.name === name &&
			property.displayOptions?.show?.resource?.includes(resource) &&
			property.displayOptions.show.operation?.includes(operation),
	);

function choiceOf({ resource, operation }: Place): INodePropertyOptions {
	const choices = description()
		.properties.filter(({ name, displayOptions }) => {
			return name === 'operation' && displayOptions?.show?.resource?.includes(resource);
		})
		.flatMap(({ options }) => options as INodePropertyOptions[]);
	return choices.find(({ value }) => value === operation)!;
}

/**
 * What the panel says of an operation, written by hand: prices and pages are
 * docs/development/gateway.md's.
 */
const TEXTS: Array<[Place, action: string, description: string, oneDollar: string]> = [
	...operations.map((each): [Place, string, string, string] => [
		each,
		each.panel.action,
		each.panel.description,
		each.panel.oneDollar,
	]),
	[
		run,
		'Run any gateway operation (priced by the gateway)',
		'Run any operation of any provider, by its endpoint (priced by the gateway)',
		'How many calls $1.00 buys depends on what the operation costs.',
	],
	[
		inspect,
		'Inspect inputs and prices of operations (free)',
		'Get the input schema, the price and the paging rule of an operation (free)',
		'',
	],
];

/** Whose cap it is, in the node and in its tool. */
const WHOSE = [
	'For all input items together',
	'For all uses in an execution; over MCP, for each use',
];

describe.each(TEXTS)('$operation of $resource', (place, action, text, oneDollar) => {
	test('says in the node panel and in the dropdown what a call costs', () => {
		expect(choiceOf(place)).toMatchObject({ action, description: text });
	});

	test('says it to an AI agent, under a name that a model takes', () => {
		const { resource, operation } = place;
		const tool = { parameters: { resource, operation, descriptionType: 'auto' } };
		const type = { ...description(), outputs: ['ai_tool'] } as INodeTypeDescription;
		expect(
			NodeHelpers.getToolDescriptionForNode(tool as never, { description: type } as never),
		).toBe(`${action} in Data Access`);
		// As n8n 1 names a second tool of the kind: unlike n8n 2, it cuts no name that is too long.
		const name = `${action} in Data Access1`.replace(/[^\w-]+/g, '_');
		expect(name.length).toBeLessThanOrEqual(64);
	});

	test('says in Max Cost what the default buys', () => {
		const maxCost = shownFor('maxCost', place);
		// One for the node, one for the tool.
		expect(maxCost).toHaveLength(oneDollar === '' ? 0 : 2);
		const begin =
			"The most that this node spends per execution. 0 = no cap. n8n's Retry starts again at zero. ";
		expect(maxCost.every(({ description: words }) => words?.startsWith(begin))).toBe(true);
		expect(maxCost.every(({ description: words }) => words?.endsWith(` ${oneDollar}`))).toBe(true);
		const [, inBrackets] = /\((.*)\)$/.exec(text)!;
		for (const [at, { hint }] of maxCost.entries()) {
			const [whose, price] = hint!.split('. ') as [string, string];
			expect(whose).toBe(WHOSE[at]);
			expect(inBrackets.toLowerCase().startsWith(price.toLowerCase())).toBe(true);
		}
	});
});

test('an action leaves out what a page holds where the name of its tool would be too long', () => {
	const { pricedAction } = built<typeof Price>('description/price');
	const { queries } = built<typeof Queries>('operations/queries');
	const query = queries.find(({ name }) => name === searchImages.operation)!;
	const actionOf = (length: number) => pricedAction({ ...query, action: 'a'.repeat(length) });
	expect(actionOf(23)).toMatch(/^a{23} \(\$[\d.]+ per call, .+\)$/);
	expect(actionOf(24)).toMatch(/^a{24} \(\$[\d.]+ per call\)$/);
});

test.each(operations)('Max Cost of $label says what the default Limit costs', (operation) => {
	const words = shownFor('maxCost', operation).map(({ description }) => description);
	const { limits } = operation.panel;
	expect(words).toEqual(limits.map((each) => expect.stringContaining(each)));
});

test.each(['Data Access', 'Data Access Trigger'])('no price is part of the name: %s', (name) => {
	const type = `n8n-nodes-data-access.dataAccess${name.endsWith('Trigger') ? 'Trigger' : ''}`;
	const parameters = { resource: 'note', operation: 'searchImages' };
	expect(NodeHelpers.makeNodeName(parameters, engine.nodeType(type).description)).toBe(name);
});

test.each(operations)('Page Size of $label says what a page costs', (operation) => {
	const sizes = shownFor('pageSize', operation);
	const { pageSizeHint } = operation.panel;
	expect(sizes).toHaveLength(pageSizeHint === undefined ? 0 : 1);
	for (const { description } of sizes) expect(description).toContain(pageSizeHint);
});

test('docs/development/gateway.md, Operations has the same prices', () => {
	const rows = readFileSync('docs/development/gateway.md', 'utf8')
		.split('\n')
		.map((line) => line.split('|').map((cell) => cell.trim()));
	for (const { endpoint, price } of operations) {
		expect(rows.find((cells) => cells[2] === `\`${endpoint}\``)?.[3]).toBe(`$${price}`);
	}
});

/** "$0.36": as many decimals as it takes, and two at least. */
const usd = new Intl.NumberFormat('en-US', {
	style: 'currency',
	currency: 'USD',
	maximumFractionDigits: 9,
});

describe.each(operations)('the trigger for $operation of $resource', (each) => {
	const { resource, operation, panel } = each;
	const [price, hourly, everyMinute] = [1, 24, 24 * 60].map((polls) =>
		usd.format(polls * each.price),
	);
	const shown = (name: string) =>
		engine
			.nodeType('n8n-nodes-data-access.dataAccessTrigger')
			.description.properties.filter(
				({ name: own, displayOptions }) =>
					own === name &&
					displayOptions?.show?.resource?.includes(resource) &&
					(name === 'operation' || displayOptions.show.operation?.includes(operation)),
			);

	test('has an entry of its own in the node creator', () => {
		const [{ options }] = shown('operation') as [INodeProperties];
		const choice = (options as INodePropertyOptions[]).find(({ value }) => value === operation);
		expect(choice?.action).toBe(panel.pollAction);
		expect(choice?.action).toContain(`(${price} per poll or more)`);
		expect(panel.pollAction).not.toContain(panel.action);
	});

	test('begins with how often to poll, and says what that costs', () => {
		expect(shown('pollNotice').map(({ displayName }) => displayName)).toEqual([
			`Choose every hour or less often: every poll buys at least one page (${price}). Publishing and Fetch Test Event poll, too. A day costs at least ${hourly} with a poll every hour, and ${everyMinute} with one every minute, which is n8n's default.`,
		]);
	});

	test('says beside Max Cost what a call costs', () => {
		const [{ hint, description }] = shown('maxCost') as [INodeProperties];
		expect(hint).toContain(`${price} per call`);
		const calls = Math.floor(0.1 / each.price);
		const begin = `The most that one poll spends. 0 = no cap. $0.10 buys ${calls} calls`;
		expect(description?.startsWith(begin)).toBe(true);
	});
});
