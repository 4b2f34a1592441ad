import type { IDataObject } from 'n8n-workflow';

import { entriesOf } from '../../shared/entries';
import { isObject, numberOf, objectOf, textOf } from '../../shared/values';
import { pricePerCallOf } from '../cost';
import { INPUT_GROUPS } from '../inputGroups';
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
	const groups = INPUT_GROUPS.map((name) => [name, objectOf(input)[name]] as const).filter(
		([, schema]) => isObject(schema),
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
		const [endpoint, provider] = [textOf(body.endpoint), textOf(body.provider)];
		if ((endpoint ?? textOf(body.id)) === undefined) return undefined;
		const isOther =
			(endpoint ?? place.endpoint) !== place.endpoint ||
			(provider ?? place.provider) !== place.provider;
		return isOther ? null : readInspection(body);
	},
});

const PAGE = 50;

const LONGEST_NAME = 300;

/** A name as it can stand in a request: no blank, and of a length that nobody minds. */
const nameIn = (value: unknown) =>
	typeof value === 'string' && value.length <= LONGEST_NAME && /^\S+$/.test(value)
		? value
		: undefined;

const endpointsIn = (entries: unknown): ListedEndpoint[] | undefined =>
	entriesOf(entries)
		?.map(objectOf)
		.flatMap((entry): ListedEndpoint[] => {
			const [provider, endpoint] = [nameIn(entry.provider), nameIn(entry.endpoint)];
			if (provider === undefined || endpoint === undefined) return [];
			const description = textOf(entry.displayDescription) ?? textOf(entry.description);
			return [
				{
					provider,
					providerName: textOf(entry.providerDisplayName) ?? textOf(entry.providerName) ?? provider,
					name: textOf(entry.displayName) ?? description ?? endpoint,
					endpoint,
					price: pricePerCallOf(entry.price),
					isPerResult: objectOf(entry.price).type === 'PER_RESULT',
				},
			];
		});

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
