import { isObject, numberOf, textOf, valueAt } from '../shared/values';

/** A call without a page whose run may be at the gateway. */
export interface LostCall {
	provider: string;
	endpoint: string;
	/** As it was sent. */
	input: Record<string, unknown>;
	/** The paths of its fields that move from page to page. */
	moving: ReadonlyArray<readonly string[]>;
	/** Every field that chooses the list was sent, so that others are defaults that the gateway adds. */
	isWhole: boolean;
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
	/** Milliseconds by which the gateway's clock is ahead of this machine's, at least and at most. */
	ahead: readonly [least: number, most: number];
}

/** Milliseconds before and after a call in which its run may seem to be created. */
const GRACE = 2000;

/** The gateway tells its time in whole seconds. */
const SECOND = 1000;

const UNDER_WAY = ['READY', 'RUNNING', 'STOPPING'];

/** Runs that ended without a page: that such a one is there proves nothing of another. */
const WITHOUT_PAGE = ['FAILED', 'BLOCKED', 'STOPPED', 'TIMED_OUT'];

// It becomes a part of a path: encoded, but some servers decode it, and parts of dots lead elsewhere.
const RUN_ID = /^[\w.:~=@+/-]{1,200}$/;
const LEADS_ELSEWHERE = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** A run's id as it may stand in a path; undefined where it may not. */
export function safeRunId(value: unknown): string | undefined {
	const id = textOf(value) ?? numberOf(value)?.toString() ?? '';
	return RUN_ID.test(id) && !LEADS_ELSEWHERE.test(id) ? id : undefined;
}

const ISO_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/i;

/** Epoch milliseconds of a time as JSON writes it, in UTC where it names no zone; NaN where it is none. */
export function timeOf(value: unknown): number {
	const [, day, time, zone = 'Z'] = ISO_TIME.exec(textOf(value)?.trim() ?? '') ?? [];
	return Date.parse(`${day}T${time}${zone}`);
}

export const statusOf = (value: unknown) => textOf(value)?.trim().toUpperCase() ?? '';

function listedRunOf(entry: unknown): ListedRun | undefined {
	if (!isObject(entry)) return undefined;
	const { runId, provider, endpoint, status, createdAt } = entry;
	const [id, time] = [safeRunId(runId), timeOf(createdAt)];
	if (id === undefined || Number.isNaN(time)) return undefined;
	return { id, provider, endpoint, status: statusOf(status), createdAt: time };
}

/**
 * By how much the gateway's clock is ahead: it told its time at some moment of the exchange.
 * @param told epoch milliseconds by the gateway's clock; undefined where it told none
 */
export function aheadOf(told: number | undefined, sentAt: number, cameAt: number) {
	return told === undefined
		? ([0, 0] as const)
		: ([told - cameAt, told + SECOND - sentAt] as const);
}

/** A page of the gateway's runs (docs/development/gateway.md, Free routes); undefined where it is none. */
export function readRuns(json: unknown, ahead: ListedRuns['ahead']): ListedRuns | undefined {
	if (!isObject(json) || !Array.isArray(json.items)) return undefined;
	const runs = json.items.flatMap((entry) => listedRunOf(entry) ?? []);
	return { runs, cursor: textOf(json.cursor), ahead };
}

/** Whether the list, whose newest runs come first, goes on with runs that are older than the call. */
export function isPast({ begunAt }: LostCall, { runs, ahead: [least] }: ListedRuns): boolean {
	return runs.some(({ createdAt }) => createdAt < begunAt + least - GRACE);
}

/** The listed runs that may be the call's, as far as the list tells. */
export function candidatesOf(
	{ provider, endpoint, begunAt, endedAt }: LostCall,
	{ runs, ahead: [least, most] }: ListedRuns,
): ListedRun[] {
	return runs.filter(
		(run) =>
			run.provider === provider &&
			run.endpoint === endpoint &&
			!WITHOUT_PAGE.includes(run.status) &&
			run.createdAt >= begunAt + least - GRACE &&
			run.createdAt <= endedAt + most + GRACE,
	);
}

const GROUPS = ['pathParams', 'queryParams', 'body'];

/** The fields of an input, without the groups that a deployment wants around them. */
export function ungrouped(input: Record<string, unknown>): Record<string, unknown> {
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
 * Whether a run's input asks for the same: every field that was sent is there and equal. Others may be
 * there only as defaults of a whole input; one that moves from page to page makes another page of it.
 */
export function asksTheSame(
	kept: unknown,
	{ input, moving, isWhole }: Pick<LostCall, 'input' | 'moving' | 'isWhole'>,
): boolean {
	if (!isObject(kept)) return false;
	const [own, other] = [ungrouped(input), ungrouped(kept)];
	if (!covers(other, own)) return false;
	if (!isWhole) return covers(own, other);
	return moving.every((path) => {
		const inGroup = own !== input && GROUPS.includes(path[0] ?? '') ? path.slice(1) : path;
		return !isUnset(valueAt(own, inGroup)) || isUnset(valueAt(other, inGroup));
	});
}

/**
 * What a run tells of a lost call. `answer`: it is the answer. `goesOn`: it will be. `notYet`: it may be,
 * once it is over and has an output. `another`: it is another call's, or will never have a page.
 */
export type RunVerdict = 'answer' | 'goesOn' | 'notYet' | 'another';

/**
 * What a run, read with input and output, tells of the call. Only a completed one with an output decides,
 * since a failed one may be that of an earlier try; where the call's own answer has named the run, its
 * failure counts too. Never throws.
 */
export function verdictOnRun(run: unknown, call: LostCall): RunVerdict {
	if (!isObject(run)) return 'another';
	const isNamed = call.runId !== undefined && safeRunId(run.runId) === call.runId;
	try {
		if (!isNamed && !asksTheSame(run.input, call)) return 'another';
	} catch {
		// Nested too deeply to be compared.
		return 'another';
	}
	const status = statusOf(run.status);
	if (UNDER_WAY.includes(status)) return 'goesOn';
	if (WITHOUT_PAGE.includes(status)) return isNamed ? 'answer' : 'another';
	return status === 'COMPLETED' && !isUnset(run.output) ? 'answer' : 'notYet';
}
