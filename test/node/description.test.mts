import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';
import { NodeHelpers } from 'n8n-workflow';
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { INodeTypeDescription } from 'n8n-workflow';

import { DataAccessApi } from '../../credentials/DataAccessApi.credentials.ts';
import { eachOperation, lookUps, offered, openOperations } from '../harness/operations.mts';
import { getCommentReplies, searchImages, searchVideos } from '../harness/operations.mts';
import { placeOf, runAny } from '../harness/operations.mts';
import type { FieldRow } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld();

const TOOL = 'n8n-nodes-data-access.dataAccessTool';

const typeOf = (name: string) => world.engine.nodeType(`n8n-nodes-data-access.${name}`).description;

/** What n8n shows for which choices: n8n itself decides. */
const PANELS = {
	node: () => typeOf('dataAccess'),
	tool: () => ({ ...typeOf('dataAccess'), name: 'dataAccessTool' }),
};

type Shown = INodeProperties & { entries: INodeProperties[] };

/** Returns the parameters that a panel shows if these are set and all others have their defaults. */
function shownIn(panel: keyof typeof PANELS, set: IDataObject): Shown[] {
	const type: INodeTypeDescription = PANELS[panel]();
	const version = { typeVersion: 1 };
	const { getNodeParameters, displayParameter } = NodeHelpers;
	const all = getNodeParameters(type.properties, set as never, true, true, version, type)!;
	return type.properties
		.filter((property) => displayParameter(all, property, version, type))
		.map((property) => ({
			...property,
			entries: ((property.options ?? []) as INodeProperties[]).filter((entry) =>
				displayParameter({}, entry, version, type, all),
			),
		}));
}

const named = (shown: Shown[], name: string) => {
	const found = shown.filter((property) => property.name === name);
	expect([name, found.length]).toEqual([name, 1]);
	return found[0]!;
};

/** Returns the contract of a field, in the order of a row. */
const rowOf = ({ name, displayName, type, default: usual, ...more }: INodeProperties) =>
	[name, displayName, type, usual, more.required ? 'required' : more.typeOptions] as const;

const contractOf = (rows: FieldRow[]) =>
	rows.map(([name, label, type, usual, more]) => [name, label, type, usual, more]);

/** Name, type and default. */
const shortOf = (properties: INodeProperties[]) =>
	properties.map(({ name, type, default: usual }) => [name, type, usual]);

const choicesOf = ({ options = [] }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ name, value }) => [name, value]);

const COMMON = [
	['returnAll', 'boolean', false],
	['limit', 'number', 50],
	['maxCost', 'number', 1],
	['output', 'options', 'simplified'],
	['onlyNew', 'boolean', false],
	['options', 'collection', {}],
];

const OPTIONS = [
	['addFields', 'string', ''],
	['concurrency', 'number', 3],
	['dryRun', 'boolean', true],
	['includeInputFields', 'boolean', true],
	['report', 'boolean', true],
	['resumeFrom', 'string', ''],
	['reusePages', 'number', 0],
	['timeout', 'number', expect.any(Number)],
];

describe.each(eachOperation)('%s', (_label, operation) => {
	const { panel, resource } = operation;
	const place = placeOf(operation);
	const own = panel.fields.map(([name]) => name);
	const withDate = panel.newerThan && Object.keys(panel.newerThan).length === 0;
	const dates = withDate ? [['newerThan', 'dateTime', '']] : [];

	test('shows its own fields with the documented choices, and the common ones', () => {
		const shown = shownIn('node', place);
		const mine = shown.filter(({ name }) => own.includes(name));
		expect(mine.map(rowOf)).toEqual(contractOf(panel.fields));
		const common = shown.filter(({ name }) => COMMON.some(([each]) => each === name));
		expect(shortOf(common).sort()).toEqual([...COMMON].sort());
		const others = ['resource', 'operation', 'startPosition'];
		expect(shown.map(({ name }) => name).sort()).toEqual(
			[...others, ...own, ...[...dates, ...COMMON].map(([name]) => String(name))].sort(),
		);
		const dropdowns = mine.filter(({ type }) => type === 'options');
		const documented = Object.entries(panel.dropdowns ?? {}).map(([name, choices]) => [
			name,
			choices.map(([label, value]) => [label, value]),
		]);
		expect(dropdowns.map((each) => [each.name, choicesOf(each)])).toEqual(documented);
	});

	test('has Newer Than if it is newest first', () => {
		const namesIn = (set: IDataObject) =>
			shownIn('node', { ...place, ...set }).map(({ name }) => name);
		expect(namesIn({}).includes('newerThan')).toBe(withDate === true);
		const shown = namesIn(panel.newerThan ?? {}).includes('newerThan');
		expect(shown).toBe(panel.newerThan !== undefined);
	});

	test('has a Start Position of its own', () => {
		const { type, default: usual, entries } = named(shownIn('node', place), 'startPosition');
		expect([type, usual]).toEqual(['collection', {}]);
		expect(entries.map(rowOf)).toEqual(contractOf(panel.startPosition));
	});

	test('is offered under its resource', () => {
		const shown = shownIn('node', place);
		const [resourceName, name] = panel.title;
		expect(choicesOf(named(shown, 'resource'))).toContainEqual([resourceName, resource]);
		const dropdown = named(shown, 'operation');
		expect(dropdown.noDataExpression).toBe(true);
		const { action, description } = panel;
		const choice = { name, value: operation.operation, action, description };
		expect(dropdown.options).toContainEqual(choice);
		expect(choicesOf(dropdown).map(([, value]) => value)).toContain(dropdown.default);
	});

	test('tells an agent what a call costs, under a name that models accept', () => {
		const words = `${panel.action} in Data Access`;
		const tool = { parameters: { ...place, descriptionType: 'auto' } };
		const description = { ...PANELS.node(), outputs: ['ai_tool'] };
		const { getToolDescriptionForNode } = NodeHelpers;
		expect(getToolDescriptionForNode(tool as never, { description } as never)).toBe(words);
		// The name that n8n 1 gives to a second tool of the kind. Unlike n8n 2, it does not shorten long names.
		expect(`${words}1`.replace(/[^\w-]+/g, '_').length).toBeLessThanOrEqual(64);
	});

	test('says below Max Cost what a call costs', () => {
		const [, price] = /\((.*)\)$/.exec(panel.action)!;
		const words = (whose: string) => new RegExp(`^${whose}\\. ${price!.replace('$', '\\$')}$`, 'i');
		const hintIn = (panel: keyof typeof PANELS) => named(shownIn(panel, place), 'maxCost').hint;
		expect(hintIn('node')).toMatch(words('For all input items together'));
		expect(hintIn('tool')).toMatch(words('For all uses in an execution; over MCP, for each use'));
	});

	test('costs what docs/development/gateway.md, Operations says', () => {
		const document = readFileSync('docs/development/gateway.md', 'utf8').replace(/ +/g, ' ');
		expect(document).toContain(`| \`${operation.endpoint}\` | $${operation.price} |`);
	});

	test('has all options, with its own timeout', () => {
		const { entries } = named(shownIn('node', place), 'options');
		expect(shortOf(entries).sort()).toEqual([...OPTIONS].sort());
		const { default: usual, typeOptions } = entries.find(({ name }) => name === 'timeout')!;
		expect({ default: usual, minimum: typeOptions?.minValue }).toEqual(operation.timeout);
	});
});

const [[, any]] = eachOperation;

test.each([
	[openOperations[0]!, 'Run any gateway operation (priced by the gateway)'],
	[lookUps[0]!, 'Inspect inputs and prices of operations (free)'],
])('the price of %j stands in its action', (place, action) => {
	const { options } = named(shownIn('node', place), 'operation');
	expect(options).toContainEqual(expect.objectContaining({ value: place.operation, action }));
});

// Inspect needs none for built-in operations.
test('no operation requires a credential', () => {
	expect(PANELS.node().credentials).toEqual([{ name: 'dataAccessApi', required: false }]);
});

test('the name of the node contains no price', () => {
	expect(NodeHelpers.makeNodeName(placeOf(any), PANELS.node())).toBe('Data Access');
});

test.each(['node', 'tool'] as const)(
	'%s: Fields is required only for Output = Selected',
	(panel) => {
		const fieldsIn = (output: string) =>
			shownIn(panel, { ...placeOf(any), output })
				.filter(({ name }) => name === 'fields')
				.map(({ required }) => required);
		expect(fieldsIn('selected')).toEqual([true]);
		expect(fieldsIn('={{ $json.form }}')).toEqual([undefined]);
		expect(fieldsIn('raw')).toEqual([]);
	},
);

test('Add Fields is offered only for Output = Simplified', () => {
	const offeredFor = (output: string) => {
		const { entries } = named(shownIn('node', { ...placeOf(any), output }), 'options');
		return entries.some(({ name }) => name === 'addFields');
	};
	const forms = ['simplified', 'raw', 'selected', 'pages', '={{ $json.form }}'];
	expect(forms.filter(offeredFor)).toEqual(['simplified', '={{ $json.form }}']);
});

test('all operations share some bounds and choices', () => {
	const shown = shownIn('node', placeOf(any));
	const limitIs = (hint: string) => ({ typeOptions: { minValue: 1 }, hint });
	expect(named(shown, 'limit')).toMatchObject(limitIs('Per input item'));
	const ofAll = shownIn('node', { ...placeOf(any), returnAll: true });
	expect(ofAll.map(({ name }) => name)).not.toContain('limit');
	const ofWatched = named(shownIn('node', { ...placeOf(any), onlyNew: true }), 'limit');
	const more =
		'Per input item. For newest-first lists (answers by Updated, posts, videos by Latest): first and manual runs only';
	expect(ofWatched).toMatchObject(limitIs(more));
	expect(named(shown, 'maxCost')).toMatchObject({
		displayName: 'Max Cost (USD)',
		description:
			"The most that this node spends per execution. 0 = no cap. n8n's Retry starts again at zero.",
	});
	const values = choicesOf(named(shown, 'output')).map(([, value]) => value);
	expect(values.sort()).toEqual(['pages', 'raw', 'selected', 'simplified']);
});

test('Only New Records is below Output, with its fields below it, and not in tools', () => {
	const fields = ['onlyNew', 'firstRun', 'memoryName'];
	const names = shownIn('node', { ...placeOf(any), onlyNew: true }).map(({ name }) => name);
	const at = names.indexOf('onlyNew');
	expect(names.slice(at - 1, at + 3)).toEqual(['output', ...fields]);
	const inTools = shownIn('tool', { ...placeOf(any), onlyNew: true });
	expect(inTools.filter(({ name }) => fields.includes(name))).toEqual([]);
	const onlyNew = named(shownIn('node', placeOf(any)), 'onlyNew');
	expect(onlyNew.noDataExpression).toBe(true);
});

test.each([
	[searchImages, 'source'],
	[searchVideos, 'raw'],
	[getCommentReplies, 'raw'],
])('$0.label: $1, which few users need, is below the common parameters', (each, name) => {
	const names = shownIn('node', placeOf(each)).map((property) => property.name);
	expect(names.indexOf(name)).toBeGreaterThan(names.indexOf('output'));
});

test('Report accepts no expression, because the outputs depend on it', () => {
	const { entries } = named(shownIn('node', placeOf(any)), 'options');
	expect(entries.find(({ name }) => name === 'report')).toMatchObject({ noDataExpression: true });
});

test('what has no button for the model in a tool is not read from it, either', async () => {
	// Without expressions, n8n has no such button.
	const kept = shownIn('tool', placeOf(openOperations[0]!)).filter(
		({ name, noDataExpression }) => noDataExpression && !['resource', 'operation'].includes(name),
	);
	expect(kept.map(({ name }) => name).sort()).toEqual(['maxCost', 'price', 'returnAll']);
	for (const { name, displayName } of kept) {
		const what = `'${displayName}' must not use $fromAI`;
		const parameters = runAny('/x', { [name]: "={{ $fromAI('a') }}" });
		const { records } = await world.run(parameters, { node: { type: TOOL } });
		expect(records).toEqual([{ code: 'INVALID_INPUT', message: expect.stringContaining(what) }]);
	}
});

test('a tool returns ten records, does not let the model decide about money, and has options of its own', () => {
	const shown = shownIn('tool', placeOf(any));
	expect(named(shown, 'limit')).toMatchObject({
		default: 10,
		hint: 'Small in a tool, because the agent reads every record and pays for its length',
	});
	for (const name of ['returnAll', 'maxCost'])
		expect(named(shown, name)).toMatchObject({ noDataExpression: true });
	expect(shortOf(named(shown, 'options').entries).sort()).toEqual(
		OPTIONS.filter(([name]) => !['includeInputFields', 'report'].includes(String(name))).sort(),
	);
});

test('Gateway > Run has fields of its own, and Output is Raw by default', () => {
	const shown = shownIn('node', placeOf(openOperations[0]!));
	expect(shortOf(shown).sort()).toEqual(
		[
			['resource', 'options', expect.any(String)],
			['operation', 'options', expect.any(String)],
			['endpoint', 'resourceLocator', { mode: 'list', value: '' }],
			['input', 'json', '{}'],
			['provider', 'string', ''],
			['price', 'number', 0],
			['recordsPath', 'string', ''],
			['nextPage', 'fixedCollection', {}],
			['hasMorePath', 'string', ''],
			['idPath', 'string', ''],
			...COMMON.map((row) => (row[0] === 'output' ? ['output', 'options', 'raw'] : row)),
		].sort(),
	);
	const nextPage = named(shown, 'nextPage');
	expect(nextPage.typeOptions).toEqual({ multipleValues: true });
	const values = [{ name: 'name' }, { name: 'path' }];
	expect(nextPage.options).toMatchObject([{ name: 'pairs', values }]);
});

test('a look-up has its own fields, and none about money', () => {
	const [inspected, balance] = lookUps.map((each) =>
		shownIn('node', placeOf(each)).map(({ name }) => name),
	);
	expect(inspected).toEqual(['resource', 'operation', 'endpoint', 'provider']);
	expect(balance).toEqual(['resource', 'operation']);
});

test.each([openOperations[0]!, lookUps[0]!])('an endpoint of %j has two modes', (place) => {
	const { modes } = named(shownIn('node', placeOf(place)), 'endpoint');
	const typeOptions = { searchListMethod: 'searchEndpoints', searchable: true };
	const [list, path] = [
		{ name: 'list', type: 'list' },
		{ name: 'path', type: 'string' },
	];
	expect(modes).toMatchObject([{ ...list, typeOptions }, path]);
});

test('the node offers no other operations', () => {
	const resources = choicesOf(named(shownIn('node', {}), 'resource'));
	const places = resources.flatMap(([, resource]) =>
		choicesOf(named(shownIn('node', { resource }), 'operation')).map(([, operation]) => ({
			resource,
			operation,
		})),
	);
	expect(places).toHaveLength(offered.length);
	expect(places).toEqual(expect.arrayContaining(offered));
});

/** All descriptions and hints of a panel, those of choices and of what stands in collections, too. */
function textsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const { description, hint } = value as Partial<INodeProperties>;
	const own = [description, hint].filter((text) => typeof text === 'string');
	return [...own, ...Object.values(value).flatMap(textsIn)];
}

// The limit of n8n's own lint, which cannot check hints that are made from prices.
test('descriptions have at most 30 words, and hints at most 120 characters', () => {
	const panels = [typeOf('dataAccess').properties, new DataAccessApi().properties];
	const texts = [...new Set(textsIn(panels))];
	expect(texts.length).toBeGreaterThan(80);
	expect(texts.filter((text) => text.split(/\s+/).length > 30)).toEqual([]);
	const hints = typeOf('dataAccess').properties.flatMap(({ hint }) => hint ?? []);
	expect(hints).not.toEqual([]);
	expect(hints.filter((hint) => hint.length > 120)).toEqual([]);
});

test('the panel uses no word that readers stumble over', () => {
	const texts = textsIn([typeOf('dataAccess').properties, new DataAccessApi().properties]);
	const words = /\b(?:behind|by hand|for nothing|list price|news|brings|whoever|old)\b/i;
	expect(texts.filter((text) => words.test(text))).toEqual([]);
});

// n8n writes it into XML without escaping.
test('the text for a model that builds workflows names real parameters', () => {
	const { builderHint, properties } = PANELS.node();
	const { searchHint = '' } = builderHint!;
	expect(searchHint).toMatch(/^[^<>&]{100,400}$/);
	const named = [...searchHint.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
	expect(named).toEqual(expect.arrayContaining(['Max Cost (USD)', 'Include Input Fields']));
	const inCollections = properties.filter(({ type }) => type === 'collection');
	const entries = inCollections.flatMap(({ options }) => options as INodeProperties[]);
	const labels = [...properties, ...entries].map(({ displayName }) => displayName);
	expect(labels).toEqual(expect.arrayContaining(named));
});
