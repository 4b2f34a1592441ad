import { costOf } from './cost';
import type { Failure } from '../shared/failure';
import { isObject, numberOf, objectOf, textOf } from './values';
import { wordsOf } from './words';

/** The gateway's run body (docs/gateway.md, Layers of an answer), as it came. */
export type RunBody = Record<string, unknown>;

const STATUSES = ['COMPLETED', 'FAILED', 'BLOCKED', 'STOPPED', 'TIMED_OUT', 'READY', 'RUNNING'];

const statusOf = ({ status }: RunBody) => textOf(status)?.trim().toUpperCase();

/** Whether a body is a run body. */
export function isRun(body: unknown): body is RunBody {
	if (!isObject(body)) return false;
	if (STATUSES.includes(statusOf(body) ?? '')) return true;
	return 'runId' in body && ('status' in body || 'output' in body);
}

/** The id by which the gateway's operator finds the run. */
export function runIdOf({ runId }: RunBody): string | undefined {
	return textOf(runId) ?? numberOf(runId)?.toString();
}

// Nobody says this in more, and the patterns below look at every character.
const LONGEST_READ = 2000;

/**
 * A provider's 400 may say that it failed in passing: it failed, it charged nothing, try again
 * (docs/gateway.md, Failures).
 */
function isTransient(words: string): boolean {
	const said = words.slice(0, LONGEST_READ);
	return (
		/fail|error|unsuccessful/i.test(said) &&
		/retry|try again/i.test(said) &&
		/\b(?:not|no|never|without|won't|wasn't|isn't)\b[^.;]{0,30}\b(?:charge|charged|bill|billed|billing|fee)\b/i.test(
			said,
		)
	);
}

/** What the run's cost says; `otherwise` where it says nothing. */
function chargeOf(cost: number | undefined, otherwise: Failure['charged']): Failure['charged'] {
	if (cost === undefined) return otherwise;
	return cost > 0 ? 'yes' : 'no';
}

type Told = Pick<Failure, 'what' | 'charged'> & Partial<Failure>;

function failureOfProvider(run: RunBody, httpStatus: number, cost?: number): Told {
	const response = objectOf(run.providerResponse);
	const words = wordsOf(response.error ?? run.error ?? run.message);
	const status = numberOf(response.httpStatus) ?? (httpStatus >= 400 ? httpStatus : undefined);
	const isError = status !== undefined && status >= 400;
	const transient = status === 400 && isTransient(words.text ?? '');
	const isRefusal = status === 429 || status === 422 || transient;
	const charged = chargeOf(cost, isRefusal ? 'no' : 'maybe');
	const mayPass = isError && (status === 429 || status >= 500 || transient);
	const retry = charged === 'no' ? 'safe' : 'uncertain';
	return {
		code: status === 422 ? 'INVALID_INPUT' : status === 429 ? 'RATE_LIMITED' : 'PROVIDER_ERROR',
		layer: 'provider',
		what: isError ? `The data provider answered with status ${status}` : 'The run failed',
		words: words.text,
		field: status === 422 ? words.field : undefined,
		charged,
		retry: mayPass ? retry : 'never',
	};
}

/** What the statuses mean that tell of a failure whatever the answer holds besides. */
function failureOfStatus(status: string, cost: number | undefined): Told | undefined {
	switch (status) {
		case 'BLOCKED':
			return {
				code: 'BUDGET_BLOCKED',
				what: "The gateway blocked the run because the account's budget does not cover it",
				charged: chargeOf(cost, 'no'),
				advice: "Raise the account's budget at the gateway, then run again.",
				endsExecution: true,
			};
		case 'READY':
		case 'RUNNING':
			return {
				code: 'NOT_FINISHED',
				what: `The run was still ${status} when the gateway answered`,
				// What it will cost is known only when it ends.
				charged: cost ? 'yes' : 'maybe',
				advice: 'Check the run at the gateway before you buy the page again.',
			};
		case 'TIMED_OUT': {
			const charged = chargeOf(cost, 'no');
			return {
				code: 'RUN_TIMED_OUT',
				what: "The run reached the gateway's own deadline",
				charged,
				retry: charged === 'no' ? 'safe' : 'uncertain',
			};
		}
		case 'STOPPED':
			return { what: 'The run was stopped', charged: chargeOf(cost, 'maybe') };
	}
	return undefined;
}

/** Whether the provider failed, as far as statuses tell, or words where there is nothing else. */
function hasProviderFailed(run: RunBody, httpStatus: number, hasPage: boolean): boolean {
	const response = objectOf(run.providerResponse);
	if (statusOf(run) === 'FAILED' || httpStatus >= 400) return true;
	if ((numberOf(response.httpStatus) ?? 0) >= 400) return true;
	if (hasPage) return false;
	const isKnown = ['COMPLETED', undefined].includes(statusOf(run));
	return !isKnown || wordsOf(response.error ?? run.error).text !== undefined;
}

/**
 * The failure that a run body tells of, or undefined where the run completed and the provider
 * answered well (docs/gateway.md, Layers of an answer and Failures). Never throws.
 * @param httpStatus of the gateway's own answer
 * @param hasPage whether its output holds the operation's page: a page that was paid for is not
 * given up for a status that the contract does not know
 */
export function failureOfRun(
	run: RunBody,
	httpStatus: number,
	hasPage: boolean,
): Failure | undefined {
	const { cost } = costOf(run);
	const told =
		failureOfStatus(statusOf(run) ?? '', cost) ??
		(hasProviderFailed(run, httpStatus, hasPage)
			? failureOfProvider(run, httpStatus, cost)
			: undefined);
	if (!told) return undefined;
	return {
		code: 'RUN_FAILED',
		layer: 'gateway',
		httpStatus,
		words: wordsOf(run).text,
		retry: 'never',
		cost,
		runId: runIdOf(run),
		...told,
	};
}
