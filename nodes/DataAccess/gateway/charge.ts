import type { Failure } from '../shared/failure';
import type { Run } from './run';

/** "You were not charged", "no fee"; not "do not retry: you were charged", "not charged twice". */
const NOT_CHARGED =
	/\b(?:not|no|never|without|won't|wasn't|isn't)\b(?:(?!\b(?:but|refund|retry|try)\b)[^.,:;]){0,30}\b(?:charge|charged|bill|billed|billing|fee)\b(?!.{0,9}(?:twice|again|double|more))/i;

const AGAIN = [/fail|error|unsuccessful/i, /retry|try again/i, NOT_CHARGED];

/** The words of a refusal are short. */
const LONGEST_READ = 2000;

/** Whether a service says all three: it failed, charged nothing, and is to be asked again. */
function saysAgain(words = ''): boolean {
	const beginning = words.slice(0, LONGEST_READ);
	return AGAIN.every((clause) => clause.test(beginning));
}

function chargedFor({ code, words, charged }: Failure, run: Run | undefined): Failure['charged'] {
	// What it cost is known when it ends, and its page can still be had.
	if (code === 'NOT_FINISHED') return 'maybe';
	if (run?.money.cost !== undefined) return run.money.cost > 0 ? 'yes' : 'no';
	if (saysAgain(words)) return 'no';
	const isPaid = run?.phase === 'completed' && (run.output ?? '') !== '';
	return isPaid && charged === 'no' ? 'yes' : charged;
}

/**
 * Whether a call that failed was charged, and whether it is made again, which is decided here alone: by what the
 * run says of its cost, by what the service says, then by what its status means.
 */
export function settled(failure: Failure, run?: Run): Failure {
	const charged = chargedFor(failure, run);
	const mayPass = failure.retry !== 'never' || saysAgain(failure.words);
	const afterwards = charged === 'no' ? 'safe' : 'uncertain';
	return { ...failure, charged, retry: mayPass ? afterwards : 'never' };
}
