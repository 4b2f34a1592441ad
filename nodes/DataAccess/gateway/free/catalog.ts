import type { IDataObject } from 'n8n-workflow';

import { entriesOf } from '../../shared/entries';
import { isObject, numberOf, objectOf, textOf } from '../../shared/values';
import { pricePerCallOf } from '../cost';
import { pathOfPage } from './freeRoute';
import type { FreeRequest } from './freeRoute';

/** What an endpoint does and takes, as far as the gateway says; null where it does not. */
export interface InspectedEndpoint {
	description: string | null;
	inputSchema: IDataObject | null;
	/** US dollars per call. */
	price: number | null;
}

/** What is left on the account. */
export type Balance = { balance: number; currency: string };

export interface ListedEndpoint {
	provider: string;
	/** What people call the provider, and the endpoint. */
	providerName: string;
	name: string;
	endpoint: string;
	/** US dollars per call; undefined where nobody says. */
	price?: number;
	isPerResult: boolean;
}

/** The schema of an input: the older form as it is, else one with a property for each group. */
function schemaOf({ inputSchema, input }: IDataObject): IDataObject | null {
	if (isObject(inputSchema)) return inputSchema;
	const groups = Object.entries(objectOf(input)).filter(([, schema]) => isObject(schema));
	return groups.length === 0
		? null
		: { type: 'object', properties: Object.fromEntries(groups) as IDataObject };
}

function readInspection(body: IDataObject): InspectedEndpoint {
	const notes: unknown[] = Array.isArray(body.notes) ? body.notes : [];
	const paragraphs = [textOf(body.description) ?? textOf(body.summary), ...notes.map(textOf)];
	return {
		description: paragraphs.filter(Boolean).join('\n') || null,
		inputSchema: schemaOf(body),
		price: pricePerCallOf(body.price) ?? null,
	};
}

/** An answer that names another endpoint tells nothing of this one. */
export const inspectionRequest = (place: {
	provider: string;
	endpoint: string;
}): FreeRequest<InspectedEndpoint> => ({
	path: 'inspect',
	body: place,
	shows: 'this endpoint',
	read(json) {
		const { endpoint, provider = place.provider, ...told } = objectOf(json);
		const isAsked = endpoint === place.endpoint && provider === place.provider;
		return isAsked ? readInspection(told) : undefined;
	},
});

const PAGE = 50;

/** A name as it can stand in a request, of a length that nobody minds. */
const NAME = /^\S{1,300}$/;

const firstText = (...values: unknown[]) => values.map(textOf).find((text) => text !== undefined);

function listedIn(entry: unknown): ListedEndpoint[] {
	const {
		providerDisplayName,
		providerName,
		displayName,
		displayDescription,
		description,
		price,
		...place
	} = objectOf(entry);
	const [provider = '', endpoint = ''] = [textOf(place.provider), textOf(place.endpoint)];
	if (!NAME.test(provider) || !NAME.test(endpoint)) return [];
	return [
		{
			provider,
			providerName: firstText(providerDisplayName, providerName, provider)!,
			name: firstText(displayName, displayDescription, description, endpoint)!,
			endpoint,
			price: pricePerCallOf(price),
			isPerResult: objectOf(price).type === 'PER_RESULT',
		},
	];
}

/** A page of endpoints; a cursor where there are more. */
export interface EndpointPage {
	endpoints: ListedEndpoint[];
	cursor?: string;
}

function readEndpoints(json: unknown): EndpointPage | undefined {
	const { results, items = results, cursor } = objectOf(json);
	const endpoints = entriesOf(items)?.flatMap(listedIn);
	return endpoints && { endpoints, cursor: textOf(cursor) };
}

/** What the gateway offers, page by page; where something is typed, what it finds for that. */
export function endpointsFor(typed: string, cursor?: string): FreeRequest<EndpointPage> {
	const asks = { shows: 'its endpoints', read: readEndpoints };
	if (typed !== '') return { ...asks, path: 'discover', body: { query: typed, limit: PAGE } };
	return { ...asks, route: 'endpoints', path: pathOfPage('endpoints', PAGE, cursor) };
}

export const BALANCE: FreeRequest<Balance> = {
	route: 'balance',
	path: 'wallet/balance',
	shows: 'its balance',
	read(json) {
		const { value, currency } = objectOf(objectOf(json).balance);
		const balance = numberOf(value);
		return balance === undefined ? undefined : { balance, currency: textOf(currency) ?? 'USD' };
	},
};
