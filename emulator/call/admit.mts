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

/** Returns a 429 if the key has reached its rate limit. Else counts the request and returns null. */
export function refuseAboveLimit(state: State, apiKey: string, now: number): Answer | null {
	const { settings } = state;
	return isAboveLimit(state, apiKey, now) ? tooMany(1, settings.retryAfter) : null;
}

function isAboveLimit(state: State, apiKey: string, now: number): boolean {
	const { callsPerSecond } = state.settings;
	const arrivals = (state.arrivals.get(apiKey) ?? []).filter((at) => now - at < 1000);
	const isRefused = callsPerSecond > 0 && arrivals.length >= callsPerSecond;
	if (!isRefused) arrivals.push(now);
	state.arrivals.set(apiKey, arrivals);
	return isRefused;
}
