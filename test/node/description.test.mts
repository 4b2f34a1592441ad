import { beforeAll, describe, expect, test } from '@jest/globals';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	eachOperation,
	lookUps,
	offered,
	openOperations,
	operations,
} from '../harness/operations.mts';
import type { FieldRow, OperationCase } from '../harness/operations.mts';
import { useEngine } from '../harness/useEngine.mts';

const engine = useEngine();
let properties: INodeProperties[];
beforeAll(() => {
	({ properties } = engine.nodeType('n8n-nodes-data-access.dataAccess').description);
});

const isFor = ({ resource, operation }: OperationCase) => ({
	show: { resource: [resource], operation: [operation] },
});

/** Whether a parameter is for what runs any operation alone. */
const isForAny = ({ displayOptions }: INodeProperties) =>
	displayOptions?.show?.operation?.includes(openOperations[0].operation);

/** Whether a parameter is for a tool alone. */
const isForTools = ({ displayOptions }: INodeProperties) =>
	displayOptions?.show?.['@tool'] !== undefined;

const named = (name: string, list: INodeProperties[] = properties) => {
	const found = list.filter(
		(property) => property.name === name && !isForAny(property) && !isForTools(property),
	);
	expect(found).toHaveLength(1);
	return found[0];
};

/** Whether a parameter is shown for an operation, all else at its default. */
const isShownFor = ({ resource, operation }: Place, { displayOptions }: INodeProperties) => {
	const { show = {}, hide = {} } = displayOptions ?? {};
	const holds = (values: unknown, value: string) => (values as string[]).includes(value);
	return (
		(!show.resource || holds(show.resource, resource)) &&
		(!show.operation || holds(show.operation, operation)) &&
		!(hide.operation && holds(hide.operation, operation))
	);
};

type Place = Pick<OperationCase, 'resource' | 'operation'>;

const maxCostFor = (place: Place) =>
	properties.filter(
		(property) =>
			property.name === 'maxCost' && !isForTools(property) && isShownFor(place, property),
	);

/** What stands in a table row of the contract. */
const rowOf = ({ name, type, default: fallback, required }: INodeProperties) =>
	[name, type, fallback, required === true] as const;

type Row = [name: string, type: string, fallback: unknown, required: boolean];

const COMMON: Row[] = [
	['returnAll', 'boolean', false, false],
	['limit', 'number', 50, false],
	['output', 'options', 'simplified', false],
	['fields', 'string', '', false],
	['onlyNew', 'boolean', false, false],
	['firstRun', 'options', 'emit', false],
	['memoryName', 'string', '', false],
];

const OPTIONS: Row[] = [
	['concurrency', 'number', 3, false],
	['dryRun', 'boolean', false, false],
	['report', 'boolean', false, false],
	['resumeFrom', 'string', '', false],
	['retryUncertain', 'boolean', false, false],
	['reusePages', 'number', 0, false],
];

const LOOK_UP_FIELDS: Row[] = [['endpoint', 'options', 'all', false]];

const RUN_FIELDS: Row[] = [
	['endpoint', 'string', '', true],
	['input', 'json', '{}', false],
	['provider', 'string', '', false],
	['price', 'number', 0, false],
	['recordsPath', 'string', '', false],
	['nextPage', 'fixedCollection', {}, false],
	['hasMorePath', 'string', '', false],
	['idPath', 'string', '', false],
];

const valuesOf = ({ options }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }) => value);

/** What the contract says of a field, in the order of a row. */
const shownOf = (property: INodeProperties) => {
	const { name, displayName, type, default: fallback, required, typeOptions } = property;
	return [name, displayName, type, fallback, required ? 'required' : typeOptions];
};

const expectedOf = (rows: FieldRow[]) =>
	rows.map(([name, label, type, fallback, more]) => [name, label, type, fallback, more]);

describe.each(eachOperation)('%s', (_label, operation) => {
	const { panel, resource } = operation;

	const mine = () =>
		properties.filter(
			({ name, displayOptions }) =>
				!['startPosition', 'maxCost'].includes(name) &&
				displayOptions?.show?.resource?.includes(resource) &&
				displayOptions.show.operation?.includes(operation.operation),
		);

	test('has the fields of the contract, for itself alone', () => {
		expect(mine().map(shownOf)).toEqual(expectedOf(panel.fields));
		for (const { displayOptions } of mine()) expect(displayOptions).toEqual(isFor(operation));
	});

	test('offers the documented choices', () => {
		const dropdowns = mine().filter(({ type }) => type === 'options');
		const shown = dropdowns.map(({ name, options }) => [
			name,
			(options as INodePropertyOptions[]).map((choice) => [choice.name, choice.value]),
		]);
		expect(Object.fromEntries(shown)).toEqual(panel.dropdowns ?? {});
	});

	test('has a Start Position of its own', () => {
		const [collection, ...others] = properties.filter(
			({ name, displayOptions }) =>
				name === 'startPosition' &&
				displayOptions?.show?.resource?.includes(resource) &&
				displayOptions.show.operation?.includes(operation.operation),
		);
		expect(others).toEqual([]);
		expect(collection).toMatchObject({ type: 'collection', default: {} });
		expect(collection.displayOptions).toEqual(isFor(operation));
		const entries = collection.options as INodeProperties[];
		expect(entries.map(shownOf)).toEqual(expectedOf(panel.startPosition));
	});

	test('is offered under its resource, with an action for agents', () => {
		const dropdown = properties.filter(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource),
		);
		expect(dropdown).toHaveLength(1);
		expect(dropdown[0]).toMatchObject({ type: 'options', noDataExpression: true });
		// The automatic description of the tool depends on exactly this condition.
		expect(dropdown[0].displayOptions).toEqual({ show: { resource: [resource] } });
		const choices = (dropdown[0].options as INodePropertyOptions[]).map(
			({ name, value, action, description }) => ({ name, value, action, description }),
		);
		const [resourceName, name] = panel.title;
		const { action, description } = panel;
		expect(choices).toContainEqual({ name, value: operation.operation, action, description });
		expect(choices).toHaveLength(operations.filter((each) => each.resource === resource).length);
		expect(valuesOf(dropdown[0])).toContain(dropdown[0].default);
		expect(named('resource').options).toContainEqual(
			expect.objectContaining({ name: resourceName, value: resource }),
		);
	});

	test('has its timeout', () => {
		const entries = named('options').options as INodeProperties[];
		const [timeout, ...others] = entries.filter(
			({ name, displayOptions }) =>
				name === 'timeout' &&
				displayOptions?.show?.['/resource']?.includes(resource) &&
				displayOptions.show['/operation']?.includes(operation.operation),
		);
		expect(others).toEqual([]);
		const { default: fallback, typeOptions, type } = timeout;
		expect(type).toBe('number');
		expect({ default: fallback, minimum: typeOptions?.minValue }).toEqual(operation.timeout);
	});
});

test('the resources are those of the operations', () => {
	const values = valuesOf(named('resource'));
	expect([...values].sort()).toEqual([...new Set(offered.map((each) => each.resource))].sort());
	expect(values).toContain(named('resource').default);
});

/** What has to do with calls and money is nothing for a look-up. */
const paidAlone = { operation: lookUps.map(({ operation }) => operation) };

test('the parameters that all paid operations share', () => {
	expect(COMMON.map(([name]) => rowOf(named(name)))).toEqual(COMMON);
	const notInTools = ['limit', 'returnAll', 'onlyNew', 'firstRun', 'memoryName'];
	for (const [name] of COMMON) {
		const { operation, resource } = named(name).displayOptions?.show ?? {};
		expect([operation, resource]).toEqual([undefined, undefined]);
		const others = name === 'output' ? openOperations.map(({ operation: own }) => own) : [];
		expect(named(name).displayOptions?.hide).toEqual({
			operation: [...paidAlone.operation, ...others],
			...(notInTools.includes(name) && { '@tool': [true] }),
		});
	}
	expect(named('limit').displayOptions?.show).toEqual({ returnAll: [false] });
	expect(named('fields').displayOptions?.show).toEqual({ output: ['selected'] });
	expect([...valuesOf(named('output'))].sort()).toEqual(['pages', 'raw', 'selected', 'simplified']);
	expect(named('limit').typeOptions?.minValue).toBe(1);
});

test('Max Cost is there once for each paid operation, and for no look-up', () => {
	for (const place of [...operations, ...openOperations]) {
		const [maxCost, ...others] = maxCostFor(place);
		expect(others).toEqual([]);
		expect(rowOf(maxCost)).toEqual(['maxCost', 'number', 1, false]);
		expect(maxCost.displayName).toBe('Max Cost (USD)');
	}
	for (const place of lookUps) expect(maxCostFor(place)).toEqual([]);
});

test('the report takes no expression, since the outputs depend on it', () => {
	const options = named('options').options as INodeProperties[];
	expect(options.find(({ name }) => name === 'report')).toMatchObject({ noDataExpression: true });
});

test('the parameters that are different in a tool', () => {
	const [ofNode, ofTool, ...others] = properties.filter(({ name }) => name === 'limit');
	expect(others).toEqual([]);
	expect(ofTool).toMatchObject({ default: 10, hint: expect.stringContaining('agent') });
	expect(ofTool.description).toBe(ofNode.description);
	expect(ofTool.displayOptions).toEqual({
		show: { returnAll: [false], '@tool': [true] },
		hide: paidAlone,
	});
	const options = named('options').options as INodeProperties[];
	expect(options.filter(isForTools)).toEqual([]);
	const notThere = options.filter(({ displayOptions }) => displayOptions?.hide?.['@tool']);
	expect(notThere.map(({ name }) => name)).toEqual(['report']);
});

test('Only New Records stands below Output, with its fields under it, and not in tools', () => {
	const names = properties.map(({ name }) => name);
	const at = names.indexOf('onlyNew');
	expect(names.slice(at, at + 3)).toEqual(['onlyNew', 'firstRun', 'memoryName']);
	expect(at).toBeGreaterThan(names.lastIndexOf('output'));
	const hide = { ...paidAlone, '@tool': [true] };
	expect(named('onlyNew')).toMatchObject({ noDataExpression: true, displayOptions: { hide } });
	for (const name of ['firstRun', 'memoryName']) {
		expect(named(name).displayOptions).toEqual({ show: { onlyNew: [true] }, hide });
	}
});

test('Source, which few users need, stands below what all operations have', () => {
	for (const node of ['dataAccess', 'dataAccessTrigger']) {
		const { description } = engine.nodeType(`n8n-nodes-data-access.${node}`);
		const names = description.properties.map(({ name }) => name);
		expect(names.indexOf('source')).toBeGreaterThan(names.indexOf('memoryName'));
	}
});

test.each(['returnAll', 'maxCost'])('%s cannot be handed over to a model', (name) => {
	const all = properties.filter((property) => property.name === name);
	const inTools = all.filter(isForTools);
	expect(all).toHaveLength(2 * inTools.length);
	for (const ofTool of inTools) {
		expect(ofTool.noDataExpression).toBe(true);
		const { show, hide } = ofTool.displayOptions ?? {};
		const { '@tool': _, ...others } = show ?? {};
		const ofNode = all.filter(
			({ noDataExpression, displayOptions }) =>
				!noDataExpression &&
				JSON.stringify(displayOptions?.show ?? {}) === JSON.stringify(others) &&
				JSON.stringify(displayOptions?.hide) === JSON.stringify({ ...hide, '@tool': [true] }),
		);
		expect(ofNode).toHaveLength(1);
	}
});

test('Limit says that it is per input item', () => {
	expect(named('limit').hint).toBe('Per input item');
});

test('the options', () => {
	const options = named('options');
	expect(options).toMatchObject({ type: 'collection', default: {} });
	expect(options.displayOptions).toEqual({ hide: paidAlone });
	const entries = options.options as INodeProperties[];
	const others = entries.filter(({ name }) => name !== 'timeout');
	expect(others.map(rowOf)).toEqual(OPTIONS);
});

test('Gateway > Run has fields of its own, and Output is Raw by default', () => {
	const [run] = openOperations;
	const mine = properties.filter((property) => isForAny(property) && property.name !== 'maxCost');
	expect(mine.map(rowOf)).toEqual([...RUN_FIELDS, ['output', 'options', 'raw', false]]);
	for (const { displayOptions } of mine) {
		expect(displayOptions).toEqual({
			show: { resource: [run.resource], operation: [run.operation] },
		});
	}
	const [nextPage] = mine.filter(({ name }) => name === 'nextPage');
	expect(nextPage.typeOptions).toEqual({ multipleValues: true });
	expect(nextPage.options).toMatchObject([
		{ name: 'pairs', values: [{ name: 'name' }, { name: 'path' }] },
	]);
});

test('a look-up has its endpoints, and no credential', () => {
	const [inspect] = lookUps;
	const mine = properties.filter(({ displayOptions }) =>
		displayOptions?.show?.operation?.includes(inspect.operation),
	);
	expect(mine.map(rowOf)).toEqual(LOOK_UP_FIELDS);
	expect(mine[0].displayOptions).toEqual({
		show: { resource: [inspect.resource], operation: [inspect.operation] },
	});
	const endpoints = operations.map(({ endpoint }) => endpoint);
	expect([...valuesOf(mine[0])].sort()).toEqual(['all', ...endpoints].sort());
	const [credential] =
		engine.nodeType('n8n-nodes-data-access.dataAccess').description.credentials ?? [];
	expect(credential?.displayOptions).toEqual({ hide: paidAlone });
	// The credential and what is about money are hidden by this name alone.
	const names = operations.map(({ operation }) => operation);
	expect(names).not.toContain(inspect.operation);
});

test('there are no other parameters', () => {
	const known = [
		...['resource', 'operation', 'startPosition', 'maxCost', 'options'],
		...COMMON.map(([name]) => name),
		...operations.flatMap(({ panel }) => panel.fields.map(([name]) => name)),
		...[...LOOK_UP_FIELDS, ...RUN_FIELDS].map(([name]) => name),
	];
	const names = properties.map(({ name }) => name);
	expect([...new Set(names)].sort()).toEqual([...new Set(known)].sort());
});

const isGateway = (option: object) => 'value' in option && option.value === 'gateway';

test('the trigger has the fields of the node, and bounds of its own', () => {
	const { description } = engine.nodeType('n8n-nodes-data-access.dataAccessTrigger');
	expect(description).toMatchObject({
		name: 'dataAccessTrigger',
		displayName: 'Data Access Trigger',
		group: ['trigger'],
		polling: true,
		inputs: [],
		credentials: [{ name: 'dataAccessApi', required: true }],
	});
	const own = operations.flatMap(({ panel }) => panel.fields.map(([name]) => name));
	const isShared = ({ name }: INodeProperties) => ['resource', 'operation', ...own].includes(name);
	// It offers the queries, and not what the gateway has besides them.
	const ofTheQueries = properties
		.filter(({ displayOptions }) => !displayOptions?.show?.resource?.includes('gateway'))
		.map((property) =>
			property.name === 'resource'
				? { ...property, options: property.options?.filter((o) => !isGateway(o)) }
				: property,
		);
	// The entries in the node creator are in other words.
	const withoutActions = (property: INodeProperties) => ({
		...property,
		options: (property.options as INodePropertyOptions[] | undefined)?.map(
			({ action, ...option }) => option,
		),
	});
	expect(description.properties.filter(isShared).map(withoutActions)).toEqual(
		ofTheQueries.filter(isShared).map(withoutActions),
	);
	// Of those that each operation has for itself, one is shown.
	const bounds = description.properties.filter(
		(property, index, all) =>
			!isShared(property) && all.findIndex(({ name }) => name === property.name) === index,
	);
	// The first is n8n's own, and begins with every minute.
	expect(bounds.map(({ name }) => name).slice(0, 2)).toEqual(['pollTimes', 'pollNotice']);
	expect(bounds.slice(2).map(rowOf)).toEqual([
		['firstPoll', 'options', 'baseline', false],
		['maxPages', 'number', 5, false],
		['maxCost', 'number', 0.1, false],
		['output', 'options', 'simplified', false],
		['fields', 'string', '', false],
		['memoryName', 'string', '', false],
	]);
	expect(valuesOf(named('firstPoll', bounds))).toEqual(['baseline', 'emit']);
	expect(valuesOf(named('output', bounds))).toEqual(['raw', 'selected', 'simplified']);
});

test('the node itself', () => {
	const { description } = engine.nodeType('n8n-nodes-data-access.dataAccess');
	expect(description).toMatchObject({
		name: 'dataAccess',
		displayName: 'Data Access',
		usableAsTool: true,
		inputs: ['main'],
		credentials: [{ name: 'dataAccessApi', required: true }],
	});
});
