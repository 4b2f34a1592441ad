import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { DataAccessApi } from '../../credentials/DataAccessApi.credentials.ts';
import { eachOperation, offered, searchImages } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld();

const properties = () =>
	world.engine.nodeType('n8n-nodes-data-access.dataAccess').description.properties;

const ownFieldsOf = ({ resource, operation }: Pick<OperationCase, 'resource' | 'operation'>) =>
	properties().filter(
		({ displayOptions }) =>
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation) &&
			!displayOptions.show.output &&
			!displayOptions.hide?.output,
	);

const exampleOf = ({ placeholder = '', modes = [] }: INodeProperties) =>
	[placeholder, ...modes.map((mode) => mode.placeholder ?? '')]
		.map((text) => /^e\.g\. (.+)$/.exec(text)?.[1])
		.find(Boolean);

/** Returns the parameters of a user who enters the example of every field. */
const asShown = (fields: INodeProperties[]) =>
	Object.fromEntries(
		fields.flatMap((field): Array<[string, string]> => {
			const example = exampleOf(field);
			return example === undefined ? [] : [[field.name, example]];
		}),
	);

const plan = async (parameters: IDataObject, credential = {}) => {
	const options = { dryRun: true, ...(parameters.options as IDataObject) };
	return await world.run({ ...parameters, options }, { credential });
};

describe.each(offered)('$operation of $resource', (place) => {
	test('shows an example in every text field, and accepts it', async () => {
		const fields = ownFieldsOf(place);
		const typed = fields.filter(({ type }) => ['string', 'json', 'resourceLocator'].includes(type));
		const without = typed.filter((field) => exampleOf(field) === undefined);
		expect(without.map(({ name }) => name)).toEqual([]);
		const shown = asShown(fields);
		world.emulator.configure({ freeRoutes: { inspect: 'there', balance: 'there' } });
		const run = await plan({ ...place, ...shown });
		expect(run.errors).toEqual([]);
		// The account has no run of the example's endpoint.
		if (place.operation === 'getRuns') return;
		expect(run.records.length).toBeGreaterThan(0);
		if (place.resource === 'gateway') return;
		// An example is not a default. A link to a question is sent as the ID in it.
		const input = JSON.stringify(run.records[0]!.input);
		const sent = Object.values(shown).map((value) => value.replace(/.*\/question\//, ''));
		for (const value of sent) expect(input).toContain(JSON.stringify(value));
	});
});

test.each(eachOperation)(
	'%s: its records have all fields in the example of Fields and Add Fields',
	async (_, place) => {
		const shownFor = (name: string, all: INodeProperties[]) =>
			new Set(
				all
					.filter((each) => each.name === name)
					.filter(({ displayOptions: { show = {} } = {} }) =>
						[...(show.operation ?? []), ...(show['/operation'] ?? [])].includes(place.operation),
					)
					.map(exampleOf),
			);
		const { options } = properties().find(({ name }) => name === 'options')!;
		const examples = shownFor('fields', properties());
		expect(shownFor('addFields', options as INodeProperties[])).toEqual(examples);
		expect(examples.size).toBe(1);
		const [fields] = examples;
		const parameters = { ...place.parameters('size-20'), limit: 20 };
		const selected = await world.run({ ...parameters, output: 'selected', fields });
		const added = await world.run({ ...parameters, options: { addFields: fields } });
		for (const { records, hint } of [selected, added]) {
			expect(records).toHaveLength(20);
			expect(hint).not.toContain('No record has');
		}
		expect(Object.keys(selected.records[0]!)).toHaveLength(2);
	},
);

test('the example of Resume From is a valid position of another list', async () => {
	const { options } = properties().find(({ name }) => name === 'options')!;
	const field = (options as INodeProperties[]).find(({ name }) => name === 'resumeFrom')!;
	const example = exampleOf(field)!;
	const planned = async (resumeFrom: string) =>
		(await plan({ ...searchImages.parameters('a'), options: { resumeFrom } })).errors;
	const [refused] = await planned(example);
	const other = JSON.stringify({ ...JSON.parse(example), list: 'another' });
	expect(refused?.message).toBeDefined();
	expect((await planned(other)).map(({ message }) => message)).toEqual([refused!.message]);
});

test('the credential accepts its examples', async () => {
	const shown = asShown(new DataAccessApi().properties);
	const names = ['notesName', 'qaName', 'chatSearchName', 'chatMpName', 'photosName'];
	expect(Object.keys(shown).sort()).toEqual(['baseUrl', 'provider', ...names].sort());
	const run = await plan(searchImages.parameters('a'), { ...shown, customizePlatformNames: true });
	expect(run.errors).toEqual([]);
	expect(run.records[0]!.endpoint).toBe('/api/v1/notes/app_v2/search_images');
});
