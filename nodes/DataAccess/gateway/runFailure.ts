import { failureOf } from '../shared/failure';
import type { Facts, Failure, FailureCode } from '../shared/failure';
import { isVoid } from '../shared/nothing';
import type { Layers } from './layers';
import { isOutOfMoney, LONGEST_READ } from './outOfMoney';
import type { Run } from './runBody';
import { reasonIn, wordsIn } from './words';

/** "You were not charged", "no fee"; not "do not retry: you were charged", "no refund: charged", "not charged twice". */
const NOT_CHARGED =
	/\b(?:not|no|never|without|won't|wasn't|isn't)\b(?:(?!\b(?:but|refund|retry|try)\b)[^.,:;]){0,30}\b(?:charge|charged|bill|billed|billing|fee)\b(?!.{0,9}(?:twice|again|double|more))/i;

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
function hasProviderFailed(run: Run, httpStatus: number, layers: Layers): boolean {
	const { phase, status, provider, body } = run;
	if (phase === 'overWithoutPage') return true;
	if ((provider.status ?? 0) >= 400) return !layers.haveRecords();
	// It was paid for: an unknown status is no reason to give it up.
	if (layers.hasPage) return false;
	if (httpStatus >= 400) return true;
	const isUnknown = phase === undefined && status !== '';
	return isUnknown || wordsIn(provider.error ?? body.error).text !== undefined;
}

function failureOfProvider({ provider, body }: Run, httpStatus: number, sent: string): Failure {
	const { text: words, field } = wordsIn(provider.error ?? body.error ?? body.message);
	if (field === undefined && isOutOfMoney(reasonIn(provider.error ?? body), sent)) {
		return failureOf('BALANCE_TOO_LOW', { layer: 'provider', words });
	}
	const status = provider.status ?? (httpStatus >= 400 ? httpStatus : undefined);
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

/** By its own status. */
function failureOfStatus({ phase, code, status, body }: Run): Failure | undefined {
	if (!code) return undefined;
	const { text: words } = wordsIn(body);
	if (phase !== 'running') return failureOf(code, { words });
	return failureOf(code, { words, particular: 'stillRunning', fact: status });
}

function chargedFor({ phase, money, output }: Run, usual: Failure['charged']): Failure['charged'] {
	// Its cost is known only when it ends.
	if (phase === 'running') return 'maybe';
	if (money.cost !== undefined) return money.cost > 0 ? 'yes' : 'no';
	// One with an output is charged unless it denies it.
	const hasOutput = phase === 'completed' && (output ?? '') !== '';
	return hasOutput && usual === 'no' ? 'maybe' : usual;
}

/** Whether it was charged, and so whether it may be repeated, is decided by what the run says of its cost. */
function atCost(failure: Failure, run: Run): Failure {
	const { cost } = run.money;
	const charged = chargedFor(run, failure.charged);
	if (failure.retry === 'never') return { ...failure, charged, cost };
	return { ...failure, charged, cost, retry: charged === 'no' ? 'safe' : 'uncertain' };
}

/**
 * By the run's own status, then by its provider's, then because it has no output; undefined where it completed and
 * the provider answered well.
 */
export function failureOfRun(
	run: Run,
	httpStatus: number,
	layers: Layers,
	sent: string,
): Failure | undefined {
	const facts = { httpStatus, runId: run.id };
	const ofStatus = failureOfStatus(run);
	if (ofStatus) return { ...atCost(ofStatus, run), ...facts };
	if (hasProviderFailed(run, httpStatus, layers)) {
		return { ...atCost(failureOfProvider(run, httpStatus, sent), run), ...facts };
	}
	if (layers.hasPage || !isVoid(run.output)) return undefined;
	// It may still be had by the run's id, so what it cost is not lost yet.
	return failureOf('NOT_FINISHED', { particular: 'noOutput', cost: run.money.cost, ...facts });
}
