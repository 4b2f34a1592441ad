import { readdirSync } from 'node:fs';

import type { IDataObject, INodePropertyTypeOptions } from 'n8n-workflow';

import type { OperationName, SettingsChange } from '../../emulator/emulator.mts';
import type * as queriesModule from '../../nodes/DataAccess/operations/queries.ts';
import { built } from './built.mts';
import { load } from './native.mts';

/** A field of the panel: name, label, type and default are part of the contract with workflows. */
export type FieldRow = [
	...[name: string, label: string, type: string, fallback: unknown],
	more?: 'required' | INodePropertyTypeOptions,
];

/** How a list is served and requested in a test that reads it to its end. */
export interface ListRow {
	label: string;
	settings?: SettingsChange;
	parameters?: IDataObject;
	/** Number of calls; by default, as many as full pages take. */
	calls?: number;
}

type Choice = [label: string, value: string, integer?: number, sent?: number];

/** A parameter and its value, and the API's input and its value. */
export type SentRow = [parameter: string, given: unknown, field: string, sent: unknown];

export type RefusedRow = [parameter: string, values: unknown[], what: string];

export type NextRow = [payload: string, input: IDataObject, next: IDataObject | null];

/**
 * All that is expected of an operation, written by hand from docs/development/gateway.md: how a user sets it, what the
 * service receives, and how its answers are read. Each operation has a file in test/operations/, in a folder for its
 * resource. Tests for every operation read these files.
 */
export interface OperationFile {
	resource: string;
	operation: string;
	endpoint: string;
	/** The group that contains the fields in a grouped input (docs/development/gateway.md, Deployments). */
	group: 'queryParams' | 'body';
	/** US dollars per call (docs/development/gateway.md, Operations). */
	price: number;
	/** Seconds for a call. */
	timeout: { default: number; minimum: number };
	/** Records per page of the emulator if all parameters have their defaults. */
	pageSize: number;
	/** No flag marks the end of the list: it ends with a page without a new record (docs/development/gateway.md, Paging). */
	endsUnannounced?: boolean;
	required: string;
	/** Converts the name of a list to the value of that parameter, which is the emulator's key; unchanged by default. */
	listKey?(key: string): string;
	/** The input of the first page as sent, with all defaults. */
	input(key: string): IDataObject;
	/** The inputs that lead to the next page. */
	position: string[];
	/** The inputs that change the form of a list, but not which list it is. */
	viewInputs?: string[];
	idOf(record: any): string;

	panel: {
		title: [string, string];
		/** The action, with the price. */
		action: string;
		description: string;
		fields: FieldRow[];
		/** Label and value of each choice, the number that means the same, and what is sent for the value. */
		dropdowns?: Record<string, Choice[]>;
		/** The parameters that show Newer Than; undefined if the operation has no such field. */
		newerThan?: IDataObject;
		startPosition: FieldRow[];
	};

	/** The fields that a model fills in, in the tool of examples/mcp-server.json. */
	toolInputs: string[];

	/** Beyond what is tested of every field of its kind. */
	sent: SentRow[];
	/** Values that are refused, and the message for the first of them, beyond what every field of its kind refuses. */
	refused?: RefusedRow[];

	lists: ListRow[];

	/** Returns the payload of a last page with these records (docs/development/gateway.md, Paging). */
	payload(records: unknown[]): unknown;
	/** Payloads, and the number of records in each. */
	pages: Array<[label: string, payload: object, records: number]>;
	/** The flag that says whether there is more. If it is missing, the position decides. */
	flag?: {
		name: string;
		/** The flag says that the list has ended, instead of that there is more. */
		saysEnd?: boolean;
		payload(flag: object): object;
		next: IDataObject;
	};
	/** Payloads as JSON text, which keeps all digits; the input that they answer; and the inputs of the next page. */
	next: NextRow[];
	/** Payloads about which the user gets a notice. */
	notices?: Array<[payload: object, input: IDataObject, notice: string | undefined]>;
	/** Payloads without a record that do not say whether the list has ended, or how to get the next page. */
	missing?: Array<['the end' | 'the way', payload: object]>;
	/** A page that says that more follows, and where, but lacks its list. */
	withoutList: object;
	/** Payloads that cannot be read, and what is missing in them. */
	unreadable?: Array<[payload: object, missing: string]>;
	recordsPerCall: Array<[input: IDataObject, records: number | undefined]>;
	newestFirst: Array<[input: IDataObject, isNewestFirst: boolean]>;
	/** Records, and the time by which a list that is newest first is sorted, in seconds. */
	sortTimes?: Array<[record: IDataObject, seconds: number | undefined]>;

	/** Records, and their simplified fields. Omitted fields are null. */
	simplified: SimplifiedRow[];
}

export type SimplifiedRow = [
	label: string,
	record: IDataObject,
	gives: IDataObject,
	around?: Around,
];

/** The parameters of the run that requests a record, and what is beside the record on its page. */
interface Around {
	parameters?: IDataObject;
	beside?: IDataObject;
}

/** Returns the usual name of a parameter in the API. */
export const inputOf = (parameter: string) =>
	parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export interface OperationCase extends OperationFile {
	label: string;
	/** The service's name for it. */
	name: OperationName;
	listKey(key: string): string;
	/** Returns the parameters of a list, with defaults for all optional ones. */
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

/** Returns parameters for all posts of a list, two per page, with Output = Raw. */
export const allPosts = (list: string, more: object = {}): IDataObject => ({
	...getPosts.parameters(list),
	pageSize: 2,
	returnAll: true,
	output: 'raw',
	...more,
});

/** Returns input items that name lists of this size. */
export const itemsOf = (count: number, size: number) =>
	Array.from({ length: count }, (_, index) => ({ list: `list-${index}-size-${size}` }));

/** Returns the address of an article with the list of replies of this name. */
export const articleOf = getCommentReplies.listKey;

const inGateway = (operation: string) => ({ resource: 'gateway', operation });

/** The look-ups, by resource and operation. */
export const lookUps = ['inspect', 'getBalance', 'getRuns'].map(inGateway);

/** The operations that run any endpoint of the gateway, by resource and operation. */
export const openOperations = [inGateway('run')];

/** Returns parameters that run any endpoint, at a cent per call. */
export const runAny = (endpoint: string, more: object = {}): IDataObject => ({
	...{ ...inGateway('run'), endpoint, price: 0.01 },
	...more,
});

type Place = Pick<OperationFile, 'resource' | 'operation'>;
export const placeOf = ({ resource, operation }: Place) => ({ resource, operation });

/** Every operation of the node, by resource and operation. */
export const offered = [...operations, ...openOperations, ...lookUps].map(placeOf);

export const eachOperation = operations.map((each) => [each.label, each] as const);

/** The eleven fields of a simplified record, in order. */
export const SIMPLIFIED_FIELDS = [
	...['title', 'text', 'mediaUrl', 'url', 'authorName', 'createdAt', 'likeCount'],
	...['commentCount', 'id', 'authorId', 'parentId'],
];

/** An operation whose answers say where the list ends, and the one whose answers do not (docs/development/gateway.md, Paging). */
export const eachEnding = [getPosts, searchImages].map((each) => [each.label, each] as const);

/** Whether a list is newest first if all parameters have their defaults. */
export function isNewestFirst({ newestFirst, input }: OperationCase): boolean {
	const defaults = Object.entries(input(''));
	const isDefault = (given: IDataObject) =>
		defaults.every(([name, value]) => (given[name] ?? value) === value);
	return newestFirst.some(([given, isNewest]) => isNewest && isDefault(given));
}

/** Returns a value as an expression, which the editor does not check. */
export const expression = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

/** Returns the number of calls that a list of `size` records takes. */
export function callsForAll({ pageSize, endsUnannounced }: OperationCase, size: number): number {
	const pages = Math.ceil(size / pageSize);
	return endsUnannounced && size > 0 ? pages + 1 : Math.max(1, pages);
}
