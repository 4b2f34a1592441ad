import type { Answer } from '../answers/answer.mts';
import { refusal, tooMany } from '../answers/answer.mts';
import type { State } from './state.mts';

/** Returns the API key in an Authorization header; '' if there is none. */
export function keyOf(authorization: string): string {
	return /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';
}

/** Returns a 401 if the key is invalid, else null. */
export function refuseKey({ apiKeys }: State, apiKey: string): Answer | null {
	if (apiKeys.includes(apiKey)) return null;
	return refusal(401, 'unauthorized', 'Missing or invalid API key');
}

/** Returns a 429 if the key has reached one of its rate limits. Else counts the request and returns null. */
export function refuseAboveLimit(state: State, apiKey: string, now: number): Answer | null {
	const { callsPerSecond, callsPerMinute, callsAtOnce, retryAfter } = state.settings;
	const arrivals = (state.arrivals.get(apiKey) ?? []).filter((at) => now - at < MINUTE);
	const isTooMany = callsAtOnce > 0 && state.inFlight > callsAtOnce;
	const wait = Math.max(
		waitIn(arrivals, now, SECOND, callsPerSecond),
		waitIn(arrivals, now, MINUTE, callsPerMinute),
		isTooMany ? SECOND : 0,
	);
	if (wait === 0) arrivals.push(now);
	state.arrivals.set(apiKey, arrivals);
	return wait > 0 ? tooMany(Math.ceil(wait / SECOND), retryAfter) : null;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Returns the milliseconds until the window lets another request through. */
function waitIn(arrivals: readonly number[], now: number, window: number, most: number): number {
	const inWindow = arrivals.filter((at) => now - at < window);
	const isFull = most > 0 && inWindow.length >= most;
	return isFull ? inWindow[inWindow.length - most]! + window - now : 0;
}
