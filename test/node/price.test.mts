import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';
import { NodeHelpers } from 'n8n-workflow';
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { lookUps, openOperations, operations } from '../harness/operations.mts';
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
const TEXTS: Array<[Place, action: string, description: string]> = [
	...operations.map((each): [Place, string, string] => [
		each,
		each.panel.action,
		each.panel.description,
	]),
	[
		run,
		'Run any gateway operation (priced by the gateway)',
		'Run any operation of any provider, by its endpoint',
	],
	[
		inspect,
		'Inspect inputs and prices of operations (free)',
		'Get the input schema, the price and the paging rule of an operation',
	],
];

/** Whose cap it is, in the node and in its tool. */
const WHOSE = [
	'For all input items together',
	'For all uses in an execution; over MCP, for each use',
];

describe.each(TEXTS)('$operation of $resource', (place, action, text) => {
	test('says in the node panel what a call costs', () => {
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

	test('says below Max Cost what a call costs', () => {
		const maxCost = shownFor('maxCost', place);
		const [, inBrackets = ''] = /\((.*)\)$/.exec(action)!;
		// One for the node, one for the tool.
		const hints = inBrackets === 'free' ? [] : WHOSE.map((whose) => `${whose}. ${inBrackets}`);
		expect(maxCost.map(({ hint }) => hint!.toLowerCase())).toEqual(
			hints.map((hint) => hint.toLowerCase()),
		);
		for (const { description: words } of maxCost) {
			expect(words).toBe(
				"The most that this node spends per execution. 0 = no cap. n8n's Retry starts again at zero.",
			);
		}
	});
});

test.each(['Data Access', 'Data Access Trigger'])('no price is part of the name: %s', (name) => {
	const type = `n8n-nodes-data-access.dataAccess${name.endsWith('Trigger') ? 'Trigger' : ''}`;
	const parameters = { resource: 'note', operation: 'searchImages' };
	expect(NodeHelpers.makeNodeName(parameters, engine.nodeType(type).description)).toBe(name);
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
		expect(description).toBe('The most that one poll spends. 0 = no cap.');
	});
});
