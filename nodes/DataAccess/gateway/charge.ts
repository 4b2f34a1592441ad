import type { Failure } from '../shared/failure';
import { isVoid } from '../shared/nothing';
import type { Run } from './runBody';

/** "You were not charged", "no fee"; not "not known whether you were charged", "may not be charged", "not charged twice". */
const NOT_CHARGED =
	/(?:(?<!\b(?:may|might)\s)(?:\b(?:not|never)|n['’]t)\s(?:be\s|been\s)?(?:charged|billed)|\bno\s(?:charge|fee))\b(?![^.,;]{0,9}(?:twice|again|double|more))/i;

const AGAIN = [/fail|error|unsuccessful/i, /retry|try again/i, NOT_CHARGED];

/** Whether a service says all three: it failed, charged nothing, and is to be asked again. */
const saysAgain = ({ words = '' }: Failure) => AGAIN.every((clause) => clause.test(words));

function chargedFor(failure: Failure, { money = {}, phase, output }: Partial<Run>) {
	// What it cost is known when it ends, and its page can still be had.
	if (failure.code === 'NOT_FINISHED') return 'maybe';
	if (money.cost !== undefined) return money.cost > 0 ? 'yes' : 'no';
	if (saysAgain(failure)) return 'no';
	const isPaid = phase === 'completed' && !isVoid(output);
	return isPaid && failure.charged === 'no' ? 'yes' : failure.charged;
}

/**
 * Whether a call that failed was charged, and whether it is made again. What is usual for its code and its status came
 * with the failure (USUAL, statuses.ts). The last word is here: what the run says of its cost, then what the service says.
 */
export function settled(failure: Failure, run: Partial<Run> = {}): Failure {
	const charged = chargedFor(failure, run);
	const mayPass =
		!failure.endsExecution && (['safe', 'uncertain'].includes(failure.retry) || saysAgain(failure));
	const again = charged === 'no' ? 'safe' : 'uncertain';
	return {
		...failure,
		charged,
		retry: mayPass ? again : failure.retry,
		cost: run.money?.cost,
		runId: run.id,
	};
}
