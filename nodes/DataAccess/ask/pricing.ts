import { inspectionRequest } from '../gateway/free/catalog';
import { askWithRetries, FREE_TIMEOUT } from '../gateway/free/freeRoute';
import type { Query } from '../operations/operation';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { LoadedDeployment } from './loadDeployment';
import type { Settings } from './settings';

/** Milliseconds for a price that the run can do without. */
const SHORT_PATIENCE = 2000;

/** With a price for each call: the user's own, else the gateway's, else what the node knows. A cap needs one. */
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
	// A listing of 0 would lift the cap: it is believed only where the node knows no other price.
	const price = listedPrice === 0 ? (ownPrice ?? 0) : (listedPrice ?? ownPrice);
	if (price !== undefined) return { ...query, call: { ...query.call, price } };
	if (!isNeeded) return query;
	const isKeyRefused = 'failure' in inspected && inspected.failure.code === 'KEY_REFUSED';
	return { failure: failureOf(isKeyRefused ? 'KEY_REFUSED' : 'PRICE_UNKNOWN') };
}
