import { costOf } from './cost';
import { failureOf } from '../shared/failure';
import type { Failure, FailureCode } from '../shared/failure';
import { meaningOf, statusOf } from './runStatus';
import { isObject, numberOf, objectOf, textOf } from '../shared/values';
import { wordsOf } from './words';

/** The gateway's run body (docs/development/gateway.md, Layers of an answer), as it came. */
type RunBody = Record<string, unknown>;

export function isRun(body: unknown): body is RunBody {
	if (!isObject(body)) return false;
	return (
		meaningOf(body.status) !== undefined ||
		('runId' in body && ('status' in body || 'output' in body))
	);
}

export const runIdOf = ({ runId }: RunBody): string | undefined =>
	textOf(runId) ?? numberOf(runId)?.toString();

// Such words are short, and the patterns below look at every character.
const LONGEST_READ = 2000;

/** Whether a provider's 400 says: it failed, charged nothing, try again. */
function isTransient(words: string): boolean {
	const said = words.slice(0, LONGEST_READ);
	return (
		/fail|error|unsuccessful/i.test(said) &&
		/retry|try again/i.test(said) &&
		/\b(?:not|no|never|without|won't|wasn't|isn't)\b(?:(?!\b(?:but|refund|retry|try)\b)[^.,:;]){0,30}\b(?:charge|charged|bill|billed|billing|fee)\b/i.test(
			said,
		)
	);
}

/** What the run's cost says; `otherwise` where it says nothing. */
function chargeOf(cost: number | undefined, otherwise: Failure['charged']): Failure['charged'] {
	if (cost === undefined) return otherwise;
	return cost > 0 ? 'yes' : 'no';
}

const retryOf = (charged: Failure['charged']) => (charged === 'no' ? 'safe' : 'uncertain');

const PROVIDER_CODES: Record<number, FailureCode> = { 422: 'INVALID_INPUT', 429: 'RATE_LIMITED' };

function failureOfProvider(run: RunBody, httpStatus: number, cost?: number): Failure {
	const response = objectOf(run.providerResponse);
	const words = wordsOf(response.error ?? run.error ?? run.message);
	const status = numberOf(response.httpStatus) ?? (httpStatus >= 400 ? httpStatus : undefined);
	const isError = status !== undefined && status >= 400;
	const transient = status === 400 && isTransient(words.text ?? '');
	const isRefusal = status === 429 || status === 422 || transient;
	const charged = chargeOf(cost, isRefusal ? 'no' : 'maybe');
	const mayPass = isError && (status === 429 || status >= 500 || transient);
	return failureOf(PROVIDER_CODES[status ?? 0] ?? 'PROVIDER_ERROR', {
		layer: 'provider',
		particular: !isError ? 'runFailed' : status === 422 ? 'providerInput' : 'providerStatus',
		fact: status,
		words: words.text,
		field: status === 422 ? words.field : undefined,
		charged,
		retry: mayPass ? retryOf(charged) : 'never',
	});
}

function failureOfStatus(run: RunBody, cost: number | undefined): Failure | undefined {
	const { phase, code } = meaningOf(run.status) ?? {};
	if (!code) return undefined;
	const usual = failureOf(code, { words: wordsOf(run).text });
	if (phase === 'goesOn') {
		// What it will cost is known only when it ends.
		const charged = cost ? 'yes' : 'maybe';
		return { ...usual, particular: 'stillRunning', fact: statusOf(run.status), charged };
	}
	const charged = chargeOf(cost, usual.charged);
	return { ...usual, charged, retry: usual.retry === 'safe' ? retryOf(charged) : usual.retry };
}

/** Whether the provider failed, as far as statuses tell, or words where there is nothing else. */
function hasProviderFailed(run: RunBody, httpStatus: number, hasPage: boolean): boolean {
	const response = objectOf(run.providerResponse);
	const phase = meaningOf(run.status)?.phase;
	if (phase === 'overWithoutPage' || (numberOf(response.httpStatus) ?? 0) >= 400) return true;
	if (hasPage) return false;
	if (httpStatus >= 400) return true;
	const isUnknown = phase === undefined && statusOf(run.status) !== '';
	return isUnknown || wordsOf(response.error ?? run.error).text !== undefined;
}

/**
 * undefined where the run completed and the provider answered well.
 * @param hasPage its output holds the page, which was paid for: an unknown status is no reason to give it up
 */
export function failureOfRun(
	run: RunBody,
	httpStatus: number,
	hasPage: boolean,
): Failure | undefined {
	const { cost } = costOf(run);
	const told =
		failureOfStatus(run, cost) ??
		(hasProviderFailed(run, httpStatus, hasPage)
			? failureOfProvider(run, httpStatus, cost)
			: undefined);
	return told && { ...told, httpStatus, cost, runId: runIdOf(run) };
}
