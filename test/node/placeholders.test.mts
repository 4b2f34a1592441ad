import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type * as Credential from '../../credentials/DataAccessApi.credentials.ts';
import { builtCredential } from '../harness/built.mts';
import { offered, operations } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { startWorld } from '../harness/world.mts';
import type { World } from '../harness/world.mts';

const EXAMPLE = /^e\.g\. (.+)$/;

let world: World;
let properties: INodeProperties[];
beforeAll(async () => {
	world = await startWorld();
	({ properties } = world.engine.nodeType('n8n-nodes-data-access.dataAccess').description);
});
afterAll(() => world.close());

type Place = Pick<OperationCase, 'resource' | 'operation'>;

const ownFieldsOf = ({ resource, operation }: Place) =>
	properties.filter(
		({ displayOptions }) =>
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation),
	);

const exampleOf = ({ placeholder }: INodeProperties) => EXAMPLE.exec(placeholder ?? '')?.[1];

/** The parameters as somebody enters them who takes every example for what is wanted. */
function asShown(fields: INodeProperties[]): IDataObject {
	const shown = fields.flatMap((field): Array<[string, string]> => {
		const example = exampleOf(field);
		return example === undefined ? [] : [[field.name, example]];
	});
	return Object.fromEntries(shown);
}

describe.each(offered)('$operation of $resource', (place) => {
	test('shows an example in every field that is typed in', () => {
		const fields = ownFieldsOf(place).filter(({ type }) => ['string', 'json'].includes(type));
		const without = fields.filter((field) => exampleOf(field) === undefined);
		expect(without.map(({ name }) => name)).toEqual([]);
	});

	test('takes the examples as they are', async () => {
		const parameters = { ...place, ...asShown(ownFieldsOf(place)) };
		const run = await world.run({ ...parameters, options: { dryRun: true } });
		expect(run.errors).toEqual([]);
		expect(run.records.length).toBeGreaterThan(0);
		expect(world.emulator.ledger).toEqual([]);
	});

	test('has its required fields first', () => {
		const required = ownFieldsOf(place)
			.filter(({ name }) => !['maxCost', 'output', 'startPosition'].includes(name))
			.map((field) => field.required === true);
		expect(required).toEqual([...required].sort((a, b) => Number(b) - Number(a)));
	});
});

test('the examples of the six are inputs that differ from their defaults', async () => {
	for (const operation of operations) {
		const shown = asShown(ownFieldsOf(operation));
		const run = await world.run({
			...operation.parameters('a'),
			...shown,
			options: { dryRun: true },
		});
		const input = JSON.stringify(run.records[0]!.input);
		// A link to a question is sent as the ID that it holds.
		const values = Object.values(shown).map((value) => String(value).replace(/.*\/question\//, ''));
		for (const value of values) expect(input).toContain(JSON.stringify(value));
	}
});

test.each(['shown as a list', 'as one position'])(
	'the example of Resume From is read as a position, %s',
	async (label) => {
		const options = properties.find(({ name }) => name === 'options')!.options as INodeProperties[];
		const example = exampleOf(options.find(({ name }) => name === 'resumeFrom')!)!;
		const resumeFrom = label.endsWith('list') ? `[${example}]` : example;
		const parameters = { resource: 'note', operation: 'searchImages', keyword: 'a' };
		const run = await world.run({ ...parameters, options: { dryRun: true, resumeFrom } });
		// It belongs to another list: as one position it is refused for that alone.
		const messages = run.errors.map(({ message }) => message);
		if (label.endsWith('list')) expect(messages).toEqual([]);
		else
			expect(messages).toEqual([
				expect.stringMatching(/^'Resume From' belongs to a different list/),
			]);
	},
);

describe('the credential', () => {
	test('takes the examples as they are', async () => {
		const { DataAccessApi } = builtCredential<typeof Credential>('DataAccessApi');
		const shown = asShown(new DataAccessApi().properties);
		expect(Object.keys(shown).sort()).toEqual(
			[
				...['baseUrl', 'provider', 'notesName', 'qaName'],
				...['chatSearchName', 'chatMpName', 'photosName'],
			].sort(),
		);
		const run = await world.run(
			{ resource: 'note', operation: 'searchImages', keyword: 'a', options: { dryRun: true } },
			{ credential: { ...shown, customizePlatformNames: true } },
		);
		expect(run.errors).toEqual([]);
		expect(run.records[0]!.endpoint).toBe('/api/v1/notes/app_v2/search_images');
	});
});
