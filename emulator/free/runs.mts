import type { Answer } from '../answers/answer.mts';
import { jsonAnswer, refusal } from '../answers/answer.mts';
import { costFields, gatewayDate, isUnfinished } from '../answers/layers.mts';
import type { State } from '../call/state.mts';
import type { FreeRoute } from './freeRoute.mts';
import type { KeptRun } from './keptRuns.mts';

const MOST = 100;
const USUAL = 20;

/** Lists the runs of the account, newest first, without input and output. */
export const listRuns: FreeRoute = {
	name: 'runs',
	method: 'GET',
	path: 'runs',
	answer({ query }, state): Answer {
		const limit = Number(query.limit ?? USUAL);
		if (!Number.isInteger(limit) || limit < 1 || limit > MOST) {
			return refusal(400, 'invalid_request', `limit should be 1 to ${MOST}`);
		}
		const now = Date.now();
		const runs = state.runs.filter(({ listedAt }) => listedAt <= now).reverse();
		const { cursor, status } = query;
		const begin = cursor ? runs.findIndex(({ runId }) => runId === cursor) + 1 : 0;
		const rest = runs
			.slice(begin)
			.filter((run) => status === undefined || statusOf(run, now) === status);
		const page = rest.slice(0, limit);
		return jsonAnswer(200, {
			items: page.map((run) => summaryOf(run, state, now)),
			...(rest.length > limit && { cursor: page.at(-1)!.runId }),
		});
	},
};

/** Returns one run with its input and, if it has ended, its output. */
export const readRun: FreeRoute = {
	name: 'run',
	method: 'GET',
	path: 'runs/:runId',
	answer({ params }, state): Answer {
		const run = state.runs.find(({ runId }) => runId === params.runId);
		if (run === undefined) return refusal(404, 'run_not_found', 'Unknown run');
		const now = Date.now();
		const { input, outcome } = run;
		const output = hasEnded(run, now) ? outcome.output : null;
		return jsonAnswer(200, { ...summaryOf(run, state, now), input, output });
	},
};

const hasEnded = ({ endsAt, outcome }: KeptRun, now: number) =>
	endsAt <= now && !isUnfinished(outcome.status);

function statusOf(run: KeptRun, now: number): string {
	const { status } = run.outcome;
	return hasEnded(run, now) || isUnfinished(status) ? status : 'RUNNING';
}

function summaryOf(run: KeptRun, { settings }: State, now: number): object {
	const { runId, provider, endpoint, outcome, createdAt, endsAt, pricedAt, price } = run;
	const time = (at: number) => gatewayDate(at, settings);
	const { price: listed } = costFields(price, outcome.cost, 'none') as { price: unknown };
	const isPriced = hasEnded(run, now) && pricedAt <= now;
	const { charged, reported = charged } = outcome.cost;
	return {
		runId,
		caller: 'api',
		provider,
		endpoint,
		status: statusOf(run, now),
		price: listed,
		...(isPriced && { cost: { value: reported, currency: 'USD' } }),
		createdAt: time(createdAt),
		startedAt: time(createdAt),
		...(hasEnded(run, now) && {
			completedAt: time(endsAt),
			providerResponse: outcome.providerResponse,
		}),
	};
}
