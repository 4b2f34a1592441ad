import type { Means } from '../means';
import type { Ask } from '../pageRequest';
import { pauseForAll } from '../retryPolicy';

/** One paid call. Its end frees the place that it holds in the pace. */
export const called =
	({ gateway, query, pace }: Pick<Means, 'gateway' | 'query' | 'pace'>): Ask =>
	async ({ call, timeout }) => {
		let isPage = false;
		try {
			const answer = await gateway.buy({ ...call, timeout, holdsPage: query.holdsPage });
			isPage = !('failure' in answer);
			if (!('failure' in answer)) return { bought: answer, boughtAt: Date.now() };
			const { failure } = answer;
			if (failure.code === 'RATE_LIMITED') pace.slowDown(pauseForAll(failure, Math.random()));
			return answer;
		} finally {
			pace.end(isPage);
		}
	};
