import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { loadDeployment } from '../ask/deployment';
import type { Opened } from '../ask/deployment';
import type { Deployment } from '../buy/deployment';
import { nameOfKnown, nameOfListed, NO_OTHER_ENDPOINTS } from '../deliver/panelWords';
import { endpointsFor } from '../gateway/free/catalog';
import type { ListedEndpoint } from '../gateway/free/catalog';
import { askFreeRoute } from '../gateway/free/freeRoute';
import type { PanelHost } from '../host/access';
import { ALL, knownAt, writtenEndpoint } from '../operations/gateway/endpoint';
import { inspect } from '../operations/gateway/inspect';
import { queries } from '../operations/queries';

/** Milliseconds after which a list that hangs ends: somebody waits in front of it. */
const PANEL_PATIENCE = 5000;

/**
 * An entry that says why there are no others: an error would take the place of the whole list. Its value counts as
 * empty, but is not (n8n.md, An entry with an empty value is the chosen one).
 */
const NO_OTHERS: INodeListSearchResult = { results: [{ name: NO_OTHER_ENDPOINTS, value: ' ' }] };

/** Those that the gateway lists and the node does not know, each once. */
function choicesOf(found: ListedEndpoint[], deployment: Deployment): INodeListSearchItems[] {
	const choices = found
		.filter((listed) => knownAt(listed, deployment) === undefined)
		.map((listed) => ({ name: nameOfListed(listed), value: writtenEndpoint(listed) }));
	return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
}

/** What the gateway has besides the known ones; a cursor as token where there is more of it. */
async function othersOf(
	{ deployment, send }: Opened,
	typed: string,
	cursor: string | undefined,
): Promise<INodeListSearchResult> {
	const request = endpointsFor(typed, cursor);
	const answer = await askFreeRoute(send, deployment, request, PANEL_PATIENCE);
	if (!('found' in answer)) return NO_OTHERS;
	const { endpoints, cursor: next } = answer.found;
	return {
		results: choicesOf(endpoints, deployment),
		paginationToken: next === cursor ? undefined : next,
	};
}

/** The choices of the field Endpoint: the known ones, then the gateway's. Costs nothing, and never throws. */
export async function searchEndpoints(
	host: PanelHost,
	filter = '',
	token?: string,
): Promise<INodeListSearchResult> {
	const typed = filter.trim();
	const loaded = await loadDeployment(host);
	const known = queries.map((query) => {
		const path = 'failure' in loaded ? query.call.endpoint : loaded.deployment.endpointOf(query);
		return { name: nameOfKnown(query, path), value: path };
	});
	if (host.operation === inspect.name) known.unshift({ name: 'All Known Operations', value: ALL });
	const isTyped = ({ name, value }: INodeListSearchItems) =>
		`${name} ${value}`.toLowerCase().includes(typed.toLowerCase());
	const others = 'failure' in loaded ? NO_OTHERS : await othersOf(loaded, typed, token);
	const first = token === undefined ? known.filter(isTyped) : [];
	return { ...others, results: [...first, ...others.results] };
}
