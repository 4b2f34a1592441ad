import { costOf } from './cost';
import { failureOf } from '../shared/failure';
import type { Facts, Failure, FailureCode } from '../shared/failure';
import type { Layers } from './layers';
import { isOutOfMoney, LONGEST_READ } from './outOfMoney';
import { meaningOf, statusOf } from './runStatus';
import { isVoid } from '../shared/nothing';
import { isObject, numberOf, objectOf, textOf } from '../shared/values';
import { reasonIn, wordsIn } from './words';

/** The gateway's run body (docs/development/gateway.md, Layers of an answer), as it came. */
type RunBody = Record<string, unknown>;

export function isRun(body: unknown): body is RunBody {
	return isObject(body) && (meaningOf(body.status) !== undefined || 'runId' in body);
}

/** What holds the payload; undefined where the output is missing. */
export const outputOf = (run: RunBody): unknown =>
	isVoid(run.output) && !isVoid(run.data) ? run : run.output;

export const runIdOf = ({ runId }: RunBody): string | undefined =>
	textOf(runId) ?? numberOf(runId)?.toString();

/** "You were not charged", "no fee"; not "do not retry: you were charged", "no refund: charged". */
const NOT_CHARGED =
	/\b(?:not|no|never|without|won't|wasn't|isn't)\b(?:(?!\b(?:but|refund|retry|try)\b)[^.,:;]){0,30}\b(?:charge|charged|bill|billed|billing|fee)\b/i;

/** Whether a provider's 400 says: it failed, charged nothing, try again. */
function isTransient(words: string): boolean {
	const beginning = words.slice(0, LONGEST_READ);
	const clauses = [/fail|error|unsuccessful/i, /retry|try again/i, NOT_CHARGED];
	return clauses.every((clause) => clause.test(beginning));
}

const WITHOUT_CHARGE = { charged: 'no', retry: 'safe' } as const;

/** What the provider's own status means: the rows of docs/development/gateway.md, Failures. */
function readProviderStatus(status = 0, words = ''): [code: FailureCode, facts: Facts] {
	if (status < 400) return ['PROVIDER_ERROR', { particular: 'runFailed', charged: 'maybe' }];
	if (status >= 500) return ['PROVIDER_ERROR', { charged: 'maybe', retry: 'uncertain' }];
	if (status === 400 && isTransient(words)) return ['PROVIDER_ERROR', WITHOUT_CHARGE];
	if (status === 422) return ['INVALID_INPUT', { charged: 'no', retry: 'never' }];
	if (status === 429) return ['RATE_LIMITED', WITHOUT_CHARGE];
	return ['PROVIDER_ERROR', { charged: 'maybe' }];
}

/** As far as statuses tell, or words where there is nothing else. */
function hasProviderFailed(run: RunBody, httpStatus: number, layers: Layers): boolean {
	const response = objectOf(run.providerResponse);
	const phase = meaningOf(run.status)?.phase;
	if (phase === 'overWithoutPage') return true;
	if ((numberOf(response.httpStatus) ?? 0) >= 400) return !layers.haveRecords();
	// It was paid for: an unknown status is no reason to give it up.
	if (layers.hasPage) return false;
	if (httpStatus >= 400) return true;
	const isUnknown = phase === undefined && statusOf(run.status) !== '';
	return isUnknown || wordsIn(response.error ?? run.error).text !== undefined;
}

function failureOfProvider(run: RunBody, httpStatus: number, sent: string): Failure {
	const response = objectOf(run.providerResponse);
	const { text: words, field } = wordsIn(response.error ?? run.error ?? run.message);
	const status = numberOf(response.httpStatus) ?? (httpStatus >= 400 ? httpStatus : undefined);
	if (field === undefined && isOutOfMoney(reasonIn(response.error ?? run), sent)) {
		return failureOf('BALANCE_TOO_LOW', { layer: 'provider', words });
	}
	const [code, facts] = readProviderStatus(status, words);
	return failureOf(code, {
		layer: 'provider',
		particular: 'providerStatus',
		fact: status,
		words,
		field: code === 'INVALID_INPUT' ? field : undefined,
		...facts,
	});
}

function failureOfStatus(run: RunBody): Failure | undefined {
	const { phase, code } = meaningOf(run.status) ?? {};
	if (!code) return undefined;
	const { text: words } = wordsIn(run);
	if (phase !== 'running') return failureOf(code, { words });
	return failureOf(code, { words, particular: 'stillRunning', fact: statusOf(run.status) });
}

function chargedFor(run: RunBody, usual: Failure['charged']): Failure['charged'] {
	const phase = meaningOf(run.status)?.phase;
	// Its cost is known only when it ends.
	if (phase === 'running') return 'maybe';
	const { cost } = costOf(run);
	if (cost !== undefined) return cost > 0 ? 'yes' : 'no';
	// One with an output is charged unless it denies it.
	const hasOutput = phase === 'completed' && (run.output ?? '') !== '';
	return hasOutput && usual === 'no' ? 'maybe' : usual;
}

/** What a run says that it cost decides whether its failure was charged, and so whether it may be repeated. */
function atCost(failure: Failure, run: RunBody): Failure {
	const { cost } = costOf(run);
	const charged = chargedFor(run, failure.charged);
	if (failure.retry === 'never') return { ...failure, charged, cost };
	return { ...failure, charged, cost, retry: charged === 'no' ? 'safe' : 'uncertain' };
}

/**
 * By the run's own status, then by its provider's, then because it has no output; undefined where it completed and
 * the provider answered well.
 */
export function failureOfRun(
	run: RunBody,
	httpStatus: number,
	layers: Layers,
	sent: string,
): Failure | undefined {
	const facts = { httpStatus, runId: runIdOf(run) };
	const ofStatus = failureOfStatus(run);
	if (ofStatus) return { ...atCost(ofStatus, run), ...facts };
	if (hasProviderFailed(run, httpStatus, layers)) {
		return { ...atCost(failureOfProvider(run, httpStatus, sent), run), ...facts };
	}
	if (layers.hasPage || !isVoid(layers.all[0])) return undefined;
	// It may still be had by the run's id, so what it cost is not lost yet.
	return failureOf('NOT_FINISHED', { particular: 'noOutput', cost: costOf(run).cost, ...facts });
}
