import { hash } from 'node:crypto';

import type { FailedRun } from '../deliver/errors';
import { mayBeCharged } from '../deliver/itemResult';
import { pauseWords } from '../deliver/pollWords';
import type { PollHost } from '../host/pollHost';
import type { Query } from '../operations/operation';
import { n8nFailureOf, needsUser } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { remembered } from '../shared/remembered';

/** Ten minutes after a failure that costs: its pages are kept for 15, so that the next poll finds them. */
const USUAL_PAUSE = 10 * 60_000;

/** Milliseconds: n8n itself waits no longer for a service that asks for patience. */
const LONGEST_PAUSE = 60 * 60_000;

/** Why a trigger makes no call, and until when: n8n polls again when the next one is due. */
interface Pause {
	/** With different settings, it polls at once. */
	settings: string;
	until: number;
	error: Error;
	isForUser: boolean;
	/** The activation that was told of the error. Only a newer one is told again. */
	schedule: object;
}

const pauses = remembered<Pause>('pausedTriggers');

/** All that a user can correct, as one text that does not tell the API key. */
async function settingsOf(
	{ wanted: { parameters, loadCredential } }: PollHost,
	query: Query,
): Promise<string> {
	const texts = [JSON.stringify(parameters.stored)];
	try {
		texts.push(JSON.stringify(query.fields.map(({ name }) => parameters.read(name, 0))));
		texts.push(JSON.stringify(await loadCredential()));
	} catch {
		// A setting that cannot be read makes the poll itself fail, with the reason.
	}
	return hash('sha256', texts.join('\n'), 'base64');
}

function isForUser(failure: Failure): boolean {
	const { cause } = n8nFailureOf(failure);
	return needsUser(cause) || cause === 'quota-exhausted';
}

/** Milliseconds for which a poll that failed in this way must not be repeated. */
function pauseAfter({ result, happened: { account } }: FailedRun): number {
	const { retryAfterMs = 0 } = n8nFailureOf(result.failure) as { retryAfterMs?: number };
	if (retryAfterMs > 0) return Math.min(retryAfterMs, LONGEST_PAUSE);
	const hasPaid = account.total.cost > 0 || mayBeCharged(result, account.total);
	return hasPaid || isForUser(result.failure) ? USUAL_PAUSE : 0;
}

/** The error of a poll that has failed. Where it asks for a pause, one begins, but not by a manual test. */
export async function pauseFor(
	failed: FailedRun,
	host: PollHost,
	query: Query,
): Promise<{ error: Error; pause?: string }> {
	const { who, schedule, audience } = host;
	const milliseconds = who.isProduction ? pauseAfter(failed) : 0;
	if (milliseconds === 0) return { error: audience.errorOf(failed) };
	const pause = pauseWords(milliseconds);
	const error = audience.errorOf({ ...failed, pause });
	pauses.note(who.nodeId, {
		settings: await settingsOf(host, query),
		until: Date.now() + milliseconds,
		error,
		isForUser: isForUser(failed.result.failure),
		schedule,
	});
	return { error, pause };
}

/** The pause of a trigger. One with other settings begins anew. */
export async function pauseOf(host: PollHost, query: Query): Promise<Pause | undefined> {
	const pause = pauses.get(host.who.nodeId);
	const isUnderWay =
		pause && Date.now() < pause.until && pause.settings === (await settingsOf(host, query));
	if (isUnderWay) return pause;
	pauses.forget(host.who.nodeId);
	return undefined;
}

/**
 * Has whoever activates a workflow see why its trigger does nothing: n8n tries a failed activation five times at
 * once, and only the first is told.
 * @throws again what the poll threw, where somebody has to act
 */
export function tellOf(pause: Pause, { schedule }: PollHost): void {
	if (pause.schedule === schedule || !pause.isForUser) return;
	pause.schedule = schedule;
	throw pause.error;
}
