import type { Means } from '../means';
import type { Ask } from '../pageRequest';
import { pauseForAll } from '../retryPolicy';

/** One paid call. Its end frees the place that it holds in the pace. */
export const called =
	({ gateway, query, pace }: Pick<Means, 'gateway' | 'query' | 'pace'>): Ask =>
	async ({ call, timeout }) => {
		const answer = await gateway.buy({ ...call, timeout, holdsPage: query.holdsPage });
		const isPage = !('failure' in answer);
		if (!isPage && answer.failure.code === 'RATE_LIMITED') {
			pace.slowDown(pauseForAll(answer.failure, Math.random()));
		}
		pace.end(isPage);
		return isPage ? { bought: answer, boughtAt: Date.now() } : answer;
	};
