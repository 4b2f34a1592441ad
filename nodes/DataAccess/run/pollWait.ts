import { createHash } from 'node:crypto';

import { mayBeCharged } from '../deliver/happened';
import type { FailedResult, Happened } from '../deliver/happened';
import { pauseWords } from '../deliver/phrasing';
import type { PollHost } from '../host/pollHost';
import type { Query } from '../operations/operation';
import { n8nFailureOf, needsUser } from '../shared/failure';
import { remembered } from '../shared/remembered';

/** Ten minutes after a failure that costs: its pages are kept for 15, so that the next poll finds them. */
const USUAL_WAIT = 10 * 60_000;

/** Milliseconds: n8n itself waits no longer for a service that asks for patience. */
const LONGEST_WAIT = 60 * 60_000;

interface Wait {
	/** With different settings, it polls at once. */
	settings: string;
	until: number;
	error: Error;
	isForUser: boolean;
	/** The activation that was told of the error. Only a newer one is told again. */
	schedule: object;
}

const waits = remembered<Wait>('pausedTriggers');

/** All that a user can correct, as one text that does not tell the API key. */
async function settingsOf(
	{ wanted: { parameters, loadCredential } }: PollHost,
	query: Query,
): Promise<string> {
	const told: unknown[] = [parameters.stored];
	try {
		told.push(query.fields.map(({ name }) => parameters.read(name, 0)));
		told.push(await loadCredential());
	} catch {
		// A setting that cannot be read makes the poll itself fail, with the reason.
	}
	return createHash('sha256').update(JSON.stringify(told)).digest('base64');
}

/** Milliseconds for which a poll that failed in this way must not be repeated. */
function waitAfter(result: FailedResult, { account }: Happened): number {
	const told = n8nFailureOf(result.failure);
	const { retryAfterMs = 0 } = told as { retryAfterMs?: number };
	if (retryAfterMs > 0) return Math.min(retryAfterMs, LONGEST_WAIT);
	const hasPaid = account.total.cost > 0 || mayBeCharged(result, account.total);
	const isForUser = needsUser(told.cause) || told.cause === 'quota-exhausted';
	return hasPaid || isForUser ? USUAL_WAIT : 0;
}

/**
 * Polls, unless the last poll has failed in a way that asks to wait: n8n polls again when the next one is due,
 * and tries a failed activation five times at once.
 * @param poll is called with a host whose errors pause the trigger, and say so
 * @returns null while it waits
 * @throws what the poll throws; again, without a call, where a trigger that waits for its user is activated
 */
export async function unlessItWaits<T>(
	host: PollHost,
	query: Query,
	poll: (host: PollHost) => Promise<T>,
): Promise<T | null> {
	const wait = waits.get(host.id);
	if (wait && Date.now() < wait.until && wait.settings === (await settingsOf(host, query))) {
		if (wait.schedule === host.schedule || !wait.isForUser) return null;
		wait.schedule = host.schedule;
		throw wait.error;
	}
	waits.forget(host.id);
	let begun: Omit<Wait, 'settings'> | undefined;
	const errorOf: PollHost['told']['errorOf'] = (result, happened, safe) => {
		const milliseconds = waitAfter(result, happened);
		if (milliseconds === 0) return host.told.errorOf(result, happened, safe);
		const pause = pauseWords(milliseconds);
		host.warn(`The poll failed. ${pause}`);
		const error = host.told.errorOf(result, happened, safe, pause);
		const isForUser = needsUser(n8nFailureOf(result.failure).cause);
		begun = { until: Date.now() + milliseconds, error, isForUser, schedule: host.schedule };
		return error;
	};
	try {
		return await poll({ ...host, told: { ...host.told, errorOf } });
	} finally {
		if (begun) waits.note(host.id, { ...begun, settings: await settingsOf(host, query) });
	}
}
