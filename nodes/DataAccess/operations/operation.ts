import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { AnyZodObject, ZodRawShape } from 'zod/v3';

import type { RequestedPath } from './parts/path';
import type { Simplify, SimplifiedRecord, Surroundings } from './parts/simplified';
import type { Platform } from './platforms';

/** By the API's own names. */
export type ApiInput = IDataObject;

/** The inputs that move from page to page, by their API names or by dot paths of such. */
export type PageInputs = IDataObject;

export interface ReadPage {
	/** As the platform sent them. */
	records: IDataObject[];
	/** What the next page's input changes; null where the list has ended. */
	nextInputs: PageInputs | null;
	/** The id of what its records belong to, where the page or its input tells. */
	parentId?: string;
	/** The service counts or announces more records than it sends. */
	claimsMore?: true;
	/** Something the user should know about this page, in one sentence. */
	notice?: string;
	/** What the user should know of it if it is the list's first, in one sentence. */
	firstNotice?: string;
	/** Why the list ends here, where the service did not say that it does, in one sentence; empty for no words. */
	endNotice?: string;
}

/** What a call asks of the gateway, in the words of docs/development/gateway.md. */
export interface PaidCall {
	/** The data provider; left out, it is the credential's. */
	provider?: string;
	endpoint: string;
	/** US dollars per call; where the service states two prices, the higher one. undefined while unknown. */
	price?: number;
	/** The gateway is asked for its price, which then counts: the user has named none. */
	asksPrice?: boolean;
	/** Its word in the path may be replaced. */
	platform?: Platform;
	/** The group in which some deployments want the input; left out, it is sent as it is. */
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
	/** Those that few users need stand below the common parameters. */
	rarelyNeeded?: readonly string[];
	/** What a model has to know of each field that a tool best leaves to it, besides the dropdowns. */
	forModels: Partial<Record<string, string>>;
}

interface PaidEntry extends PanelEntry {
	/** Fields of its raw record beside the simplified ones, as an example of how they are written. */
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
	 * Left out, each parameter is one input.
	 * @throws Refusal where it cannot be read
	 */
	inputOf?(parameters: Record<string, unknown>): ApiInput;
}

/** What is called, with which input, and at which price. */
interface QueryCall {
	/** With the name, it tells its lists from those of other queries. */
	resource: Resource;
	name: string;
	/** Seconds for one call: the usual, and the least allowed. */
	timeout: { default: number; minimum: number };
	/** The user wrote it, its input and its paths: the node knows no more of it, and reads nothing into it. */
	isWritten: boolean;
	/** What is `undefined` is not sent. Left out where the user writes the input. */
	input?: Inputs;
	/** API names of inputs that change how a list is sent, not which it is: a position stays good when they change. */
	viewInputs?: readonly string[];
	call: PaidCall;
}

/** How pages are read, and what their records mean. */
interface QueryPages {
	/** Where a record's ID is, if the user says so. */
	idPath?: RequestedPath;
	/** The inputs that a position may hold: where each stands in the input, by its API name, or a dot path. */
	positionInputs: ReadonlyMap<string, readonly string[]>;
	/** The platform never says that a list has ended: an empty page, or one without a new record, is its end. */
	endsUnannounced?: boolean;
	/** Infinity where one page holds all, undefined where nobody says. */
	recordsPerCall(input: ApiInput): number | undefined;
	newestFirst(input: ApiInput): boolean;
	/**
	 * The time, in whole seconds, by which a list with its newest record first is sorted. It gives the operation the
	 * field Newer Than. Never throws.
	 */
	sortTimeOf?(record: IDataObject): number | undefined;
	/**
	 * Whether this is the platform's payload, and no layer around it: the operation's list, the sign of its end,
	 * or of zero hits, stands here. Never throws.
	 */
	holdsPage(value: unknown): boolean;
	/** @throws UnrecognisedShape where the payload is not what docs/development/gateway.md, Paging describes */
	readPage(payload: unknown, input: ApiInput): ReadPage;
	/** As an exact text. Never throws. */
	idOf(record: IDataObject): string | undefined;
	/** Never throws: what cannot be read is null. Left out, the records are not known. */
	simplify?(record: IDataObject, around: Surroundings): SimplifiedRecord;
}

/** A paid, paged query. */
export type Query = QueryInput & QueryCall & QueryPages;

/** A query of docs/development/gateway.md, Operations. */
export interface BuiltInQuery extends PaidEntry, Query {
	kind: 'builtIn';
	/** What its records are, in the plural: "images". */
	noun: string;
	input: Inputs;
	/** What each input takes, in JSON Schema. */
	schemas: Readonly<Record<string, IDataObject>>;
	/** The input of which nobody has set anything. */
	defaults: ApiInput;
	call: PaidCall & { price: number };
	simplify: Simplify;
	/** How a page leads to the next one, and how the list ends, for whoever pages by hand. */
	pagingRule: string;
}

/** The credential's provider, and its own words for what is known. */
export interface OwnWords {
	provider: string;
	endpointOf(query: BuiltInQuery): string;
}

/** A paid query that is made of the parameters when the node runs. */
export interface AnyQuery extends PaidEntry {
	kind: 'any';
	timeout: Query['timeout'];
	/** Those of the fields that make the query: they are the same for all input items. */
	shared: INodeProperties[];
	/** @throws Refusal where the values of `shared` make none */
	queryOf(parameters: Record<string, unknown>, words: OwnWords): Query;
}

/** What is answered for free: run/lookUpAnswers.ts. */
export interface LookUp extends PanelEntry {
	kind: 'lookUp';
	name: 'inspect' | 'getRuns' | 'getBalance';
	/** It is answered once, whatever the number of input items. */
	isOnce?: true;
}

/** The API name of a parameter: `searchId` is `search_id`, unless the operation says otherwise. */
export function apiNameOf(operation: Pick<Query, 'apiNames'>, parameter: string): string {
	return (
		operation.apiNames?.[parameter] ??
		parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
	);
}
