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
	route: 'inspect',
	path: 'inspect',
	body: place,
	asksAbout: 'thing',
	read(json) {
		const body = objectOf(json);
		const isOther = (['endpoint', 'provider'] as const).some(
			(name) => firstText(body[name], place[name]) !== place[name],
		);
		return isOther || !firstText(body.endpoint, body.id) ? undefined : readInspection(body);
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

const endpointsIn = (entries: unknown): ListedEndpoint[] | undefined =>
	entriesOf(entries)?.flatMap(listedIn);

export const searchFor = (query: string): FreeRequest<ListedEndpoint[]> => ({
	route: 'discover',
	path: 'discover',
	body: { query, limit: PAGE },
	// Not every text can be searched for.
	asksAbout: 'thing',
	read: (json) => endpointsIn(objectOf(json).results),
});

export const pageOfEndpoints = (
	cursor: string | undefined,
): FreeRequest<{ items: ListedEndpoint[]; cursor?: string }> => ({
	route: 'endpoints',
	path: pathOfPage('endpoints', PAGE, cursor),
	asksAbout: 'route',
	read(json) {
		const { items, cursor: next } = objectOf(json);
		const found = endpointsIn(items);
		return found && { items: found, cursor: textOf(next) };
	},
});

export const BALANCE: FreeRequest<Balance> = {
	route: 'balance',
	path: 'wallet/balance',
	asksAbout: 'route',
	read(json) {
		const { value, currency } = objectOf(objectOf(json).balance);
		const balance = numberOf(value);
		return balance === undefined ? undefined : { balance, currency: textOf(currency) ?? 'USD' };
	},
};
