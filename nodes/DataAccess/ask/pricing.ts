import { inspectionOf } from '../gateway/catalog';
import { askFreeRoute } from '../gateway/freeRoute';
import type { Transport } from '../gateway/transport';
import type { MadeQuery, Query } from '../operations/operation';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { Deployment } from './deployment';
import { PATIENCE } from './informant';

/** Milliseconds for which a price is not asked for again. */
const REMEMBERED = 10 * 60_000;

/** Prices that one process remembers at most. */
const MOST = 1000;

/** What gateways said, by deployment, provider and endpoint. */
const prices = new Map<string, { price: number; at: number }>();

async function askedPrice(
	deployment: Deployment,
	{ provider, endpoint }: { provider: string; endpoint: string },
	send: Transport,
): Promise<number | undefined> {
	const name = JSON.stringify([deployment.scope, provider, endpoint]);
	const known = prices.get(name);
	if (known && Date.now() < known.at + REMEMBERED) return known.price;
	prices.delete(name);
	const answer = await askFreeRoute(send, deployment, inspectionOf(provider, endpoint, PATIENCE));
	const price = 'found' in answer ? answer.found.price : null;
	if (price === null) return undefined;
	for (const [oldest] of prices) if (prices.size >= MOST) prices.delete(oldest);
	prices.set(name, { price, at: Date.now() });
	return price;
}

/**
 * The query with a price for each call: the user's own, else the gateway's, which is asked for free,
 * else what the node knows.
 * @param cap US dollars that the execution may spend, Infinity for no cap: it holds only for calls
 * whose price is known
 */
export async function pricedQuery(
	query: MadeQuery,
	{ deployment, cap }: { deployment: Deployment; cap: number },
	open: () => { send: Transport; close(): void },
): Promise<Query | { failure: Failure }> {
	if (!query.atPrice) return query;
	const call = deployment.callOf(query, {});
	const { send, close } = open();
	const asked = await askedPrice(deployment, call, send);
	close();
	if (asked !== undefined) return query.atPrice(asked);
	return call.price > 0 || cap === Infinity ? query : { failure: failureOf('PRICE_UNKNOWN') };
}
