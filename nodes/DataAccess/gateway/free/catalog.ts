import type { IDataObject } from 'n8n-workflow';

import { entriesOf } from '../../shared/entries';
import { isObject, numberOf, objectOf, textOf } from '../../shared/values';
import { pricePerCallOf } from '../cost';
import type { FreeRequest } from './freeRoute';

/** What an endpoint does and takes; null for what the gateway does not state. */
export interface InspectedEndpoint {
	description: string | null;
	inputSchema: IDataObject | null;
	/** US dollars per call. */
	price: number | null;
}

/** The money on the user's account at the gateway. */
type Balance = { balance: number; currency: string };

interface ListedEndpoint {
	provider: string;
	/** The provider's display name. */
	providerName: string;
	endpoint: string;
	description: string;
	/** US dollars per call; undefined if not stated. */
	price?: number;
}

/** Returns the schema of an input: the older form as it is, or one with a property for each group. */
function schemaOf({ inputSchema, input }: IDataObject): IDataObject | null {
	if (isObject(inputSchema)) return inputSchema;
	const groups = Object.entries(objectOf(input)).filter(([, schema]) => isObject(schema));
	return groups.length === 0
		? null
		: { type: 'object', properties: Object.fromEntries(groups) as IDataObject };
}

function readInspection(body: IDataObject): InspectedEndpoint {
	const notes = entriesOf(body.notes) ?? [];
	const paragraphs = [textOf(body.description), ...notes.map(textOf)];
	return {
		description: paragraphs.filter(Boolean).join('\n') || null,
		inputSchema: schemaOf(body),
		price: pricePerCallOf(body.price) ?? null,
	};
}

/** Requests a description of an endpoint. A response that names another endpoint is ignored. */
export const inspectionRequest = (name: {
	provider: string;
	endpoint: string;
}): FreeRequest<InspectedEndpoint> => ({
	path: 'inspect',
	body: name,
	read(json) {
		const { endpoint, provider = name.provider, ...fields } = objectOf(json);
		const isSameEndpoint = endpoint === name.endpoint && provider === name.provider;
		return isSameEndpoint ? readInspection(fields) : undefined;
	},
});

/** A name that can be sent in a request. Longer ones would fill n8n's list. */
const NAME = /^\S{1,300}$/;

function listedEndpointIn(entry: unknown): ListedEndpoint[] {
	const { providerName, description, price, ...fields } = objectOf(entry);
	const [provider = '', endpoint = ''] = [textOf(fields.provider), textOf(fields.endpoint)];
	if (!NAME.test(provider) || !NAME.test(endpoint)) return [];
	return [
		{
			provider,
			providerName: textOf(providerName) ?? provider,
			endpoint,
			description: textOf(description) ?? endpoint,
			price: pricePerCallOf(price),
		},
	];
}

const MOST_LISTED = 50;

/** Requests the endpoints that match a typed text, best match first. */
export const searchFor = (text: string): FreeRequest<ListedEndpoint[]> => ({
	path: 'discover',
	body: { query: text, limit: MOST_LISTED },
	read: (json) => entriesOf(objectOf(json).results)?.flatMap(listedEndpointIn),
});

export const BALANCE: FreeRequest<Balance> = {
	path: 'wallet/balance',
	read(json) {
		const { value, currency } = objectOf(objectOf(json).balance);
		const balance = numberOf(value);
		return balance === undefined ? undefined : { balance, currency: textOf(currency) ?? 'USD' };
	},
};
