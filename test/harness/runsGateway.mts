import { outside } from './native.mts';
import type { GatewayAnswer, GatewayCall, OwnGateway } from './gateway.mts';

/** A run as this gateway keeps it. Times are in epoch milliseconds on the built node's clock. */
export interface OwnRun {
	runId: string;
	provider: string;
	endpoint: string;
	input: Record<string, unknown>;
	createdAt: number;
	endsAt: number;
	output: unknown;
	status: string;
}

/** How a paid call is answered: with its page, with a run that is still running (202), or with a 502. */
export type CallAnswer = 'page' | 'accepted' | 'lost' | GatewayAnswer;

interface Habits {
	/** Decides how a paid call, counted from 1, is answered. It may change the run. */
	call?(number: number, run: OwnRun): CallAnswer | Promise<CallAnswer>;
	/** How long each run takes, in milliseconds. */
	takes?: number;
	/** Replaces the answer of a free request, counted from 1. */
	look?(number: number, path: string): GatewayAnswer | undefined;
	output?(input: Record<string, unknown>, number: number): unknown;
	others?: OwnRun[];
	/** Overrides fields of a run, in the list and alone. */
	shown?(run: OwnRun): object;
}

const now = () => outside.Date.now();
const PRICE = 0.01;

/** Lets a gateway sell any page and keep the runs of its calls, on the built node's clock. */
export function keepRuns(gateway: OwnGateway, habits: Habits = {}) {
	const runs: OwnRun[] = [];
	const looks: Array<{ path: string; at: number }> = [];
	const { takes = 0, others = [], output = (input) => ({ for: input }) } = habits;
	const answer = (body: unknown, status = 200, at = now()): GatewayAnswer => {
		return { status, body, headers: { date: new Date(at).toUTCString() } };
	};
	const isOver = ({ endsAt }: OwnRun) => endsAt <= now();
	const summary = (run: OwnRun) => ({
		runId: run.runId,
		provider: run.provider,
		endpoint: run.endpoint,
		status: isOver(run) ? run.status : 'RUNNING',
		createdAt: new Date(run.createdAt).toISOString(),
		...(isOver(run) && {
			completedAt: new Date(run.endsAt).toISOString(),
			cost: { value: PRICE, currency: 'USD' },
		}),
		...habits.shown?.(run),
	});
	const outputOf = (run: OwnRun) => (isOver(run) ? run.output : null);
	const whole = (run: OwnRun) => ({ input: run.input, output: outputOf(run), ...summary(run) });

	async function sell({ body }: GatewayCall): Promise<GatewayAnswer> {
		const number = runs.length + 1;
		const { provider, endpoint, input } = body;
		const run: OwnRun = {
			...{ runId: `run_${number}`, provider, endpoint, input, status: 'COMPLETED' },
			...{ createdAt: now(), endsAt: now() + takes, output: output(input, number) },
		};
		runs.push(run);
		const how = (await habits.call?.(number, run)) ?? 'page';
		if (typeof how === 'object') return how;
		if (how === 'lost') return answer('<p>Bad Gateway</p>', 502);
		if (how === 'accepted') return answer({ runId: run.runId, status: 'RUNNING' }, 202);
		return answer(whole({ ...run, endsAt: Math.min(run.endsAt, now()) }));
	}

	function answerFree({ path }: GatewayCall): GatewayAnswer {
		const at = now();
		looks.push({ path, at });
		const instead = habits.look?.(looks.length, path);
		if (instead)
			return { ...instead, headers: { ...answer(0, 0, at).headers, ...instead.headers } };
		const [, id] = /\/runs\/(.+)$/.exec(path) ?? [];
		if (id === undefined)
			return answer({ items: [...runs, ...others].map(summary).reverse() }, 200, at);
		const run = [...runs, ...others].find(({ runId }) => runId === decodeURIComponent(id));
		return run ? answer(whole(run)) : answer({ code: 'run_not_found' }, 404);
	}

	gateway.answerWith((call) => (call.method === 'POST' ? sell(call) : answerFree(call)));
	return { runs, looks, habits };
}
