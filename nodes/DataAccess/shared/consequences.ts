import { CODES } from './codes';
import type { FailureCode, Usual } from './codes';

/** What follows from a failure. */
export interface Consequences extends Pick<Usual, 'charged' | 'retry'> {
	/** Every further call would fail in the same way. */
	endsExecution: boolean;
}

/** What is known about a failed call beside its code. */
export interface Evidence {
	/** What follows from its status or place of failure, if that differs from the code. */
	unusual?: Partial<Usual>;
	/** US dollars that the call cost, as its gateway run reports. */
	cost?: number;
	/** Its gateway run completed with an output. */
	hasOutput?: boolean;
	/** The service says that the call failed, was not charged, and can be retried. */
	saysAgain?: boolean;
	/** A call with this API key has succeeded. */
	isProven?: boolean;
}

interface Situation extends Evidence {
	code: FailureCode;
	/** By what is unusual, else by the code. */
	usually: Usual['charged'];
}

/** The first rule that holds decides. If none holds, `usually` applies. */
const CHARGED: Array<
	[holds: (situation: Situation) => boolean | undefined, charged: Usual['charged']]
> = [
	// Its cost is known only when the gateway run ends, and its page can still be recovered.
	[({ code }) => code === 'NOT_FINISHED', 'maybe'],
	[({ cost = 0 }) => cost > 0, 'yes'],
	[({ cost }) => cost === 0, 'no'],
	[({ saysAgain }) => saysAgain, 'no'],
	// The provider was paid for the output.
	[({ hasOutput, usually }) => hasOutput && usually === 'no', 'yes'],
];

const RETRY_BY_CHARGE = { no: 'safe', maybe: 'uncertain', yes: 'uncertain' } as const;

/**
 * Returns what a failed call cost, whether it ends the execution, and whether it is made again, in this order:
 *
 * - **Charged**: the rules of `CHARGED`, then what is unusual, then the code.
 * - **Ends the execution**: what is unusual, then the code. A failure that ends it `untilProven` does not once a call
 *   with this API key has succeeded.
 * - **Retry**: if the failure may pass, by what is unusual or its code, or as the service says: `safe` if it was not
 *   charged, else `uncertain`. Otherwise (it cannot pass, it ends the execution, or its run is not finished), what is
 *   unusual applies, then the code.
 */
export function consequencesOf(
	code: FailureCode,
	{ unusual, ...evidence }: Evidence = {},
): Consequences {
	const { charged: usually, retry, ends = 'never' }: Usual = { ...CODES[code], ...unusual };
	const charged = CHARGED.find(([holds]) => holds({ ...evidence, code, usually }))?.[1] ?? usually;
	const endsExecution = { never: false, untilProven: !evidence.isProven, always: true }[ends];
	const mayPass =
		code !== 'NOT_FINISHED' &&
		!endsExecution &&
		(evidence.saysAgain || ['safe', 'uncertain'].includes(retry));
	return { charged, endsExecution, retry: mayPass ? RETRY_BY_CHARGE[charged] : retry };
}
