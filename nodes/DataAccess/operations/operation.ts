import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { AnyZodObject, ZodRawShape } from 'zod/v3';

import type { RequestedPath } from './parts/path';
import type { Simplify, SimplifiedRecord, Surroundings } from './parts/simplified';
import type { Platform } from './platforms';

/** The input of a call, by API names. */
export type ApiInput = IDataObject;

/** The inputs that select a page, by API name or dot path. */
export type PageInputs = IDataObject;

export interface ReadPage {
	/** As the platform sent them. */
	records: IDataObject[];
	/** The inputs that select the next page; null if the list has ended. */
	nextInputs: PageInputs | null;
	/** The ID of what the records belong to, if the page or its input has it. */
	parentId?: string;
	/** The service counts or announces more records than it sends. */
	claimsMore?: true;
	/** Something the user should know about this page, in one sentence. */
	notice?: string;
	/** The same, but reported only if this is the first page of its list. */
	firstNotice?: string;
	/** No page follows, but the service did not say that the list ends here. */
	mayHaveMore?: true;
	/** Why the list ends here nevertheless, in one sentence. */
	endNotice?: string;
}

/** The operation that a call requests, in the terms of docs/development/gateway.md. */
export interface PaidCall {
	/** The data provider; if omitted, the credential's. */
	provider?: string;
	endpoint: string;
	/** US dollars per call. If the service states two prices, the higher one. undefined while unknown. */
	price?: number;
	/** The user named no price, so the node asks the gateway, whose price then applies. */
	asksPrice?: boolean;
	/** The platform, whose name in the path a deployment may replace. */
	platform?: Platform;
	/** The group into which some deployments want the input wrapped. If omitted, the input is never wrapped. */
	group?: 'queryParams' | 'body';
}

/** The panel's first dropdown. */
export type Resource = 'article' | 'gateway' | 'note' | 'question' | 'user' | 'video';

/** What the panel shows of an operation. */
export interface PanelEntry {
	resource: Resource;
	/** The value of the `operation` parameter. */
	name: string;
	label: string;
	/** A whole phrase, for the node panel and for AI agents. */
	action: string;
	description: string;
	fields: INodeProperties[];
	/** Names of fields that few users need: the panel shows them below the common parameters. */
	rarelyNeeded?: readonly string[];
	/** The fields that a tool should leave to a model, each with what the model must know. Dropdowns explain themselves. */
	forModels: Partial<Record<string, string>>;
}

interface PaidEntry extends PanelEntry {
	/** A placeholder for Fields: columns that a raw record has and a simplified one lacks. */
	fieldsExample: string;
}

type Inputs = Pick<AnyZodObject, 'safeParse'> & { readonly shape: ZodRawShape };

/** How the panel's parameters become the input of a query. */
interface QueryInput {
	fields: INodeProperties[];
	startPosition: INodeProperties[];
	/** Parameters whose API name is not their own name in snake case. */
	apiNames?: Record<string, string>;
	/**
	 * Returns the input of a call. If omitted, each parameter is one input.
	 * @throws Refusal if a parameter cannot be read
	 */
	inputOf?(parameters: Record<string, unknown>): ApiInput;
}

/** The operation that is called, its input, and its price. */
interface QueryCall {
	/** With `name`, it distinguishes the lists of this query from those of other queries. */
	resource: Resource;
	name: string;
	/** Seconds for one call. */
	timeout: { default: number; minimum: number };
	/** The user wrote its input and paths. The node knows nothing else about the operation, and assumes nothing. */
	isWritten: boolean;
	/** A value that it makes `undefined` is not sent. Omitted if the user writes the input. */
	input?: Inputs;
	/** API names of inputs that change how a list is sent, but not which list: positions stay valid if they change. */
	viewInputs?: readonly string[];
	call: PaidCall;
}

/** How pages are read, and what their records mean. */
interface QueryPages {
	/** The path of a record's ID, if the user named one. */
	idPath?: RequestedPath;
	/** The inputs that may select a page, by API name or dot path; each with its path in the input. */
	positionInputs: ReadonlyMap<string, readonly string[]>;
	/** The platform never says that a list has ended: an empty page, or one without a new record, ends it. */
	endsUnannounced?: boolean;
	/** Returns Infinity if one page holds all records, undefined if unknown. */
	recordsPerCall(input: ApiInput): number | undefined;
	newestFirst(input: ApiInput): boolean;
	/**
	 * Returns the time, in whole seconds, by which a newest-first list is sorted. An operation with this function has
	 * the field Newer Than. Never throws.
	 */
	sortTimeOf?(record: IDataObject): number | undefined;
	/**
	 * Whether a value is the platform's payload, not a layer around it. A payload has the operation's list, or says that
	 * the list has ended or that nothing was found. Never throws.
	 */
	holdsPage(value: unknown): boolean;
	/**
	 * Also called with an empty input, to ask only whether there are records.
	 * @throws UnrecognisedShape if the payload is not what docs/development/gateway.md, Paging describes
	 */
	readPage(payload: unknown, input: ApiInput): ReadPage;
	/** Returns a record's ID as text, with all its digits. Never throws. */
	idOf(record: IDataObject): string | undefined;
	/** Never throws: a value that cannot be read is null. Omitted if the node does not know the records. */
	simplify?(record: IDataObject, around: Surroundings): SimplifiedRecord;
}

/** A paid, paged query. */
export type Query = QueryInput & QueryCall & QueryPages;

/** A query that the node ships; docs/development/gateway.md, Operations describes it. */
export interface BuiltInQuery extends PaidEntry, Query {
	kind: 'builtIn';
	/** What its records are, in the plural: "images". */
	noun: string;
	input: Inputs;
	/** The JSON Schema of each input, by API name. */
	schemas: Readonly<Record<string, IDataObject>>;
	/** The input if every field has its default. */
	defaults: ApiInput;
	call: PaidCall & { price: number };
	simplify: Simplify;
	/** How to request the next page, and how a list ends, for users who page by hand. */
	pagingRule: string;
}

/** The credential's provider, and the paths that it gives to built-in queries. */
export interface DeploymentNames {
	provider: string;
	endpointOf(query: BuiltInQuery): string;
}

/** A paid operation whose query is made from the parameters when the node runs. */
export interface AnyQuery extends PaidEntry {
	kind: 'any';
	timeout: Query['timeout'];
	/** The fields that make the query: they must be the same for all input items. */
	shared: INodeProperties[];
	/** @throws Refusal if the values of `shared` make no query */
	queryOf(parameters: Record<string, unknown>, names: DeploymentNames): Query;
}

/** A free operation, which run/lookUpAnswers.ts answers. */
export interface LookUp extends PanelEntry {
	kind: 'lookUp';
	name: 'inspect' | 'getRuns' | 'getBalance';
	/** Answered once, however many input items there are. */
	isOnce?: true;
}

/** Returns the API name of a parameter: `searchId` becomes `search_id`, unless the operation names another. */
export function apiNameOf(operation: Pick<Query, 'apiNames'>, parameter: string): string {
	return (
		operation.apiNames?.[parameter] ??
		parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
	);
}
