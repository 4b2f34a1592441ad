/**
 * Generates what documents, examples and Schema Previews say about the operations. All of it comes from the built
 * operations, so that nothing is written twice.
 */
import { createRequire } from 'node:module';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type * as newestFirstModule from '../nodes/DataAccess/description/newestFirst.ts';
import type * as priceModule from '../nodes/DataAccess/description/price.ts';
import type * as resourcesModule from '../nodes/DataAccess/description/operationProperties.ts';
import type * as inputSchemaModule from '../nodes/DataAccess/operations/gateway/inputSchema.ts';
import type * as operationsModule from '../nodes/DataAccess/operations/index.ts';
import type { Operation } from '../nodes/DataAccess/operations/index.ts';
import type * as operationModule from '../nodes/DataAccess/operations/operation.ts';
import type { BuiltInQuery } from '../nodes/DataAccess/operations/operation.ts';
import type { Source } from '../nodes/DataAccess/operations/parts/simplified.ts';
import type * as queriesModule from '../nodes/DataAccess/operations/queries.ts';
import type * as dollarsModule from '../nodes/DataAccess/shared/dollars.ts';

const require = createRequire(import.meta.url);
const built = <Module,>(name: string) => require(`../dist/nodes/DataAccess/${name}.js`) as Module;

const { operations } = built<typeof operationsModule>('operations/index');
const { queries } = built<typeof queriesModule>('operations/queries');
const { apiNameOf } = built<typeof operationModule>('operations/operation');
const { textForModel } = built<typeof inputSchemaModule>('operations/gateway/inputSchema');
const { pricedAction } = built<typeof priceModule>('description/price');
const { dollars } = built<typeof dollarsModule>('shared/dollars');
const { newerThanFields, newestFirstWords, ordersOf } =
	built<typeof newestFirstModule>('description/newestFirst');
const { RESOURCES } = built<typeof resourcesModule>('description/operationProperties');

const isBuiltIn = (operation: Operation): operation is BuiltInQuery => 'noun' in operation;

const resourceOf = ({ resource }: Operation) =>
	RESOURCES.find(({ value }) => value === resource)!.name;

/** Returns the name of an operation in the panel: "Note > Search Images". */
const titleOf = (operation: Operation) => `${resourceOf(operation)} > ${operation.label}`;

function table(columns: string[], rows: string[][]): string {
	const lines = [columns, columns.map(() => '---'), ...rows];
	// An unescaped bar would end the cell.
	return lines
		.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
		.join('\n');
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const withoutPeriod = (text: string) => text.replace(/\.$/, '');

/** Returns what a call costs and how many records it returns. */
function termsOf({ call, defaults, fields, recordsPerCall }: BuiltInQuery): [string, string] {
	const size = recordsPerCall(defaults);
	const isChosen = fields.some(({ name }) => name === 'pageSize');
	const page = size === undefined ? 'unspecified' : String(size);
	return [dollars(call.price), isChosen ? `Page Size (${page})` : page];
}

/** Returns the order of a list, or the orders that a user can choose. */
function orderOf(query: BuiltInQuery): string {
	const orders = ordersOf(query).map(([name, newest]) => {
		const { options } = query.fields.find((field) => field.name === name)!;
		const choices = (options as INodePropertyOptions[]).map((choice) => choice.name);
		const newestNames = newest.map((choice) => choice.name);
		const words = choices.map((choice) =>
			newestNames.includes(choice) ? `${choice} (newest first)` : choice,
		);
		return words.join(', ');
	});
	if (orders.length > 0) return orders.join('; ');
	if (query.newestFirst(query.defaults)) return 'newest first';
	const isSearch = query.fields.some(({ name }) => name === 'keyword');
	return isSearch ? 'by relevance' : 'unspecified';
}

/** Returns the required fields of an operation. */
const neededBy = ({ fields }: BuiltInQuery) =>
	fields.flatMap(({ displayName, required }) => (required ? [displayName] : [])).join(', ');

function operationsTable(): string {
	const columns = ['Operation', 'Returns', 'Needs', 'Price per call', 'Records per call', 'Order'];
	const rows = queries.map((query) => [
		`**${titleOf(query)}**`,
		withoutPeriod(query.description).replace(/^(?:List|Search for) (?:the )?/, ''),
		neededBy(query),
		...termsOf(query),
		orderOf(query),
	]);
	return table(columns, rows);
}

/** Returns the default of a field as the panel shows it. */
function defaultOf({ type, default: fallback, options }: INodeProperties): string {
	if (type === 'boolean') return fallback === true ? 'on' : 'off';
	const choice = (options as INodePropertyOptions[] | undefined)?.find(
		({ value }) => value === fallback,
	);
	if (choice) return choice.name;
	return typeof fallback === 'string' && fallback !== '' ? `\`${fallback}\`` : String(fallback);
}

/** Returns the choices of a dropdown, with the values that an expression may return for them. */
function choicesOf(query: BuiltInQuery, field: INodeProperties): string {
	if (field.type !== 'options') return '';
	const takes = query.input.shape[apiNameOf(query, field.name)]!;
	const options = field.options as INodePropertyOptions[];
	const choices = options.map(({ name, value, description }, index) => {
		const number = takes.safeParse(index).success ? ` or ${index}` : '';
		const label = description ? `${name} (${lowerFirst(description)})` : name;
		return `${label}: \`${value}\`${number}`;
	});
	return `. ${choices.join('; ')}`;
}

function fieldsTable(): string {
	const rows = queries.flatMap((query) =>
		[...query.fields, ...newerThanFields(query)].map((field, index) => [
			index === 0 ? titleOf(query) : '',
			field.required ? `**${field.displayName}**` : field.displayName,
			defaultOf(field),
			withoutPeriod(field.description ?? '') + choicesOf(query, field),
		]),
	);
	return table(['Operation', 'Field', 'Default', 'Meaning'], rows);
}

function positionsTable(): string {
	const rows = queries.map((query) => [
		titleOf(query),
		query.startPosition.map(({ displayName }) => displayName).join(', '),
	]);
	return table(['Operation', 'Fields'], rows);
}

function simplifiedTable(): string {
	const cellOf = (source: Source | null) => {
		if (!source) return '`null`';
		const paths = source.paths.map((path) => `\`${path}\``);
		return [...paths, ...(source.isElseOfPage ? ['the input'] : [])].join(', ');
	};
	const sourcesOf = ({ simplify }: BuiltInQuery) =>
		simplify.sources as Record<string, Source | null>;
	const rows = Object.keys(sourcesOf(queries[0]!)).map((field) => [
		`\`${field}\``,
		...queries.map((query) => cellOf(sourcesOf(query)[field]!)),
	]);
	return table(['Field', ...queries.map(titleOf)], rows);
}

/** In how many captured records a column was empty, for columns that were empty in some. */
const EMPTY: Record<string, Record<string, string>> = {
	getCommentReplies: { mediaUrl: 'untested', authorId: 'untested' },
	getAnswers: { mediaUrl: '3 of 20' },
	getPosts: { url: '69 of 69' },
	search: { url: '2 of 2', authorId: '2 of 2' },
};

/** Returns the columns that each operation never fills, or not always. */
function columnsTable(): string {
	const rows = queries.map((query) => {
		const sources = Object.entries(query.simplify.sources as Record<string, Source | null>);
		const never = sources.filter(([, source]) => !source).map(([field]) => `\`${field}\``);
		const counted = Object.entries(EMPTY[query.name] ?? {});
		const sometimes = counted.map(([field, share]) => `\`${field}\` (${share})`);
		return [titleOf(query), never.join(', '), sometimes.join(', ')];
	});
	return table(['Operation', 'Always empty', 'May be empty (in our samples)'], rows);
}

/** Returns the fields that most people add to the eleven columns. */
function worthAddingTable(): string {
	const rows = queries.map((query) => [titleOf(query), `\`${query.fieldsExample}\``]);
	return table(['Operation', 'In Add Fields or Fields'], rows);
}

function timeouts(): string {
	const usual = Math.min(
		...operations.map((each) => ('timeout' in each ? each.timeout.default : Infinity)),
	);
	const slow = queries.filter(({ timeout }) => timeout.default > usual);
	const longer = [...new Set(slow.map(({ timeout }) => timeout.default))].map((seconds) => {
		const names = slow.filter(({ timeout }) => timeout.default === seconds).map(titleOf);
		return `${seconds} for ${names.join(' and ')}`;
	});
	return [usual, ...longer].join('; ');
}

/** Quotes a text for an expression. */
const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;

const fromAi = (name: string, text: string, type: string, fallback?: string) =>
	`{{ $fromAI(${[quoted(name), quoted(text), quoted(type), ...(fallback === undefined ? [] : [fallback])].join(', ')}) }}`;

/** A field that a model fills in, with its expression. */
interface Filled {
	name: string;
	expression: string;
	/** The field is a resource locator, which has modes. */
	isLocator?: boolean;
}

/** Returns what a model needs to know about Newer Than. */
function newerThanFor(query: BuiltInQuery): string {
	const orders = ordersOf(query).map(([field, [first]]) => ` with ${field} ${first?.value}`);
	return `Only ${query.noun} from this time on, as ISO 8601${orders.join('')}; empty = all`;
}

/** Returns the fields that the model fills in. */
function filledOf(operation: Operation): Filled[] {
	const dates = isBuiltIn(operation) ? newerThanFields(operation) : [];
	const filled = [...operation.fields, ...dates].flatMap((field) => {
		const text =
			field.name === 'newerThan' && isBuiltIn(operation)
				? newerThanFor(operation)
				: textForModel(operation, field);
		if (text === undefined) return [];
		const { name, required, type, default: fallback } = field;
		// Input has no default: a model that omits it has forgotten it.
		const isOptional = !required && type !== 'json';
		const isLocator = type === 'resourceLocator';
		const usual = isLocator ? (fallback as { value: string }).value : fallback;
		const words = isOptional ? quoted(String(usual)) : undefined;
		return { name, isLocator, expression: fromAi(name, text, 'string', words) };
	});
	if (operation.kind === 'lookUp') return filled;
	const noun = isBuiltIn(operation) ? operation.noun : 'records';
	const text = `How many ${noun} to return, 1 or more. 10 unless more are needed`;
	const limit = { name: 'limit', expression: fromAi('limit', text, 'number', '10') };
	return [...filled, limit];
}

function toolsTable(): string {
	const rows = operations.map((operation) => [
		titleOf(operation),
		`${pricedAction(operation)} in Data Access`,
	]);
	return table(['Operation', 'What the model reads'], rows);
}

/** Returns the cap for one use of a tool: the price of two calls. */
function capOf(operation: Operation): number {
	const paid = isBuiltIn(operation) ? [operation] : queries;
	return 2 * Math.max(...paid.map((query) => query.call.price));
}

const SERVER = 'MCP Server Trigger';

/** Tools per row: with more, n8n shows the notes too small to read. */
const PER_ROW = 5;

/** Returns the tool for an operation in the example of an MCP server. */
function toolOf(operation: Operation, index: number) {
	const isFree = operation.kind === 'lookUp';
	const hasSize = operation.fields.some(({ name }) => name === 'pageSize');
	const filled = filledOf(operation).map(({ name, expression, isLocator }) => {
		const value = `=${expression}`;
		return [name, isLocator ? { __rl: true, mode: 'path', value } : value];
	});
	return {
		parameters: {
			resource: operation.resource,
			operation: operation.name,
			...Object.fromEntries(filled),
			...(hasSize && { pageSize: 10 }),
			...(!isFree && { maxCost: capOf(operation), options: {} }),
		},
		id: `c1e5a7d0-2b6f-4d39-8a51-7f0c4e9b${String(index + 4).padStart(4, '0')}`,
		name: operation.action,
		type: 'n8n-nodes-data-access.dataAccessTool',
		typeVersion: 1,
		position: [(index % PER_ROW) * 192, 256 + Math.floor(index / PER_ROW) * 192],
	};
}

/** Returns the caps of the tools in words: "$0.03, or $0.003 for answers and posts". */
function capWords(): string {
	const [usual, ...lower] = [...new Set(queries.map(capOf))].toSorted((a, b) => b - a);
	const words = lower.map((cap) => {
		const nouns = queries.filter((query) => capOf(query) === cap).map(({ noun }) => noun);
		return `${dollars(cap)} for ${new Intl.ListFormat('en').format(nouns)}`;
	});
	return [dollars(usual!), ...words].join(', or ');
}

/** The part of a note that lists the caps. */
const CAPS = /(?<=\*\*Max Cost\*\* is per use: ).*(?=, whatever limit)/;

interface WorkflowNode {
	name: string;
	type: string;
	parameters: { content?: string; maxCost?: number };
}

const isTool = ({ type }: WorkflowNode) => type.endsWith('.dataAccessTool');

/** Updates the example of an MCP server: its tools are all operations, and its note has their caps. */
function serverWithTools(text: string): string {
	const workflow = JSON.parse(text) as { nodes: WorkflowNode[] };
	const others = workflow.nodes.filter((node) => !isTool(node));
	const note = others.find(({ parameters }) => CAPS.test(parameters.content ?? ''));
	if (!note) throw new Error('No note has a place for the caps');
	note.parameters.content = note.parameters.content!.replace(CAPS, capWords);
	const toServer = { ai_tool: [[{ node: SERVER, type: 'ai_tool', index: 0 }]] };
	const connections = Object.fromEntries(operations.map(({ action }) => [action, toServer]));
	const made = { ...workflow, nodes: [...others, ...operations.map(toolOf)], connections };
	return JSON.stringify(made, null, '\t');
}

/** Updates the example of an agent with one cap: its tools are those of the MCP server, with caps of their own. */
function agentWithTools(text: string): string {
	const workflow = JSON.parse(text) as { nodes: WorkflowNode[] };
	for (const node of workflow.nodes.filter(isTool)) {
		const { maxCost } = node.parameters;
		const operation = operations.find(({ action }) => action === node.name)!;
		node.parameters = { ...toolOf(operation, 0).parameters, ...(maxCost && { maxCost }) };
	}
	return JSON.stringify(workflow, null, '\t');
}

function schemaOf({ simplify }: BuiltInQuery): string {
	const typeOf = (field: string, source: Source | null) => {
		if (!source) return 'null';
		return field === 'id' ? source.type : [source.type, 'null'];
	};
	const properties = Object.entries(simplify.sources).map(([field, source]) => [
		field,
		{ type: typeOf(field, source) },
	]);
	const schema = { type: 'object', properties: Object.fromEntries(properties), version: 1 };
	return JSON.stringify(schema, null, '\t');
}

/** Returns a step that replaces the text between the markers of this name. */
const between = (name: string, make: () => string, space: string) => (text: string) => {
	const [begin, end] = [`<!-- made: ${name} -->`, '<!-- end -->'];
	const start = text.indexOf(begin);
	const stop = text.indexOf(end, start);
	if (start === -1 || stop === -1) throw new Error(`There are no markers for: ${name}`);
	return text.slice(0, start) + begin + space + make() + space + text.slice(stop);
};

const block = (name: string, make: () => string) => between(name, make, '\n\n');
const phrase = (name: string, make: () => string) => between(name, make, '');

const SCHEMAS = 'nodes/DataAccess/__schema__/v1.0.0';

/** Each generated file, and the steps that turn its present text into its new one. */
export const documents: ReadonlyArray<[file: string, ...steps: Array<(text: string) => string>]> = [
	['README.md', block('operations', operationsTable)],
	[
		'docs/development/fields.md',
		block('fields', fieldsTable),
		block('positions', positionsTable),
		block('simplified records', simplifiedTable),
		block('worth adding', worthAddingTable),
	],
	['docs/fields-and-output.md', block('columns', columnsTable), phrase('timeouts', timeouts)],
	['docs/development/tools.md', block('tools', toolsTable)],
	['docs/recurring.md', phrase('newest first', newestFirstWords)],
	['examples/mcp-server.json', serverWithTools],
	['examples/agent-with-one-cap.json', agentWithTools],
	...queries.map((query): [string, () => string] => [
		`${SCHEMAS}/${query.resource}/${query.name}.json`,
		() => schemaOf(query),
	]),
];
