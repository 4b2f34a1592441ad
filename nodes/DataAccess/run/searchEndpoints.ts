import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { loadDeployment } from '../ask/loadDeployment';
import type { LoadedDeployment } from '../ask/loadDeployment';
import { shortened } from '../deliver/phrasing';
import { RESOURCES } from '../description/operationProperties';
import { searchFor } from '../gateway/free/catalog';
import { askFreeRoute } from '../gateway/free/freeRoute';
import type { PanelHost } from '../host/access';
import { ALL, builtInAt, writtenEndpoint } from '../operations/gateway/endpoint';
import { inspect } from '../operations/gateway/inspect';
import { queries } from '../operations/queries';
import { dollars } from '../shared/dollars';

/** Milliseconds until a search times out: a user is waiting for the panel. */
const PANEL_TIMEOUT = 5000;

const NOT_SEARCHED =
	'The gateway did not search its endpoints: check the credential, or enter a path';

/**
 * The entry that says why the gateway's endpoints are missing: an error would replace the whole list. Its value is a
 * space, which the node takes for empty, but n8n does not (n8n.md, An entry with an empty value is the chosen one).
 */
const NO_OTHERS: INodeListSearchItems = { name: NOT_SEARCHED, value: ' ' };

/** Returns the name of an entry. The panel shows nothing else, and cuts it off: so price and path come first. */
function nameOf(price: number | undefined, path: string, ...words: string[]): string {
	const cost = price === undefined ? 'price unknown' : dollars(price);
	// The last segment distinguishes endpoints, together with the version before it.
	const end = path.split('/').slice(-2).join('/');
	return [cost, ...[end, ...words].map((each) => shortened(each, 60))].join(' · ');
}

/** Returns the endpoints that the gateway finds, without the built-in ones. */
async function othersFor(
	typed: string,
	{ deployment, send }: LoadedDeployment,
): Promise<INodeListSearchItems[]> {
	const result = await askFreeRoute(send, deployment, searchFor(typed), PANEL_TIMEOUT);
	if (!('value' in result)) return [NO_OTHERS];
	const others = result.value.filter((listed) => builtInAt(listed, deployment) === undefined);
	return others.map((listed) => ({
		name: nameOf(listed.price, listed.endpoint, listed.description, listed.providerName),
		value: writtenEndpoint(listed),
	}));
}

/**
 * Returns the choices for the field Endpoint: the built-in endpoints, and those that the gateway finds for the typed
 * text. Costs nothing, and never throws.
 */
export async function searchEndpoints(
	host: PanelHost,
	filter = '',
): Promise<INodeListSearchResult> {
	const typed = filter.trim();
	const loaded = await loadDeployment(host);
	const builtIns = queries.map((query) => {
		const path = 'failure' in loaded ? query.call.endpoint : loaded.deployment.endpointOf(query);
		const resource = RESOURCES.find(({ value }) => value === query.resource)?.name;
		return { name: nameOf(query.call.price, path, `${resource}: ${query.label}`), value: path };
	});
	if (host.operation === inspect.name) {
		builtIns.unshift({ name: 'All Known Operations', value: ALL });
	}
	if (typed === '') return { results: builtIns };
	const matchesTyped = ({ name, value }: INodeListSearchItems) =>
		`${name} ${value}`.toLowerCase().includes(typed.toLowerCase());
	const others = 'failure' in loaded ? [NO_OTHERS] : await othersFor(typed, loaded);
	return { results: [...builtIns.filter(matchesTyped), ...others] };
}
