import { createHash } from 'node:crypto';

import { NodeApiError } from 'n8n-workflow';
import type { Failure as N8nFailure } from 'n8n-workflow';

import { count, inLines } from '../deliver/phrasing';
import type { PollHost } from '../host/pollHost';
import type { Query } from '../operations/operation';
import { needsUser } from '../shared/failure';
import { objectOf } from '../shared/values';

/**
 * Milliseconds to wait after a failure that costs, or that somebody has to correct: less than the pages
 * of the failed poll are kept for.
 */
const USUAL_WAIT = 10 * 60_000;

/** Milliseconds: n8n itself waits no longer for a service that asks for patience. */
const LONGEST_WAIT = 60 * 60_000;

/** Why a trigger makes no call for a while. */
interface Wait {
	/** With different settings, it polls at once. */
	settings: string;
	/** Epoch milliseconds. */
	until: number;
	error: unknown;
	/** The schedule that has been told: only a new one, which somebody has just started, is told again. */
	schedule: object;
}

const waits = new Map<string, Wait>();

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

/** What n8n is told of a failed poll. */
const failureIn = (error: unknown) => objectOf(error).failure as N8nFailure | undefined;

const waitsForUser = (error: unknown) => needsUser(failureIn(error)?.cause);

/** Milliseconds for which the poll that failed must not be repeated. */
function waitAfter(error: unknown): number {
	const { retryAfterMs = 0 } = (failureIn(error) ?? {}) as { retryAfterMs?: number };
	if (retryAfterMs > 0) return Math.min(retryAfterMs, LONGEST_WAIT);
	const { cost, mayBeCharged } = objectOf(objectOf(error).errorResponse);
	const hasPaid = mayBeCharged === true || (typeof cost === 'number' && cost > 0);
	return hasPaid || waitsForUser(error) ? USUAL_WAIT : 0;
}

/**
 * Polls, unless the last poll has failed in a way that asks to wait: n8n polls again when the next
 * one is due, and tries a failed activation five times at once.
 * @returns null while it waits
 * @throws what the poll throws; again, without a call, where a trigger that waits for its user is
 * activated
 */
export async function unlessItWaits<T>(
	host: PollHost,
	query: Query,
	poll: () => Promise<T>,
): Promise<T | null> {
	const wait = waits.get(host.id);
	if (wait && Date.now() < wait.until && wait.settings === (await settingsOf(host, query))) {
		if (wait.schedule === host.schedule || !waitsForUser(wait.error)) return null;
		wait.schedule = host.schedule;
		throw wait.error;
	}
	waits.delete(host.id);
	const polled = await poll().then(
		(news) => ({ news }),
		(error: unknown) => ({ error }),
	);
	if ('news' in polled) return polled.news;
	const { error } = polled;
	const milliseconds = waitAfter(error);
	if (milliseconds > 0) {
		const settings = await settingsOf(host, query);
		const until = Date.now() + milliseconds;
		waits.set(host.id, { settings, until, error, schedule: host.schedule });
		const minutes = count(Math.ceil(milliseconds / 60_000), 'minute');
		const pause = `No call is made for ${minutes}, unless the parameters or the credential change.`;
		host.warn(`The poll failed. ${pause}`);
		// An activation within that time throws the same error again.
		if (error instanceof NodeApiError)
			error.description = inLines([error.description ?? '', pause]);
	}
	throw error;
}
