import type { IDataObject } from 'n8n-workflow';

import { costOf } from './cost';
import type { Failure } from '../failure';
import { wordsOf } from './words';

const STATUSES = ['COMPLETED', 'FAILED', 'BLOCKED', 'STOPPED', 'TIMED_OUT', 'READY', 'RUNNING'];

/** Whether a body is the gateway's run body (shapes §1). */
export function isRun(body: IDataObject): boolean {
	if (STATUSES.includes(String(body.status))) return true;
	return 'runId' in body && ('status' in body || 'output' in body);
}

/** The id by which the gateway's operator finds the run. */
export function runIdOf({ runId }: IDataObject): string | undefined {
	return runId === undefined ? undefined : String(runId);
}

/** A provider 400 may say that it failed in passing: it failed, it charged nothing, try again. */
function isTransient(words: string): boolean {
	return (
		/fail|error|unsuccessful/i.test(words) &&
		/retry|try again/i.test(words) &&
		/\b(?:not|no|never|without|won't|wasn't|isn't)\b[^.;]{0,30}\b(?:charge|charged|bill|billed|billing|fee)\b/i.test(
			words,
		)
	);
}

/** What the run's cost says; `otherwise` where it says nothing. */
function chargeOf(cost: number | undefined, otherwise: Failure['charged']): Failure['charged'] {
	if (cost === undefined) return otherwise;
	return cost > 0 ? 'yes' : 'no';
}

function failureOfProvider(run: IDataObject, httpStatus: number, cost?: number): Partial<Failure> {
	const response = (run.providerResponse ?? {}) as IDataObject;
	const words = wordsOf(response.error ?? run.error ?? run.message);
	const status = Number(response.httpStatus ?? (httpStatus >= 400 ? httpStatus : 0));
	const transient = status === 400 && isTransient(words.text ?? '');
	const isRefusal = status === 429 || status === 422 || transient;
	const charged = chargeOf(cost, isRefusal ? 'no' : 'maybe');
	const mayPass = status === 429 || status >= 500 || transient;
	const retry = charged === 'no' ? 'safe' : 'uncertain';
	return {
		code: status === 422 ? 'INVALID_INPUT' : status === 429 ? 'RATE_LIMITED' : 'PROVIDER_ERROR',
		layer: 'provider',
		what: status ? `The data provider answered with status ${status}` : 'The run failed',
		words: words.text,
		field: status === 422 ? words.field : undefined,
		charged,
		retry: mayPass ? retry : 'never',
	};
}

/**
 * The failure that a run body tells of, or undefined where the run completed and the provider
 * answered well (shapes §1 and §2).
 * @param httpStatus of the gateway's own answer
 */
export function failureOfRun(run: IDataObject, httpStatus: number): Failure | undefined {
	const { cost } = costOf(run);
	const status = String(run.status ?? 'COMPLETED');
	const failure: Failure = {
		code: 'RUN_FAILED',
		layer: 'gateway',
		httpStatus,
		what: '',
		words: wordsOf(run).text,
		charged: 'no',
		retry: 'never',
		cost,
		runId: runIdOf(run),
	};
	switch (status) {
		case 'BLOCKED':
			return {
				...failure,
				code: 'BUDGET_BLOCKED',
				what: "The gateway blocked the run: the account's own budget refuses it",
				charged: chargeOf(cost, 'no'),
				advice: "Raise the account's budget at the gateway, then run again.",
				endsExecution: true,
			};
		case 'READY':
		case 'RUNNING':
			return {
				...failure,
				code: 'NOT_FINISHED',
				what: `The run is ${status} and did not finish in the same exchange`,
				// What it will cost is known only when it ends.
				charged: cost ? 'yes' : 'maybe',
				advice: 'Ask the gateway what became of the run before buying the page again.',
			};
		case 'TIMED_OUT': {
			const charged = chargeOf(cost, 'no');
			return {
				...failure,
				code: 'RUN_TIMED_OUT',
				what: "The run reached the gateway's own deadline",
				charged,
				retry: charged === 'no' ? 'safe' : 'uncertain',
			};
		}
		case 'STOPPED':
			return { ...failure, what: 'The run was stopped', charged: chargeOf(cost, 'maybe') };
	}
	const providerStatus = Number(((run.providerResponse ?? {}) as IDataObject).httpStatus ?? 0);
	if (status === 'COMPLETED' && httpStatus < 400 && providerStatus < 400) return undefined;
	return { ...failure, ...failureOfProvider(run, httpStatus, cost) };
}
