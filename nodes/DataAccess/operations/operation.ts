import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { AnyZodObject, ZodObject, ZodRawShape } from 'zod/v3';

import type { Simplify, SimplifiedRecord } from './parts/simplified';

/**
 * The words that a deployment may replace in the operation paths (docs/development/gateway.md,
 * Deployments).
 */
export type Platform = 'notes' | 'qa' | 'chatSearch' | 'chatMp' | 'photos';

/** One operation's `input` as the service takes it: the API's own field names. */
export type ApiInput = IDataObject;

/** The inputs that move from page to page, by their API names or by dot paths of such. */
export type Position = IDataObject;

/** One page as an operation reads it from the platform's payload. */
export interface ReadPage {
	/** The records exactly as the platform sent them. */
	records: IDataObject[];
	/** What the next page's input changes; null where the service says that this is the end. */
	next: Position | null;
	/** The id of what its records belong to, where the page or its input tells. */
	parentId?: string;
	/** Something the user should know about this page, in one sentence. */
	notice?: string;
}

/** What a call asks of the gateway, before the deployment puts it into its own words. */
interface PaidCall {
	/** The data provider; left out, it is the credential's. */
	provider?: string;
	/** The path of docs/development/gateway.md, with the neutral platform word in it. */
	endpoint: string;
	/** US dollars per call; where the service states two prices, the higher one. undefined while unknown. */
	price?: number;
	/** The platform whose word in the path a deployment may replace. */
	platform?: Platform;
	/** The group in which some deployments want the input; left out, it is sent as it is. */
	group?: 'queryParams' | 'body';
}

/** The panel's first dropdown. */
export type Resource = 'article' | 'gateway' | 'note' | 'question' | 'user' | 'video';

export type Field<Name extends string> = INodeProperties & { name: Name };

interface PanelEntry {
	resource: Resource;
	/** The value of the `operation` parameter. */
	name: string;
	/** What the dropdown shows. */
	label: string;
	/** What the node panel and an AI agent read: a whole phrase. */
	action: string;
	description: string;
	/** The operation's own parameters. */
	fields: INodeProperties[];
	/** The names of those that few users need: they stand below the common parameters. */
	rarelyNeeded?: readonly string[];
	/**
	 * The fields that a tool best leaves to the model, besides its dropdowns, and what the model has
	 * to know of each.
	 */
	forModels: Partial<Record<string, string>>;
}

/** The type of an input: that of each field, and no field besides. */
type Inputs = Pick<AnyZodObject, 'safeParse'> & { readonly shape: ZodRawShape };

/**
 * A paid, paged query. Pure: it knows neither n8n's engine nor HTTP, only how its input is made,
 * what a call costs, how its pages are read, and what its records mean.
 */
export interface Query extends PanelEntry {
	kind: 'query';
	/** Seconds for one call: what is used unless the user says otherwise, and the least allowed. */
	timeout: { default: number; minimum: number };
	/** The entries of the Start Position collection. */
	startPosition: INodeProperties[];
	/** Parameters whose API name is not their own name in snake case. */
	apiNames?: Record<string, string>;
	/** API names of the inputs that a position may hold, or dot paths of such. */
	positionInputs: readonly string[];
	/**
	 * API names of inputs that change how a list is sent (page size, form), not which list it is: a
	 * position stays good when they change.
	 */
	viewInputs?: readonly string[];
	/**
	 * The platform never says that a list has ended: an empty page, or one without a new record, is
	 * the end rather than a surprise.
	 */
	endsUnannounced?: boolean;
	/**
	 * The API's inputs. What is `undefined` is not sent. Left out, nothing is known of the input: it is
	 * sent exactly as it is written.
	 */
	input?: Inputs;
	/**
	 * The input in an item's parameters, by API names; left out, each parameter is one input.
	 * @throws Refusal where there is none
	 */
	inputOf?(parameters: Record<string, unknown>): ApiInput;
	/** What one call with this input asks for, and what it costs. */
	callOf(input: ApiInput): PaidCall;
	/**
	 * The records that a full page of this input holds: Infinity where one page holds all, undefined
	 * where docs/development/gateway.md, Operations does not say.
	 */
	recordsPerCall(input: ApiInput): number | undefined;
	/** Whether the list of this input begins with its newest record. */
	newestFirst(input: ApiInput): boolean;
	/**
	 * The time by which a list that begins with its newest record is sorted, in whole seconds; undefined
	 * where the record has none. Left out, nothing is known of it. Never throws.
	 */
	sortTimeOf?(record: IDataObject): number | undefined;
	/** What the user should know about an input that is allowed but doubtful. */
	doubtAbout?(input: ApiInput): string | undefined;
	/**
	 * Whether this is the platform's payload: where the operation's list, or the sign of its end or of
	 * zero hits, stands. It tells which layer of an answer is the payload, and is false for those
	 * around it (docs/development/gateway.md, Layers of an answer). `listed` where the user has named
	 * the list that stands there: then it is a page, whatever code stands beside it. Never throws.
	 */
	holdsPage(value: unknown): boolean | 'listed';
	/**
	 * @throws UnrecognisedShape when the payload is not what docs/development/gateway.md, Paging
	 * describes.
	 */
	readPage(payload: unknown, input: ApiInput): ReadPage;
	/** The record's id as an exact string, or undefined where it has none. Never throws. */
	idOf(record: IDataObject): string | undefined;
	/** Never throws: what cannot be read is null. `parentId` is the page's. Left out, nothing is known of the records. */
	simplify?(record: IDataObject, parentId?: string): SimplifiedRecord;
}

/** A query of docs/development/gateway.md, Operations: all of it is known. */
export interface KnownQuery extends Query {
	/** What its records are, in the plural: "images". */
	noun: string;
	/** What the node panel shows of it in the trigger; must differ from `action`. */
	pollAction: string;
	input: Inputs;
	callOf(input: ApiInput): PaidCall & { price: number };
	simplify: Simplify;
	/** How a page leads to the next one, and how the list ends, for whoever pages by hand. */
	pagingRule: string;
}

/** "search_id" as the name of a parameter: "searchId". */
type InCamelCase<Name> = Name extends `${infer First}_${infer Rest}`
	? `${First}${Capitalize<InCamelCase<Rest>>}`
	: Name;

type ApiName<Shape> = NoInfer<keyof Shape & string>;

type Parameter<Shape, Renamed> = NoInfer<(InCamelCase<keyof Shape> | Renamed) & string>;

/** The inputs of a call; a position may have brought any value. */
type InputOf<Shape> = Partial<Record<ApiName<Shape>, ApiInput[string]>>;

/** A known query in which a name that none of its inputs has does not compile. */
interface KnownQueryOf<Shape extends ZodRawShape, Renamed extends string> extends KnownQuery {
	fields: Array<Field<Parameter<Shape, Renamed>>>;
	startPosition: Array<Field<Parameter<Shape, Renamed>>>;
	rarelyNeeded?: ReadonlyArray<Parameter<Shape, Renamed>>;
	forModels: Partial<Record<Parameter<Shape, Renamed>, string>>;
	apiNames?: Record<Renamed, ApiName<Shape>>;
	positionInputs: ReadonlyArray<ApiName<Shape>>;
	viewInputs?: ReadonlyArray<ApiName<Shape>>;
	input: ZodObject<Shape, 'strict'>;
	callOf(input: InputOf<Shape>): PaidCall & { price: number };
	recordsPerCall(input: InputOf<Shape>): number | undefined;
	newestFirst(input: InputOf<Shape>): boolean;
	doubtAbout?(input: InputOf<Shape>): string | undefined;
	readPage(payload: unknown, input: InputOf<Shape>): ReadPage;
}

export const knownQuery = <Shape extends ZodRawShape, Renamed extends string = never>(
	query: KnownQueryOf<Shape, Renamed>,
): KnownQuery => query;

/** A query that was made of parameters. */
export interface MadeQuery extends Query {
	/**
	 * The same at the price that the gateway names, in US dollars per call; left out where the user has
	 * named one.
	 */
	atPrice?(price: number): Query;
}

/** A paid query that is made of the parameters when the node runs. */
export interface OpenQuery extends PanelEntry {
	kind: 'openQuery';
	timeout: Query['timeout'];
	/** Those of the fields that make the query, and so are the same for all input items. */
	shared: INodeProperties[];
	/**
	 * @param parameters the values of `shared`
	 * @throws Refusal where they make none
	 */
	queryOf(parameters: Record<string, unknown>, deployment: NamedDeployment): MadeQuery;
}

/** A deployment's own words. */
export interface NamedDeployment {
	/** The credential's provider. */
	provider: string;
	/** The path of a known query. */
	endpointOf(query: KnownQuery): string;
}

/** What a gateway tells for free; each of them throws where it cannot be told. */
export interface Informant {
	/** Of the credential, without asking the gateway. */
	deployment(): Promise<NamedDeployment>;
	/** Of one endpoint, null where nobody says. */
	inspect(place: { provider: string; endpoint: string }): Promise<{
		description: string | null;
		inputSchema: IDataObject | null;
		/** US dollars per call. */
		price: number | null;
	}>;
	balance(): Promise<IDataObject>;
	/** The account's runs that fit, newest first. */
	runs(wanted: WantedRuns): Promise<AccountRun[]>;
	/** One run, undefined where it is gone. */
	runWith(runId: string): Promise<KeptRun | undefined>;
}

/** Which runs are wanted; what is left out may be anything. */
export interface WantedRuns {
	limit: number;
	/** Epoch seconds. */
	newerThan?: number;
	provider?: string;
	endpoint?: string;
	status?: string;
}

/** A run of the account; null where the gateway does not say. */
export interface AccountRun {
	runId: string;
	/** ISO 8601. */
	createdAt: string | null;
	provider: string | null;
	endpoint: string | null;
	status: string | null;
	/** US dollars. */
	cost: number | null;
}

/** A run with what it was asked and what it answered. */
export interface KeptRun {
	input: ApiInput;
	output: unknown;
	/** The payload of its answer, undefined where that holds none of the query. */
	payloadFor(query: Query): unknown;
}

/** A page that was bought in an earlier run: its records are delivered as those of any page. */
export class RunPage {
	constructor(
		readonly query: Query,
		readonly page: ReadPage,
	) {}
}

/** A free look-up: answered by the node itself, or by what the gateway tells for free. */
export interface LookUp extends PanelEntry {
	kind: 'lookUp';
	/** It is answered once, whatever the number of input items. */
	isOnce?: true;
	/**
	 * @param parameters the values of `fields`
	 * @returns the json of the output items, or pages whose records they are
	 * @throws Refusal where there are none, and what the informant throws
	 */
	answer(
		parameters: Record<string, unknown>,
		gateway: Informant,
	): Promise<Array<IDataObject | RunPage>>;
}

export type Operation = Query | OpenQuery | LookUp;

/** The API name of a parameter: `searchId` is `search_id`, unless the operation says otherwise. */
export function apiNameOf(operation: Pick<Query, 'apiNames'>, parameter: string): string {
	return (
		operation.apiNames?.[parameter] ??
		parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
	);
}
