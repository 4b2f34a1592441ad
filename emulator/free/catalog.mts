import { endpointOf, OPERATIONS, priceOf } from '../operations/index.mts';
import type { State } from '../call/state.mts';

/** An endpoint as the gateway lists it. */
export interface CatalogEntry {
	provider: string;
	providerName: string;
	endpoint: string;
	name: string;
	description: string;
	price?: object;
	notes?: string[];
	/** The group that contains the fields in a grouped input. */
	group: 'queryParams' | 'body';
	/** JSON Schema of the fields. */
	input: object;
}

const CITY = {
	type: 'object',
	properties: { city: { type: 'string', description: 'Name of the city' } },
	required: ['city'],
};

const perCall = (dollars: number, isOlder: boolean) => ({
	type: 'PER_CALL',
	...(isOlder
		? { amount: dollars, currency: 'USD' }
		: { amount: { value: dollars, currency: 'USD' } }),
});

/** Endpoints of another provider at the same gateway. This emulator only lists them. */
function weather(isOlder: boolean): CatalogEntry[] {
	const provider = 'weather-provider';
	const shared = { provider, providerName: 'Weather', group: 'queryParams', input: CITY } as const;
	return [
		{
			...shared,
			endpoint: '/v2/forecast',
			name: 'Forecast',
			description: 'The weather of the next days in a city',
			price: perCall(0.002, isOlder),
			notes: ['Times are local.'],
		},
		{
			...shared,
			endpoint: '/v2/history',
			name: 'History',
			description: 'The weather of the last years in a city, by day',
			price: { type: 'PER_RESULT', amount: { value: 0.0004, currency: 'USD' } },
		},
		{
			...shared,
			endpoint: '/v2/alerts',
			name: 'Alerts',
			description: 'Storms and floods near a city',
		},
	];
}

/** Returns all endpoints of this gateway, of all providers. */
export function catalogOf({ provider, settings }: State): CatalogEntry[] {
	const isOlder = settings.billing === 'oldPrice';
	const own = OPERATIONS.map((operation): CatalogEntry => ({
		provider,
		providerName: 'Content',
		endpoint: endpointOf(operation, settings.platformNames),
		name: operation.name.replaceAll('_', ' '),
		description: operation.summary,
		price: perCall(priceOf(operation, settings), isOlder),
		group: operation.group,
		input: operation.input,
	}));
	return [...own, ...weather(isOlder)];
}
