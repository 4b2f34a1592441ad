import type { Answer } from '../answers/answer.mts';
import { refusal, tooMany } from '../answers/answer.mts';
import type { State } from './state.mts';

/** The key of an Authorization header; '' where it holds none. */
export function keyOf(authorization: string): string {
	return /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';
}

/** The refusal of a caller without a valid key; null lets the caller in. */
export function refuseKey({ apiKeys }: State, apiKey: string): Answer | null {
	if (apiKeys.includes(apiKey)) return null;
	return refusal(401, 'unauthorized', 'Missing or invalid API key');
}

/** The refusal of a caller with too many calls; null lets this one in, and counts it. */
export function refuseHaste(state: State, apiKey: string, now: number): Answer | null {
	const { settings } = state;
	return isTooFast(state, apiKey, now) ? tooMany(1, settings.retryAfter) : null;
}

function isTooFast(state: State, apiKey: string, now: number): boolean {
	const { callsPerSecond } = state.settings;
	const arrivals = (state.arrivals.get(apiKey) ?? []).filter((at) => now - at < 1000);
	const isRefused = callsPerSecond > 0 && arrivals.length >= callsPerSecond;
	if (!isRefused) arrivals.push(now);
	state.arrivals.set(apiKey, arrivals);
	return isRefused;
}
