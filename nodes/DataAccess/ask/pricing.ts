import { inspectionRequest } from '../gateway/free/catalog';
import { askWithRetries, FREE_TIMEOUT } from '../gateway/free/freeRoute';
import type { Query } from '../operations/operation';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { LoadedDeployment } from './loadDeployment';
import type { Settings } from './settings';

/** Milliseconds to wait for a price that the run does not need. */
const SHORT_PATIENCE = 2000;

/** Adds the price of a call: the user's, else the gateway's, else the node's own. Fails if there is a cap but no price. */
export async function pricedQuery(
	query: Query,
	{ deployment, send }: LoadedDeployment,
	{ cap, dryRun }: Pick<Settings, 'cap' | 'dryRun'>,
): Promise<Query | { failure: Failure }> {
	if (!query.call.asksPrice) return query;
	const { provider, endpoint, price: ownPrice } = deployment.callOf(query, {});
	const isNeeded = ownPrice === undefined && cap !== Infinity && !dryRun;
	const inspected = await askWithRetries(
		send,
		deployment,
		inspectionRequest({ provider, endpoint }),
		isNeeded ? FREE_TIMEOUT : SHORT_PATIENCE,
	);
	const listedPrice = 'value' in inspected ? inspected.value.price : null;
	// A listed price of 0 would lift the cap, so it counts only if the node has no price of its own.
	const price = listedPrice === 0 ? (ownPrice ?? 0) : (listedPrice ?? ownPrice);
	if (price !== undefined) return { ...query, call: { ...query.call, price } };
	if (!isNeeded) return query;
	const isKeyRefused = 'failure' in inspected && inspected.failure.code === 'KEY_REFUSED';
	return { failure: failureOf(isKeyRefused ? 'KEY_REFUSED' : 'PRICE_UNKNOWN') };
}
