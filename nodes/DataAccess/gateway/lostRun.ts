import { isObject, numberOf, textOf, valueAt } from '../shared/values';

/** A call without a page whose run may be at the gateway. */
export interface LostCall {
	provider: string;
	endpoint: string;
	/** As it was sent. */
	input: Record<string, unknown>;
	/** The paths of its fields that move from page to page. */
	moving: ReadonlyArray<readonly string[]>;
	/** Epoch milliseconds on this machine's clock. */
	begunAt: number;
	endedAt: number;
	/** Where an answer has named it. */
	runId?: string;
}

/** A run as the gateway lists it: without input and output. */
export interface ListedRun {
	id: string;
	provider: unknown;
	endpoint: unknown;
	status: string;
	/** Epoch milliseconds on the gateway's clock. */
	createdAt: number;
}

/** A page of that list. */
export interface ListedRuns {
	runs: ListedRun[];
	/** Leads to the next page, of older runs. */
	cursor?: string;
	/** Epoch milliseconds by which the gateway's clock is ahead of this machine's. */
	skew: number;
}

/** Milliseconds before and after a call in which its run may seem to be created. */
const GRACE = 2000;

const UNDER_WAY = ['READY', 'RUNNING', 'STOPPING'];

/** Runs that ended without a page: that such a one is there proves nothing of another. */
const WITHOUT_PAGE = ['FAILED', 'BLOCKED', 'STOPPED', 'TIMED_OUT'];

// It becomes a part of a path, where dots alone would lead elsewhere.
const RUN_ID = /^[\w-][\w.:~-]{0,199}$/;

const idOf = (value: unknown) => {
	const id = textOf(value) ?? numberOf(value)?.toString() ?? '';
	return RUN_ID.test(id) ? id : undefined;
};

/** A run's id as it may stand in a path; undefined where it may not. */
export const safeRunId = idOf;

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Epoch milliseconds of a time as JSON writes it; NaN where it is none. */
const timeOf = (value: unknown) =>
	typeof value === 'string' && ISO_TIME.test(value) ? Date.parse(value) : NaN;

const statusOf = (value: unknown) => textOf(value)?.trim().toUpperCase() ?? '';

function listedRunOf(entry: unknown): ListedRun | undefined {
	if (!isObject(entry)) return undefined;
	const { runId, provider, endpoint, status, createdAt } = entry;
	const [id, time] = [idOf(runId), timeOf(createdAt)];
	if (id === undefined || Number.isNaN(time)) return undefined;
	return { id, provider, endpoint, status: statusOf(status), createdAt: time };
}

/**
 * A page of the gateway's runs (docs/development/gateway.md, Free routes); undefined where it is none.
 * @param skew milliseconds by which the gateway's clock is ahead
 */
export function readRuns(json: unknown, skew: number): ListedRuns | undefined {
	if (!isObject(json) || !Array.isArray(json.items)) return undefined;
	const runs = json.items.flatMap((entry) => listedRunOf(entry) ?? []);
	return { runs, skew, cursor: textOf(json.cursor) };
}

/** Whether the list, whose newest runs come first, goes on with runs that are older than the call. */
export function isPast({ begunAt }: LostCall, { runs, skew }: ListedRuns): boolean {
	return runs.some(({ createdAt }) => createdAt < begunAt + skew - GRACE);
}

/** The listed runs that may be the call's, as far as the list tells. */
export function candidatesOf(
	{ provider, endpoint, begunAt, endedAt }: LostCall,
	{ runs, skew }: ListedRuns,
): ListedRun[] {
	return runs.filter(
		(run) =>
			run.provider === provider &&
			run.endpoint === endpoint &&
			!WITHOUT_PAGE.includes(run.status) &&
			run.createdAt >= begunAt + skew - GRACE &&
			run.createdAt <= endedAt + skew + GRACE,
	);
}

/** Runs that a search reads in all. */
export const MOST_READ = 10;

/**
 * The order in which candidates are read: the oldest first, since of several that fit it is the answer; of
 * too many, those that were created nearest to the call's beginning.
 * @param left how many may still be read
 */
export function inOrder(
	candidates: readonly ListedRun[],
	{ begunAt }: Pick<LostCall, 'begunAt'>,
	skew: number,
	left: number,
): ListedRun[] {
	const distance = ({ createdAt }: ListedRun) => Math.abs(createdAt - begunAt - skew);
	const nearest = [...candidates].sort((a, b) => distance(a) - distance(b)).slice(0, left);
	return nearest.sort((a, b) => a.createdAt - b.createdAt);
}

const GROUPS = ['pathParams', 'queryParams', 'body'];

/** The fields of an input, without the groups that a deployment wants around them. */
function ungrouped(input: Record<string, unknown>): Record<string, unknown> {
	const names = Object.keys(input);
	const isGrouped =
		names.length > 0 &&
		names.every((name) => GROUPS.includes(name) && (isObject(input[name]) || isUnset(input[name])));
	if (!isGrouped) return input;
	return Object.fromEntries(names.flatMap((name) => Object.entries(input[name] ?? {})));
}

const isUnset = (value: unknown) => value === undefined || value === null || value === '';

/** Whether all that was sent is kept: the same, or the same number as text. */
function covers(kept: unknown, sent: unknown): boolean {
	if (isUnset(sent)) return isUnset(kept);
	if (Array.isArray(sent)) {
		if (!Array.isArray(kept) || kept.length !== sent.length) return false;
		return sent.every((value, index) => covers(kept[index], value));
	}
	if (isObject(sent)) {
		if (!isObject(kept)) return false;
		return Object.keys(sent).every((name) => covers(valueAt(kept, [name]), sent[name]));
	}
	if (kept === sent) return true;
	const isNumber = typeof kept === 'number' || typeof sent === 'number';
	const number = numberOf(sent);
	return isNumber && number !== undefined && number === numberOf(kept);
}

/**
 * Whether a run's input asks for the same: every field that was sent is there and equal. Gateways add
 * fields that were not sent, but one that moves from page to page would make it another page.
 */
export function asksTheSame(
	kept: unknown,
	{ input, moving }: Pick<LostCall, 'input' | 'moving'>,
): boolean {
	if (!isObject(kept)) return false;
	const [own, other] = [ungrouped(input), ungrouped(kept)];
	if (!covers(other, own)) return false;
	return moving.every((path) => {
		const inGroup = own !== input && GROUPS.includes(path[0] ?? '') ? path.slice(1) : path;
		return !isUnset(valueAt(own, inGroup)) || isUnset(valueAt(other, inGroup));
	});
}

/**
 * What a run tells of a lost call. `answer`: it is the answer. `goesOn`: it will be. `nothing`: it is
 * another call's, or has nothing to read.
 */
export type RunVerdict = 'answer' | 'goesOn' | 'nothing';

/**
 * What a run, read with input and output, tells of the call. Only a completed one with an output decides,
 * since a failed one may be that of an earlier try; where the call's own answer has named the run, its
 * failure counts too. Never throws.
 */
export function verdictOnRun(run: unknown, call: LostCall): RunVerdict {
	if (!isObject(run)) return 'nothing';
	const { provider, endpoint, input, output } = run;
	const isNamed = call.runId !== undefined && idOf(run.runId) === call.runId;
	const isSame = () =>
		provider === call.provider && endpoint === call.endpoint && asksTheSame(input, call);
	try {
		if (!isNamed && !isSame()) return 'nothing';
	} catch {
		// Nested too deeply to be compared.
		return 'nothing';
	}
	const status = statusOf(run.status);
	if (UNDER_WAY.includes(status)) return 'goesOn';
	if (status === 'COMPLETED') return isUnset(output) ? 'nothing' : 'answer';
	return isNamed && WITHOUT_PAGE.includes(status) ? 'answer' : 'nothing';
}
