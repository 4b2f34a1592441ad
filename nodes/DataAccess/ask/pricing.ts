import { inspectionRequest } from '../gateway/free/catalog';
import { askWithRetries, FREE_TIMEOUT } from '../gateway/free/freeRoute';
import type { FreeResult } from '../gateway/free/freeRoute';
import type { Query } from '../operations/operation';
import { failureOf } from '../shared/failure';
import type { Failed, Failure } from '../shared/failure';
import type { LoadedDeployment } from './loadDeployment';
import type { Settings } from './settings';

/** Milliseconds to wait for a price that the run does not need. */
const SHORT_PATIENCE = 2000;

/** Adds the price of a call: the user's, else the gateway's, else the node's own. Fails if there is a cap but no price. */
export async function pricedQuery(
	query: Query,
	{ deployment, send }: LoadedDeployment,
	{ cap, dryRun }: Pick<Settings, 'cap' | 'dryRun'>,
): Promise<Query | Failed> {
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
	// A listed price of 0 lifts the cap until a response reports a cost, so the node's own price comes before it.
	const price = listedPrice || (ownPrice ?? listedPrice);
	if (price !== null) return { ...query, call: { ...query.call, price } };
	return isNeeded ? { failure: withoutPrice(inspected) } : query;
}

/** Returns the failure of a run that needs a price, if the inspection has brought none. */
function withoutPrice(inspected: FreeResult<unknown>): Failure {
	// Another path or provider may have a price.
	if ('value' in inspected || inspected.failure.code === 'NOT_FOUND') {
		return failureOf('PRICE_UNKNOWN');
	}
	const { code, words, retry, retryAfter, endsExecution } = inspected.failure;
	if (['KEY_REFUSED', 'REDIRECTED'].includes(code)) return inspected.failure;
	const ends = endsExecution ? 'always' : 'never';
	return failureOf('PRICE_UNKNOWN', { words, retryAfter }, { unusual: { retry, ends } });
}
