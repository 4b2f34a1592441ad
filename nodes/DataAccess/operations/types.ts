import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ZodTypeAny } from 'zod/v3';

import type { SimplifiedRecord } from './simplified';

/** The words that a deployment may replace in the operation paths (shapes §4). */
export type Platform = 'notes' | 'qa' | 'chatSearch' | 'chatMp' | 'photos';

/** One operation's `input` as the service takes it: the API's own field names (spec §4). */
export type ApiInput = Record<string, string | number | boolean>;

/** The inputs that move from page to page, by their API names. */
export type Position = Partial<ApiInput>;

/** One page as an operation reads it from the platform's payload. */
export interface ReadPage {
	/** The records exactly as the platform sent them. */
	records: IDataObject[];
	/** What the next page's input changes; null where the service says that this is the end. */
	next: Position | null;
	/** Something the user should know about this page, in one sentence. */
	notice?: string;
}

/**
 * One query that the gateway sells. Pure: it knows neither n8n's engine nor HTTP, only how its
 * input is made, how its pages are read, and what its records mean.
 */
export interface Operation {
	resource: string;
	/** The value of the `operation` parameter. */
	name: string;
	/** What the dropdown shows. */
	label: string;
	/** What the node panel and an AI agent read: a whole phrase. */
	action: string;
	description: string;
	/** The platform's word in the path, and the group in which some gateways want the input. */
	platform: Platform;
	group: 'queryParams' | 'body';
	/** The path behind `/api/v1/<platform word>/`. */
	path: string;
	/** US dollars per call; where the spec states two prices, the higher one (spec §8). */
	price: number;
	/** Seconds for one call: what is used unless the user says otherwise, and the least allowed. */
	timeout: { default: number; minimum: number };
	/** The operation's own parameters. */
	fields: INodeProperties[];
	/** The entries of the Start Position collection. */
	startPosition: INodeProperties[];
	/** Parameters whose API name is not their own name in snake case. */
	apiNames?: Record<string, string>;
	/** API names of the inputs that a `next` may hold. */
	positionInputs: string[];
	/**
	 * The platform never says that a list has ended: an empty page, or one without a new id, is the
	 * end rather than a surprise.
	 */
	endsUnannounced?: boolean;
	/** One validator per API input. What it turns into `undefined` is not sent. */
	input: Record<string, ZodTypeAny>;
	/** What the user should know about an input that is allowed but doubtful. */
	doubtAbout?(input: ApiInput): string | undefined;
	/** @throws UnrecognisedShape when the payload is not what shapes §3 describes. */
	readPage(payload: unknown, input: ApiInput): ReadPage;
	/** The record's id as an exact string, or undefined where it has none. */
	idOf(record: IDataObject): string | undefined;
	simplify(record: IDataObject): SimplifiedRecord;
}

/** The API name of a parameter: `searchId` is `search_id`, unless the operation says otherwise. */
export function apiNameOf(operation: Operation, parameter: string): string {
	return (
		operation.apiNames?.[parameter] ??
		parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
	);
}
