import { hash } from 'node:crypto';

import { mayBeCharged } from '../deliver/happened';
import { pauseWords } from '../deliver/goOn';
import type { FailedRun } from '../host/host';
import type { PollHost } from '../host/pollHost';
import type { Query } from '../operations/operation';
import { n8nFailureOf, needsUser } from '../shared/failure';
import type { Failure } from '../shared/failure';
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
	const told = [JSON.stringify(parameters.stored)];
	try {
		told.push(JSON.stringify(query.fields.map(({ name }) => parameters.read(name, 0))));
		told.push(JSON.stringify(await loadCredential()));
	} catch {
		// A setting that cannot be read makes the poll itself fail, with the reason.
	}
	return hash('sha256', told.join('\n'), 'base64');
}

function isForUser(failure: Failure): boolean {
	const { cause } = n8nFailureOf(failure);
	return needsUser(cause) || cause === 'quota-exhausted';
}

/** Milliseconds for which a poll that failed in this way must not be repeated. */
function waitAfter({ result, happened: { account } }: FailedRun): number {
	const { retryAfterMs = 0 } = n8nFailureOf(result.failure) as { retryAfterMs?: number };
	if (retryAfterMs > 0) return Math.min(retryAfterMs, LONGEST_WAIT);
	const hasPaid = account.total.cost > 0 || mayBeCharged(result, account.total);
	return hasPaid || isForUser(result.failure) ? USUAL_WAIT : 0;
}

/**
 * Whether the last poll has failed in a way that asks to wait: n8n polls again when the next one is due, and
 * tries a failed activation five times at once.
 * @throws again what the poll threw, where a trigger that waits for its user is activated
 */
export async function isWaiting(host: PollHost, query: Query): Promise<boolean> {
	const wait = waits.get(host.who.nodeId);
	if (wait && Date.now() < wait.until && wait.settings === (await settingsOf(host, query))) {
		if (wait.schedule === host.schedule || !wait.isForUser) return true;
		wait.schedule = host.schedule;
		throw wait.error;
	}
	waits.forget(host.who.nodeId);
	return false;
}

/** The error of a poll that has failed. Where it says so, the next ones wait, but not for a manual test. */
export async function errorThatWaits(
	host: PollHost,
	query: Query,
	failed: FailedRun,
): Promise<Error> {
	const { who, schedule, told } = host;
	const milliseconds = who.isProduction ? waitAfter(failed) : 0;
	if (milliseconds === 0) return told.errorOf(failed);
	const pause = pauseWords(milliseconds);
	host.warn(`The poll failed. ${pause}`);
	const error = told.errorOf(failed, pause);
	waits.note(who.nodeId, {
		settings: await settingsOf(host, query),
		until: Date.now() + milliseconds,
		error,
		isForUser: isForUser(failed.result.failure),
		schedule,
	});
	return error;
}
