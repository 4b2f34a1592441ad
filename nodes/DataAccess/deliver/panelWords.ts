import { RESOURCES } from '../description/operationProperties';
import type { ListedEndpoint } from '../gateway/free/catalog';
import type { KnownQuery } from '../operations/operation';
import { dollars } from '../shared/dollars';
import { shortened } from './phrasing';

/** Why the list of endpoints in the panel has no others. */
export const NO_OTHER_ENDPOINTS =
	'The gateway did not list its other endpoints: check the credential, or enter a path';

/** The panel shows a name alone and cuts it off: so price and path stand first. */
function nameOf(cost: string, path: string, ...words: string[]): string {
	// The end tells endpoints apart, with the version in front of it.
	const end = path.split('/').slice(-2).join('/');
	return [cost, shortened(end, 40), ...words].join(' · ');
}

export function nameOfListed(listed: ListedEndpoint): string {
	const { name, providerName, endpoint, price, isPerResult } = listed;
	const unpriced = isPerResult ? 'price per result' : 'price unknown';
	const cost = price === undefined ? unpriced : dollars(price);
	return nameOf(cost, endpoint, shortened(name, 80), shortened(providerName, 40));
}

export function nameOfKnown(query: KnownQuery, path: string): string {
	const resource = RESOURCES.find(({ value }) => value === query.resource)?.name ?? '';
	return nameOf(dollars(query.call.price), path, `${resource}: ${query.label}`);
}
