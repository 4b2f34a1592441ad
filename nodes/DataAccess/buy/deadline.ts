/** The time that a run has: n8n gives a poll up at some moment, and takes nothing from it then. */
export interface Time {
	/** Seconds until that moment; Infinity where n8n waits for as long as it takes. */
	left: number;
	/** Whether the run has made no call yet. */
	isFirst: boolean;
}

/**
 * How many seconds a call may take; undefined where it may not begin. A call that does not fit whole
 * may be paid for and lost. Only the first one begins with less time than it may need, since without
 * it nothing is ever found.
 * @param wait seconds until it could begin
 */
export function timeForCall(timeout: number, wait: number, time: Time): number | undefined {
	const left = time.left - wait;
	if (timeout <= left) return timeout;
	const mayBegin = time.isFirst && (wait === 0 || left > 0);
	return mayBegin ? Math.max(1, Math.floor(left)) : undefined;
}
