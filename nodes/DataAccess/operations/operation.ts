import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { AnyZodObject, ZodObject, ZodRawShape } from 'zod/v3';

import type { InspectedEndpoint, ListedRun, WantedRuns } from '../shared/freeAnswers';
import type { Simplify, SimplifiedRecord } from './parts/simplified';

/** The words that a deployment may replace in the paths (docs/development/gateway.md, Deployments). */
export type Platform = 'notes' | 'qa' | 'chatSearch' | 'chatMp' | 'photos';

/** By the API's own names. */
export type ApiInput = IDataObject;

/** The inputs that move from page to page, by their API names or by dot paths of such. */
export type Position = IDataObject;

export interface ReadPage {
	/** As the platform sent them. */
	records: IDataObject[];
	/** What the next page's input changes; null where the list has ended. */
	next: Position | null;
	/** The id of what its records belong to, where the page or its input tells. */
	parentId?: string;
	/** Something the user should know about this page, in one sentence. */
	notice?: string;
}

/** What a call asks of the gateway, in the words of docs/development/gateway.md. */
interface PaidCall {
	/** The data provider; left out, it is the credential's. */
	provider?: string;
	endpoint: string;
	/** US dollars per call; where the service states two prices, the higher one. undefined while unknown. */
	price?: number;
	/** Its word in the path may be replaced. */
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

type Inputs = Pick<AnyZodObject, 'safeParse'> & { readonly shape: ZodRawShape };

/** A paid, paged query: how its input is made, what a call costs, how its pages are read, what its records mean. */
export interface Query extends PanelEntry {
	/** Seconds for one call: the usual, and the least allowed. */
	timeout: { default: number; minimum: number };
	startPosition: INodeProperties[];
	/** Parameters whose API name is not their own name in snake case. */
	apiNames?: Record<string, string>;
	/** API names of the inputs that a position may hold, or dot paths of such. */
	positionInputs: readonly string[];
	/** API names of inputs that change how a list is sent, not which it is: a position stays good when they change. */
	viewInputs?: readonly string[];
	/** The platform never says that a list has ended: an empty page, or one without a new record, is its end. */
	endsUnannounced?: boolean;
	/** What is `undefined` is not sent. Left out, nothing is known of the input: it is sent as it is written. */
	input?: Inputs;
	/**
	 * Left out, each parameter is one input.
	 * @throws Refusal where it cannot be read
	 */
	inputOf?(parameters: Record<string, unknown>): ApiInput;
	callOf(input: ApiInput): PaidCall;
	/** Infinity where one page holds all, undefined where nobody says. */
	recordsPerCall(input: ApiInput): number | undefined;
	newestFirst(input: ApiInput): boolean;
	/** The time, in whole seconds, by which a list with its newest record first is sorted. Never throws. */
	sortTimeOf?(record: IDataObject): number | undefined;
	/** What the user should know about an input that is allowed but doubtful. */
	doubtAbout?(input: ApiInput): string | undefined;
	/**
	 * Whether this is the platform's payload, and no layer around it: the operation's list, the sign of its end,
	 * or of zero hits, stands here. `listed` where the user has named the list: then it is a page, whatever code
	 * stands beside it. Never throws.
	 */
	holdsPage(value: unknown): boolean | 'listed';
	/** @throws UnrecognisedShape where the payload is not what docs/development/gateway.md, Paging describes */
	readPage(payload: unknown, input: ApiInput): ReadPage;
	/** As an exact text. Never throws. */
	idOf(record: IDataObject): string | undefined;
	/** Never throws: what cannot be read is null. `parentId` is the page's. Left out, the records are not known. */
	simplify?(record: IDataObject, parentId?: string): SimplifiedRecord;
}

/** A query of docs/development/gateway.md, Operations. */
export interface KnownQuery extends Query {
	kind: 'knownQuery';
	/** What its records are, in the plural: "images". */
	noun: string;
	/** As `action`, for the trigger; must differ from it. */
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
	query: Omit<KnownQueryOf<Shape, Renamed>, 'kind'>,
): KnownQuery => ({ kind: 'knownQuery', ...query });

export interface MadeQuery extends Query {
	/** At the price that the gateway names, in US dollars; left out where the user has named one. */
	atPrice?(price: number): Query;
}

/** A paid query that is made of the parameters when the node runs. */
export interface OpenQuery extends PanelEntry {
	kind: 'openQuery';
	timeout: Query['timeout'];
	/** Those of the fields that make the query: they are the same for all input items. */
	shared: INodeProperties[];
	/** @throws Refusal where the values of `shared` make none */
	queryOf(parameters: Record<string, unknown>, deployment: NamedDeployment): MadeQuery;
}

/** A deployment's own words. */
export interface NamedDeployment {
	provider: string;
	endpointOf(query: KnownQuery): string;
}

/** What a gateway tells for free; each of them throws where it cannot be told. */
export interface Informant {
	/** Without asking the gateway. */
	deployment(): Promise<NamedDeployment>;
	inspect(place: { provider: string; endpoint: string }): Promise<InspectedEndpoint>;
	balance(): Promise<IDataObject>;
	/** Newest first. */
	runs(wanted: WantedRuns): Promise<ListedRun[]>;
	/** undefined where it is gone. */
	runWith(runId: string): Promise<KeptRun | undefined>;
}

export interface KeptRun {
	input: ApiInput;
	output: unknown;
	/** undefined where its answer holds none of the query. */
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
	 * @returns the json of the output items, or pages whose records they are
	 * @throws Refusal, and what the informant throws
	 */
	answer(
		parameters: Record<string, unknown>,
		gateway: Informant,
	): Promise<Array<IDataObject | RunPage>>;
}

export type PaidOperation = KnownQuery | OpenQuery;

export type Operation = PaidOperation | LookUp;

/** The API name of a parameter: `searchId` is `search_id`, unless the operation says otherwise. */
export function apiNameOf(operation: Pick<Query, 'apiNames'>, parameter: string): string {
	return (
		operation.apiNames?.[parameter] ??
		parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
	);
}
