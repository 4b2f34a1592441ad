import { readdirSync } from 'node:fs';

import type { IDataObject, INodePropertyTypeOptions } from 'n8n-workflow';

import type { OperationName, SettingsChange } from '../../emulator/emulator.mts';
import type * as queriesModule from '../../nodes/DataAccess/operations/queries.ts';
import { built } from './built.mts';
import { load } from './native.mts';

/** A field of the panel, and what stands in a row of the contract: name, label, type, default. */
export type FieldRow = [
	...[name: string, label: string, type: string, fallback: unknown],
	more?: 'required' | INodePropertyTypeOptions,
];

/** How a list is served and asked for, to be read to its end. */
export interface ListRow {
	label: string;
	settings?: SettingsChange;
	parameters?: IDataObject;
	/** Calls that it takes; those for full pages unless named. */
	calls?: number;
}

type Choice = [label: string, value: string, integer?: number, sent?: number];

/** A parameter, what it is given, the input that it becomes, and what is sent. */
export type SentRow = [parameter: string, given: unknown, field: string, sent: unknown];

/**
 * All that is expected of an operation, written by hand from docs/development/gateway.md: how a
 * user sets it, how the service gets it, and how its answers are read. Each has a file in
 * test/operations/, in a folder for its resource. All tests that are for every operation find it
 * there.
 */
export interface OperationFile {
	resource: string;
	operation: string;
	endpoint: string;
	/** Where a grouped input holds the fields (docs/development/gateway.md, Deployments). */
	group: 'queryParams' | 'body';
	/** US dollars per call (docs/development/gateway.md, Operations). */
	price: number;
	/** Seconds for a call. */
	timeout: { default: number; minimum: number };
	/** Records on a page of the emulator while the node's parameters are at their defaults. */
	pageSize: number;
	/** No flag tells the end of the list: it takes a page without a new record (docs/development/gateway.md, Paging). */
	endsUnannounced?: boolean;
	required: string;
	/** What that parameter, and the emulator, call a list of this name; its name unless named. */
	listKey?(key: string): string;
	/** The input of its first page as sent, everything at its default. */
	input(key: string): IDataObject;
	/** The inputs that lead to a next page. */
	position: string[];
	/** The inputs that change how a list is sent, not which list it is. */
	viewInputs?: string[];
	idOf(record: any): string;

	panel: {
		title: [string, string];
		/** With its price. */
		action: string;
		description: string;
		fields: FieldRow[];
		/** Label and value of each choice, the number that is as good, and what is sent for the value. */
		dropdowns?: Record<string, Choice[]>;
		/** What shows Newer Than; undefined where the operation has none. */
		newerThan?: IDataObject;
		startPosition: FieldRow[];
	};

	/** What a model fills in of its tool in examples/mcp-server.json. */
	toolInputs: string[];

	sent: SentRow[];
	sentPositions: SentRow[];
	/** Values that are refused, what is said of the first of them, and the input where its name is no likely one. */
	refused: Array<[parameter: string, values: unknown[], what: string, field?: string]>;
	refusedPositions?: OperationFile['refused'];

	lists: ListRow[];

	/** The payload of a page that says that it is the last, with these records (docs/development/gateway.md, Paging). */
	payload(records: unknown[]): unknown;
	/** Payloads, and how many records each holds. */
	pages: Array<[label: string, payload: object, records: number]>;
	/** The flag that says whether there is more; missing, the position beside it decides. */
	flag?: {
		name: string;
		/** It says that the list ends, instead of that there is more. */
		saysEnd?: boolean;
		payload(flag: object): object;
		next: IDataObject;
	};
	/** Payloads as JSON, which keeps digits, the input that they answer, and what leads to the next page. */
	next: Array<[payload: string, input: IDataObject, next: IDataObject | null]>;
	/** Payloads of which the user is told something else. */
	notices?: Array<[payload: object, input: IDataObject, notice: string | undefined]>;
	/** Payloads without a record that do not say whether the list ends, or how it goes on. */
	missing?: Array<['the end' | 'the way', payload: object]>;
	/** Payloads that are none, and what was looked for. */
	unreadable?: Array<[payload: object, missing: string]>;
	recordsPerCall: Array<[input: IDataObject, records: number | undefined]>;
	newestFirst: Array<[input: IDataObject, isNewestFirst: boolean]>;
	/** Records, and by what they are sorted where the list is newest first: seconds. */
	sortTimes?: Array<[record: IDataObject, seconds: number | undefined]>;

	/** Records, and what they give; the fields that are not named are null. */
	simplified: SimplifiedRow[];
}

export type SimplifiedRow = [
	label: string,
	record: IDataObject,
	gives: IDataObject,
	around?: Around,
];

/** The parameters of the run that asks for a record, and what is beside it on its page. */
interface Around {
	parameters?: IDataObject;
	beside?: IDataObject;
}

/** The input that a parameter most likely becomes. */
export const inputOf = (parameter: string) =>
	parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export interface OperationCase extends OperationFile {
	label: string;
	/** Its name at the service. */
	name: OperationName;
	listKey(key: string): string;
	/** The parameters of a list, those that it does not need at their defaults. */
	parameters(key: string): IDataObject;
	/** Its tool in examples/mcp-server.json. */
	tool: { name: string; inputs: string[] };
}

const FOLDER = 'test/operations';

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
	(path) => path.endsWith('.mts') && !path.endsWith('.test.mts'),
);

const { queries } = built<typeof queriesModule>('operations/queries');

const orderOf = ({ resource, operation }: OperationFile) =>
	queries.findIndex((query) => query.resource === resource && query.name === operation);

function caseOf(file: OperationFile): OperationCase {
	const { resource, operation, endpoint, required, listKey = (key) => key } = file;
	const parameters = (key: string) => ({ resource, operation, [required]: listKey(key) });
	const name = endpoint.split('/').at(-1) as OperationName;
	const toolName = file.panel.action.replace(/ \(.*/, '').replaceAll(' ', '_');
	const tool = { name: toolName, inputs: file.toolInputs };
	return { ...file, label: `${resource}: ${operation}`, name, listKey, parameters, tool };
}

/** Every operation that has a file in test/operations/, in the order of the node's dropdowns. */
export const operations: readonly OperationCase[] = files
	.map((path) => load(`./${FOLDER}/${path}`) as { operationCase: OperationFile })
	.map(({ operationCase }) => caseOf(operationCase))
	.sort((a, b) => orderOf(a) - orderOf(b));

const at = (label: string) => operations.find((operation) => operation.label === label)!;

export const searchImages = at('note: searchImages');
export const getSubComments = at('note: getSubComments');
export const getAnswers = at('question: getAnswers');
export const searchVideos = at('video: search');
export const getCommentReplies = at('article: getCommentReplies');
export const getPosts = at('user: getPosts');

/** Parameters for all posts of a list, two a page, as the platform sent them. */
export const allPosts = (list: string, more: object = {}): IDataObject => ({
	...getPosts.parameters(list),
	pageSize: 2,
	returnAll: true,
	output: 'raw',
	...more,
});

/** The address of an article that holds the list of replies of this name. */
export const articleOf = getCommentReplies.listKey;

const inGateway = (operation: string) => ({ resource: 'gateway', operation });

/** What costs nothing, by its place in the panel. */
export const lookUps = ['inspect', 'getBalance', 'getRuns'].map(inGateway);

/** What runs any operation of the gateway, by its place in the panel. */
export const openOperations = [inGateway('run')];

/** Parameters that run any endpoint, of which a call costs a cent. */
export const runAny = (endpoint: string, more: object = {}): IDataObject => ({
	...{ ...inGateway('run'), endpoint, price: 0.01 },
	...more,
});

type Place = Pick<OperationFile, 'resource' | 'operation'>;
export const placeOf = ({ resource, operation }: Place) => ({ resource, operation });

/** Every operation that the node offers, by its place in the panel. */
export const offered = [...operations, ...openOperations, ...lookUps].map(placeOf);

export const eachOperation = operations.map((each) => [each.label, each] as const);

/** The eleven fields of a simplified record, in their order. */
export const SIMPLIFIED_FIELDS = [
	...['title', 'text', 'mediaUrl', 'url', 'authorName', 'createdAt', 'likeCount'],
	...['commentCount', 'id', 'authorId', 'parentId'],
];

/** One whose answers say where the list ends, and the one whose do not (docs/development/gateway.md, Paging). */
export const eachEnding = [getPosts, searchImages].map((each) => [each.label, each] as const);

/** Whether its list begins with the newest record while all else is at its default. */
export function isNewestFirst({ newestFirst, input }: OperationCase): boolean {
	const defaults = Object.entries(input(''));
	const isDefault = (given: IDataObject) =>
		defaults.every(([name, value]) => (given[name] ?? value) === value);
	return newestFirst.some(([given, isNewest]) => isNewest && isDefault(given));
}

/** A value as an expression, so that it reaches the node past the editor's checks. */
export const expression = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

/** Calls that it takes to read a whole list of so many records. */
export function callsForAll({ pageSize, endsUnannounced }: OperationCase, size: number): number {
	const pages = Math.ceil(size / pageSize);
	return endsUnannounced && size > 0 ? pages + 1 : Math.max(1, pages);
}
