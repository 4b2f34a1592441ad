import { createHash } from 'node:crypto';

import type { Failure as N8nFailure } from 'n8n-workflow';

import { count } from '../deliver/phrasing';
import type { PollHost } from '../host/pollHost';
import type { Query } from '../operations/operation';
import { needsUser } from '../shared/failure';
import { objectOf } from '../shared/values';

/** Milliseconds to wait after a failure that somebody has to correct. */
const UNTIL_MENDED = 30 * 60_000;

/** Milliseconds: n8n itself waits no longer for a service that asks for patience. */
const LONGEST = 60 * 60_000;

/**
 * Milliseconds in which n8n tries a failed activation again, five times. With its durable
 * scheduler, every poll looks like one, and the next is due after a minute.
 */
const WHILE_ACTIVATING = 40_000;

/** Why a trigger makes no call for a while. */
interface Wait {
	/** With different settings, it polls at once. */
	settings: string;
	/** Epoch milliseconds. */
	until: number;
	error: unknown;
	/**
	 * It holds for activations alone: n8n tries a failed one again at once, and must not buy again. A
	 * poll that is due is made.
	 */
	isForActivation: boolean;
	/** The schedules that have been told: only a new one, which somebody has just started, is told again. */
	told: WeakSet<object>;
}

const waits = new Map<string, Wait>();

/** Milliseconds for which no poll can succeed, by what n8n is told of the failure. */
function waitAfter(failure: N8nFailure): number {
	if (needsUser(failure.cause)) return UNTIL_MENDED;
	const { retryAfterMs = 0 } = failure as { retryAfterMs?: number };
	return Math.min(retryAfterMs, LONGEST);
}

/** All that a user can correct, as one text that does not tell the API key. */
async function settingsOf({ parameters, loadCredential }: PollHost, query: Query): Promise<string> {
	const told: unknown[] = [parameters.stored];
	try {
		told.push(query.fields.map(({ name }) => parameters.read(name, 0)));
		told.push(await loadCredential());
	} catch {
		// A setting that cannot be read makes the poll itself fail, with the reason.
	}
	return createHash('sha256').update(JSON.stringify(told)).digest('base64');
}

/** Whether the poll that failed has, or may have, paid for a call. */
function mayHavePaid(error: unknown): boolean {
	const { errorResponse } = (error ?? {}) as { errorResponse?: unknown };
	const { cost, mayBeCharged } = objectOf(errorResponse);
	return mayBeCharged === true || (typeof cost === 'number' && cost > 0);
}

function declaredBy(error: unknown): N8nFailure | undefined {
	return (error as { failure?: N8nFailure } | undefined)?.failure;
}

/**
 * Polls, unless the last poll has failed in a way that asks to wait. n8n itself waits for that only
 * with settings of its scheduler that are off by default.
 * @returns null while it waits, and where a poll that may have paid has just failed to activate it
 * @throws what the poll throws; again, without a call, where a waiting trigger is activated
 */
export async function unlessItWaits<T>(
	host: PollHost,
	query: Query,
	poll: () => Promise<T>,
): Promise<T | null> {
	const wait = waits.get(host.id);
	const isSame = wait && wait.settings === (await settingsOf(host, query));
	const left = isSame ? wait.until - Date.now() : 0;
	const isTold = wait?.told.has(host.schedule) === true;
	if (wait && left > 0 && !(wait.isForActivation && isTold)) {
		if (isTold) return null;
		wait.told.add(host.schedule);
		if (wait.isForActivation) return null;
		const failure = declaredBy(wait.error);
		if (failure && 'retryAfterMs' in failure) failure.retryAfterMs = left;
		throw wait.error;
	}
	waits.delete(host.id);
	const polled = await poll().then(
		(news) => ({ news }),
		(error: unknown) => ({ error }),
	);
	if ('news' in polled) return polled.news;
	const failure = declaredBy(polled.error);
	const milliseconds = failure ? waitAfter(failure) : 0;
	const isForActivation = milliseconds === 0 && mayHavePaid(polled.error);
	if (milliseconds > 0 || isForActivation) {
		const settings = await settingsOf(host, query);
		const until = Date.now() + (milliseconds || WHILE_ACTIVATING);
		const told = new WeakSet([host.schedule]);
		waits.set(host.id, { settings, until, error: polled.error, isForActivation, told });
	}
	if (milliseconds > 0) {
		const minutes = count(Math.ceil(milliseconds / 60_000), 'minute');
		host.warn(
			`The poll failed. No call is made for ${minutes}, unless the parameters or the credential change.`,
		);
	}
	throw polled.error;
}
