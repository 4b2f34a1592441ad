import type { Failure } from '../shared/failure';

interface Verdict {
	failure: Failure;
	/** The try of Retry On Fail in which the call failed. */
	attempt: number;
}

/**
 * Which requests must not be made again. Within one try of the node a request has one outcome,
 * whoever asks for it. Retry On Fail is the user's own word for another call where the outcome is
 * unknown, and never for a call that is known to be charged. An agent that uses its tool again is
 * not the user: its uses count like tries, but only the options let a doubtful call be made again.
 */
export class Verdicts {
	private readonly verdicts = new Map<string, Verdict>();
	private attempt = 1;

	/** n8n runs the node again. */
	nextTry(): void {
		this.attempt += 1;
	}

	pass(key: string, failure: Failure): void {
		this.verdicts.set(key, { failure, attempt: this.attempt });
	}

	/** The request brought its page. */
	lift(key: string): void {
		this.verdicts.delete(key);
	}

	/**
	 * Why the request must not be made now; undefined where it may be.
	 * @param sharesCalls whether input items that ask for the same share one call
	 * @param repeatsUncertain whether a later try may repeat a call that may have been charged
	 */
	against(key: string, sharesCalls: boolean, repeatsUncertain = true): Failure | undefined {
		const verdict = this.verdicts.get(key);
		if (!verdict) return undefined;
		const { failure, attempt } = verdict;
		if (attempt < this.attempt) {
			const mayRepeat =
				failure.charged === 'no' || (failure.charged === 'maybe' && repeatsUncertain);
			return mayRepeat ? undefined : failure;
		}
		return sharesCalls || failure.charged !== 'no' ? failure : undefined;
	}

	/** How the last call of this request failed, in whichever try, if it may have been charged. */
	paidFailureOf(key: string): Failure | undefined {
		const failure = this.verdicts.get(key)?.failure;
		return failure && failure.charged !== 'no' ? failure : undefined;
	}
}
