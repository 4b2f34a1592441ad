import type { IDataObject } from 'n8n-workflow';

import { pricePerCallOf } from './cost';
import type { FreeRequest } from './freeRoute';
import { isDeeperThan, isObject, numberOf, objectOf, textOf } from '../shared/values';

/** An endpoint as the gateway lists it. */
export interface ListedEndpoint {
	provider: string;
	/** What people call the provider, and the endpoint. */
	providerName: string;
	name: string;
	endpoint: string;
	/** US dollars per call; undefined where nobody says. */
	price?: number;
}

/** What the gateway tells of one endpoint; null where it says nothing. */
export interface InspectedEndpoint {
	description: string | null;
	inputSchema: IDataObject | null;
	/** US dollars per call. */
	price: number | null;
}

/** Characters of an answer about one endpoint: schemas of two million were made up for tests. */
const LONGEST_INSPECTION = 5_000_000;

/** Levels of a schema, which n8n has to walk through. */
const DEEPEST_SCHEMA = 100;

const GROUPS = ['pathParams', 'queryParams', 'body'];

/** The schema of an input: the older form as it is, else one with a property for each group. */
function schemaOf({ inputSchema, input }: IDataObject): IDataObject | null {
	if (isObject(inputSchema)) return inputSchema;
	const groups = GROUPS.map((name) => [name, objectOf(input)[name]] as const).filter(([, schema]) =>
		isObject(schema),
	);
	if (groups.length === 0) return null;
	const isRequired = (schema: unknown) => {
		const { required } = objectOf(schema);
		return Array.isArray(required) && required.length > 0;
	};
	return {
		type: 'object',
		properties: Object.fromEntries(groups) as IDataObject,
		required: groups.filter(([, schema]) => isRequired(schema)).map(([name]) => name),
	};
}

function readInspection(json: unknown): InspectedEndpoint | undefined {
	if (!isObject(json) || (textOf(json.endpoint) ?? textOf(json.id)) === undefined) return undefined;
	const schema = schemaOf(json);
	const isShown = !isDeeperThan(DEEPEST_SCHEMA, schema);
	const notes: unknown[] = Array.isArray(json.notes) ? json.notes : [];
	const words = [
		textOf(json.description) ?? textOf(json.summary),
		...notes.map(textOf),
		!isShown && 'Its input schema is nested too deeply to be shown.',
	].filter(Boolean);
	return {
		description: words.join('\n') || null,
		inputSchema: isShown ? schema : null,
		price: pricePerCallOf(json.price) ?? null,
	};
}

/** What to ask about one endpoint. */
export const inspectionOf = (
	provider: string,
	endpoint: string,
	timeoutMs: number,
): FreeRequest<InspectedEndpoint> => ({
	route: 'inspect',
	path: 'inspect',
	body: { provider, endpoint },
	isAboutOne: true,
	longest: LONGEST_INSPECTION,
	timeoutMs,
	read: readInspection,
});

/** Endpoints that the gateway lists at once. */
const PAGE = 50;

const LONGEST_ID = 300;

/** An identifier as it can stand in a request: no blank, and of a length that nobody minds. */
const idOf = (value: unknown) =>
	typeof value === 'string' && value.length <= LONGEST_ID && /^\S+$/.test(value)
		? value
		: undefined;

function listed(entries: unknown): ListedEndpoint[] | undefined {
	if (!Array.isArray(entries)) return undefined;
	return entries.slice(0, 2 * PAGE).flatMap((entry): ListedEndpoint[] => {
		const told = objectOf(entry);
		const [provider, endpoint] = [idOf(told.provider), idOf(told.endpoint)];
		if (provider === undefined || endpoint === undefined) return [];
		const description = textOf(told.displayDescription) ?? textOf(told.description);
		return [
			{
				provider,
				providerName: textOf(told.providerDisplayName) ?? textOf(told.providerName) ?? provider,
				name: textOf(told.displayName) ?? description ?? endpoint,
				endpoint,
				price: pricePerCallOf(told.price),
			},
		];
	});
}

/** The endpoints that fit the words best, best first. */
export const searchFor = (query: string, timeoutMs: number): FreeRequest<ListedEndpoint[]> => ({
	route: 'discover',
	path: 'discover',
	body: { query, limit: PAGE },
	// Not every text can be searched for.
	isAboutOne: true,
	timeoutMs,
	read: (json) => listed(objectOf(json).results),
});

/** One page of all endpoints, and where the next one begins. */
export const pageOfEndpoints = (
	cursor: string | undefined,
	timeoutMs: number,
): FreeRequest<{ items: ListedEndpoint[]; cursor?: string }> => ({
	route: 'endpoints',
	path: `endpoints?limit=${PAGE}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
	timeoutMs,
	read(json) {
		const { items, cursor: next } = objectOf(json);
		const found = listed(items);
		// A list whose next page is this one has no end.
		return found && { items: found, cursor: next === cursor ? undefined : textOf(next) };
	},
});

/** What is left on the account. */
export const balanceOf = (timeoutMs: number): FreeRequest<IDataObject> => ({
	route: 'balance',
	path: 'wallet/balance',
	timeoutMs,
	read(json) {
		const { value, currency } = objectOf(objectOf(json).balance);
		const balance = numberOf(value);
		return balance === undefined ? undefined : { balance, currency: textOf(currency) ?? 'USD' };
	},
});
