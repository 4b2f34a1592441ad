import { describe, expect, test } from '@jest/globals';

import type { Host } from '../../nodes/DataAccess/host/host.ts';
import type * as operationModule from '../../nodes/DataAccess/operations/user/getPosts.ts';
import type * as runModule from '../../nodes/DataAccess/run/runQuery.ts';
import { built, forgetBuilt } from '../harness/built.mts';
import { pageOfPosts, runOf } from '../harness/gateway.mts';
import { useVirtualTime } from '../harness/virtualTime.mts';

const SECOND = 1000;
/** Milliseconds until a page arrives, and until a rate limit does. */
const CALL = 200;
const REFUSAL = 20;

type Time = ReturnType<typeof useVirtualTime>;
/** Each call returns the seconds of Retry-After, or nothing for a page. */
type Gateway = (time: Time) => () => Promise<number | undefined>;

/** Allows this many calls in each window of this many seconds. */
const inWindow =
	(most: number, seconds: number): Gateway =>
	(time) => {
		let [begun, count] = [-1, 0];
		return async () => {
			const at = Math.floor(time.now() / SECOND / seconds);
			if (at !== begun) [begun, count] = [at, 0];
			const isFree = count++ < most;
			const rest = (at + 1) * seconds - time.now() / SECOND;
			await time.sleep(isFree ? CALL : REFUSAL);
			return isFree ? undefined : Math.max(1, Math.ceil(rest));
		};
	};

const atOnce =
	(most: number): Gateway =>
	(time) => {
		let count = 0;
		return async () => {
			const isFree = count < most;
			if (isFree) count += 1;
			await time.sleep(isFree ? CALL : REFUSAL);
			if (isFree) count -= 1;
			return isFree ? undefined : 1;
		};
	};

const quota =
	(most: number, retryAfter: number): Gateway =>
	(time) => {
		let count = 0;
		return async () => {
			await time.sleep(CALL);
			return count++ < most ? undefined : retryAfter;
		};
	};

/** One n8n process. */
interface Worker {
	runQuery: typeof runModule.runQuery;
	getPosts: typeof operationModule.getPosts;
}
function newWorker(): Worker {
	forgetBuilt();
	const { runQuery } = built<typeof runModule>('run/runQuery');
	return { runQuery, ...built<typeof operationModule>('operations/user/getPosts') };
}
const workers = [newWorker(), newWorker()];

let trials = 0;

interface Trial {
	gateway: Gateway;
	/** Number of input items of each run. */
	items: number;
	concurrency: number;
	workers?: number;
	/** Number of runs of each worker. One starts each minute. */
	runs?: number;
	isTool?: boolean;
}

/** Returns the outcome of all runs together. */
async function outcomeOf({ gateway, items, concurrency, isTool = false, ...trial }: Trial) {
	const time = useVirtualTime();
	const ask = gateway(time);
	const begun = time.now();
	const sum = { calls: 0, pages: 0, seconds: 0, messages: [] as string[] };
	const transport: Host['wanted']['transport'] = () => async () => {
		sum.calls += 1;
		const retryAfter = await ask();
		const body = runOf(pageOfPosts([{ id: `p${sum.calls}` }]));
		return retryAfter === undefined
			? { status: 200, headers: {}, text: JSON.stringify(body) }
			: { status: 429, headers: { 'retry-after': String(retryAfter) }, text: '{}' };
	};
	const baseUrl = `http://limits-${(trials += 1)}.example`;
	const data = { baseUrl, apiKey: 'key', provider: 'provider', inputFormat: 'flat' };
	const parameters: Record<string, unknown> = { output: 'raw', maxCost: 0, limit: 1 };
	const options: Record<string, unknown> = { concurrency };
	const hostOf = (run: string): Host => ({
		facts: {} as never,
		who: { isTool, isProduction: true, continuesOnFail: true, maxTries: 1 },
		execution: {
			...{ id: run, isAlone: false, context: {}, callsUntil: Infinity },
			patience: (isTool ? 20 : 300) * SECOND,
		},
		wanted: {
			hasReport: false,
			inputItems: Array.from({ length: items }, () => ({ json: {} })),
			parameters: {
				...{ stored: { userId: '={{ 1 }}' }, timeZone: 'UTC' },
				read: (name, index) => {
					if (name === 'userId') return `${run}-${index}`;
					return name === 'options' ? options : (options[name.slice(8)] ?? parameters[name]);
				},
			},
			loadCredential: async () => ({ id: 'credential', name: 'Credential', data }),
			transport,
		},
		audience: { show: () => {}, errorOf: () => new Error('failed'), trace: () => {} },
	});
	let open = 0;
	const start = async ({ runQuery, getPosts }: Worker, run: string, after: number) => {
		open += 1;
		await time.sleep(after);
		const ended = await runQuery(hostOf(run), getPosts);
		const [all = []] = 'outputs' in ended ? ended.outputs : [];
		sum.pages += all.filter(({ json }) => 'id' in json).length;
		sum.messages.push(...all.flatMap(({ json }) => (json.message ? String(json.message) : [])));
		sum.seconds = Math.max(sum.seconds, (time.now() - begun) / SECOND);
		open -= 1;
	};
	for (const [index, worker] of workers.slice(0, trial.workers ?? 1).entries()) {
		for (let run = 0; run < (trial.runs ?? 1); run++) {
			void start(worker, `${trials}-${index}-${run}`, run * 60 * SECOND);
		}
	}
	while (open > 0) await time.pass(() => open === 0, 5 * SECOND);
	return { ...sum, failed: sum.messages.length };
}

const ITEMS = 120;

describe.each([1, 3, 10, 50])('at Concurrency %s', (concurrency) => {
	describe.each([1, 2])('by %s workers', (count) => {
		const all = ITEMS * count;
		const inFlight = concurrency * count;
		test.each([
			['ten calls a second', inWindow(10, 1), all / Math.min(10, 5 * inFlight), 1.6],
			['two calls at once', atOnce(2), (all * 0.2) / Math.min(2, inFlight), 1.6],
			['sixty calls a minute', inWindow(60, 60), 60 * (all / 60 - 1), 1.6],
		] as const)(
			'all pages arrive under a limit of %s',
			async (_label, gateway, least, most) => {
				const outcome = await outcomeOf({ gateway, items: ITEMS, concurrency, workers: count });
				expect(outcome).toMatchObject({ pages: all, failed: 0 });
				expect(outcome.calls).toBeLessThanOrEqual(most * all);
				expect(outcome.seconds).toBeLessThanOrEqual(2 * least);
			},
			60_000,
		);
	});
});

const FOUR_HOURS = 14_400;

describe.each([1, 3, 50])('at Concurrency %s', (concurrency) => {
	test.each<[string, number, { items: number; runs?: number }, number, string]>([
		['a quota of four hours', FOUR_HOURS, { items: 600 }, 60, 'again in 4 hours'],
		['a limit of a minute for ever', 60, { items: 600 }, 360, 'again in'],
		['a limit of 290 seconds for ever', 290, { items: 600 }, 700, 'again in'],
		['four hours, four runs', FOUR_HOURS, { items: 20, runs: 4 }, 300, 'again in 4 hours'],
		['a minute for ever, four runs', 60, { items: 20, runs: 4 }, 600, 'again in'],
	])(
		'no run waits for %s',
		async (_label, seconds, trial, most, words) => {
			const outcome = await outcomeOf({ gateway: quota(2, seconds), concurrency, ...trial });
			expect(outcome).toMatchObject({ pages: 2, failed: trial.items * (trial.runs ?? 1) - 2 });
			expect(outcome.seconds).toBeLessThanOrEqual(most);
			expect(outcome.calls).toBeLessThanOrEqual(60);
			expect(outcome.messages.filter((message) => !message.includes(words))).toEqual([]);
		},
		60_000,
	);
});

test('a tool does not wait for a minute and a half, and its error says when to call again', async () => {
	const trial = { items: 1, runs: 2, concurrency: 1, isTool: true };
	const outcome = await outcomeOf({ gateway: quota(0, 90), ...trial });
	// The second use begins a minute later, when one call may go first.
	expect(outcome.calls).toBe(2);
	for (const message of outcome.messages) expect(message).toContain('call again in 90 seconds');
	expect(outcome.messages).toHaveLength(2);
});
