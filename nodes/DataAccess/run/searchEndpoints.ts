import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { loadDeployment } from '../ask/deployment';
import type { Deployment } from '../ask/deployment';
import { pageOfEndpoints, searchFor } from '../gateway/free/catalog';
import type { ListedEndpoint } from '../gateway/free/catalog';
import { askFreeRoute } from '../gateway/free/freeRoute';
import type { Nothing } from '../gateway/free/freeRoute';
import type { Transport } from '../gateway/transport';
import { nameOfKnown, nameOfListed, NO_OTHERS } from '../deliver/panelWords';
import type { PanelHost } from '../host/panelHost';
import { ALL, knownAt, pathOfKnown, writtenEndpoint } from '../operations/gateway/endpoint';
import { inspect } from '../operations/gateway/inspect';
import { queries } from '../operations/queries';
import { jsonIn } from '../shared/json';

/** Milliseconds after which a list that hangs ends: somebody waits in front of it. */
const PATIENCE = 5000;

/** Counts as empty, but is not: n8n would take it for what is chosen, and move it to the top. */
const NOTHING = ' ';

/** An entry that says why there are no others: an error would take the place of the whole list. */
const noOthers = (why: keyof typeof NO_OTHERS): INodeListSearchResult => ({
	results: [{ name: NO_OTHERS[why], value: NOTHING }],
});

function noOthersAfter({ why, status }: Nothing): INodeListSearchResult {
	if (why === 'refused') return noOthers(status === 401 ? 'keyRefused' : 'notAllowed');
	return noOthers(why === 'notHere' || why === 'unknown' ? 'notListed' : 'noAnswer');
}

/** The cursors that led to a page, which its token consists of: one that comes again ends the list. */
function cursorsIn(token: string | undefined): string[] {
	const cursors = jsonIn(token ?? '');
	return Array.isArray(cursors) ? cursors.map(String) : [];
}

/** What the gateway has besides the known ones; a token where there is more of it. */
async function othersOf(
	deployment: Deployment,
	send: Transport,
	typed: string,
	token: string | undefined,
): Promise<INodeListSearchResult> {
	const isKnown = ({ provider, endpoint }: ListedEndpoint) =>
		provider === deployment.provider && knownAt(endpoint, deployment.endpointOf) !== undefined;
	const choicesOf = (found: ListedEndpoint[]) => {
		const others = found
			.filter((each) => !isKnown(each))
			.map((listed) => ({
				name: nameOfListed(listed),
				value: writtenEndpoint(listed),
			}));
		return [...new Map(others.map((choice) => [choice.value, choice])).values()];
	};
	if (typed !== '') {
		const answer = await askFreeRoute(send, deployment, searchFor(typed), PATIENCE);
		return 'found' in answer ? { results: choicesOf(answer.found) } : noOthersAfter(answer);
	}
	const cursors = cursorsIn(token);
	const answer = await askFreeRoute(send, deployment, pageOfEndpoints(cursors.at(-1)), PATIENCE);
	if (!('found' in answer)) return noOthersAfter(answer);
	const { items, cursor } = answer.found;
	const results = choicesOf(items);
	if (cursor === undefined || cursors.includes(cursor)) return { results };
	return { results, paginationToken: JSON.stringify([...cursors, cursor]) };
}

/** The choices of the field Endpoint: the known ones, then the gateway's. Costs nothing, and never throws. */
export async function searchEndpoints(
	host: PanelHost,
	filter = '',
	token?: string,
): Promise<INodeListSearchResult> {
	const typed = filter.trim();
	const loaded = await loadDeployment(host);
	const deployment = 'failure' in loaded ? undefined : loaded.deployment;
	const pathOf = deployment?.endpointOf ?? pathOfKnown;
	const isWanted = ({ name, value }: INodeListSearchItems) =>
		`${name} ${value}`.toLowerCase().includes(typed.toLowerCase());
	const all = { name: 'All Known Operations', value: ALL };
	const first: INodeListSearchItems[] = [
		...(host.operation === inspect.name ? [all] : []),
		...queries.map((query) => ({ name: nameOfKnown(query, pathOf(query)), value: pathOf(query) })),
	];
	const known = token === undefined ? first.filter(isWanted) : [];
	if ('failure' in loaded) {
		return { results: [...known, ...noOthers('noCredential').results] };
	}
	const others = await othersOf(loaded.deployment, loaded.send, typed, token);
	return { ...others, results: [...known, ...others.results] };
}
