import type { Answer } from '../answers/answer.mts';
import type { RunOutcome } from '../answers/layers.mts';
import { isObject } from '../call/arrival.mts';
import type { LedgerEntry } from '../call/ledger.mts';
import type { State } from '../call/state.mts';
import { hexFor } from '../lists/random.mts';
import { OPERATIONS } from '../operations/index.mts';
import type { Settings } from '../settings.mts';

/** A run as the gateway keeps it. Times are in epoch milliseconds on this machine's clock. */
export interface KeptRun {
	runId: string;
	provider: string;
	endpoint: string;
	/** The input as the gateway keeps it, which may differ from what was sent. */
	input: unknown;
	createdAt: number;
	listedAt: number;
	endsAt: number;
	/** When the run begins to report its cost. */
	pricedAt: number;
	outcome: RunOutcome;
	/** US dollars. */
	price: number;
}

/** Milliseconds before the call at which somebody else ran the same request. */
const LONG_BEFORE = 60_000;

/** Keeps the run of a call if the call created one and this gateway lists its runs. */
export function keepRun(state: State, entry: LedgerEntry, { run }: Answer): void {
	const { settings, runs } = state;
	if (run === null || settings.freeRoutes.runs === 'missing') return;
	const { facts, outcome, endsAfterMs } = run;
	const { listedAfterMs, costAfterMs, foreign } = settings.runs;
	const { rawBody, at } = entry;
	const own: KeptRun = {
		runId: facts.runId,
		provider: facts.provider,
		endpoint: facts.endpoint,
		input: keptInput(isObject(rawBody) ? rawBody.input : null, entry, settings),
		createdAt: at,
		listedAt: at + listedAfterMs,
		endsAt: at + endsAfterMs,
		pricedAt: at + endsAfterMs + costAfterMs,
		outcome,
		price: facts.price,
	};
	const others = Array.from({ length: foreign }, (_, index) => foreignRun(own, index, foreign));
	runs.push(...others, own);
	runs.sort((a, b) => a.createdAt - b.createdAt);
}

/** Returns one of `count` runs of other clients, in the second before the call. */
function foreignRun(own: KeptRun, index: number, count: number): KeptRun {
	const runId = `run_${hexFor(`${own.runId} foreign ${index}`, 24)}`;
	const at = own.createdAt - 1000 + Math.floor((1000 * index) / count);
	const other = { ...own, runId, createdAt: at, listedAt: at, endsAt: at, pricedAt: at };
	const failed: RunOutcome = { ...own.outcome, status: 'FAILED', output: null };
	switch (index) {
		case 0:
			return { ...other, outcome: failed };
		case 1:
			return { ...other, input: { strange: index } };
		case 2:
			return { ...other, input: { strange: index }, outcome: failed };
		case 3:
			return { ...other, provider: 'another-provider' };
		case 4:
			return { ...other, createdAt: own.createdAt - LONG_BEFORE };
		default:
			return { ...other, endpoint: '/api/v1/elsewhere/list', input: { strange: index } };
	}
}

function keptInput(sent: unknown, { operation }: LedgerEntry, settings: Settings): unknown {
	const called = OPERATIONS.find(({ name }) => name === operation);
	if (!isObject(sent) || called === undefined || !settings.runs.rewritesInputs) return sent;
	const fields = settings.inputFormat === 'grouped' ? (sent[called.group] as object) : sent;
	const defaults = Object.entries(called.input.properties).map(([name, field]) => [
		name,
		field.default,
	]);
	const kept = Object.entries({ ...Object.fromEntries(defaults), ...fields })
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => [name, typeof value === 'number' ? String(value) : value] as const);
	return Object.fromEntries(kept.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
