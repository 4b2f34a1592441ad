import type { IDataObject } from 'n8n-workflow';

import type { ListedRun, RunList } from '../free/runList';
import { runStatusOf } from '../statuses';
import { hasSameInput } from './sameInput';
import type { SentInput } from './sameInput';

export interface SearchedCall extends SentInput {
	provider: string;
	endpoint: string;
	/** Epoch milliseconds on this machine's clock. */
	begunAt: number;
	endedAt: number;
	/** When the page in front of it in its list was there; 0 where there is none. */
	previousPageAt: number;
	/** How far the gateway's clock was surely ahead then (clock.ts). */
	lead?: number;
	runId?: string;
}

/** Milliseconds before and after a call in which its run may seem to be created. */
const GRACE = 2000;

/** Epoch milliseconds on the gateway's clock; NaN where it does not say. */
const createdAt = (run: ListedRun) => Date.parse(run.createdAt ?? '');

/** Whether a page of the list has runs that are older than the call: all that follow are. */
export function hasOlderRuns(
	{ begunAt }: SearchedCall,
	{ runs, ahead: [least] }: RunList,
): boolean {
	return runs.some((run) => createdAt(run) < begunAt + least - GRACE);
}

/** A run that may be the call's. */
export interface Candidate {
	runId: string;
	/** When it was created, in epoch milliseconds on this machine's clock. */
	begunAt: number;
}

/**
 * The runs that may be the call's.
 * @param lead milliseconds by which the gateway's clock was ahead when the call was made, as far as that is known
 */
export function candidatesOf(
	{ provider, endpoint, begunAt, endedAt, previousPageAt }: SearchedCall,
	{ runs, ahead: [least, most] }: RunList,
	lead: number,
): Candidate[] {
	// This machine's clock may have been set since, or be another machine's: what was known then counts, too.
	const from = Math.max(begunAt + Math.min(least, lead) - GRACE, previousPageAt + lead);
	const to = endedAt + Math.max(most, lead) + GRACE;
	const candidates = runs.filter((run) => {
		const isOfCall = run.provider === provider && run.endpoint === endpoint;
		const isInTime = createdAt(run) >= from && createdAt(run) <= to;
		return isOfCall && isInTime && runStatusOf(run.status)?.phase !== 'failed';
	});
	return candidates.map((run) => ({ runId: run.runId, begunAt: createdAt(run) - lead }));
}

/** `running`: it will be the answer. `unclear`: it may be, once it is over. `noRun`: never. */
type RunVerdict = 'answer' | 'running' | 'unclear' | 'noRun';

/**
 * What a run, read with input and output, tells of the call. A failed one may be that of an earlier try, so its
 * failure counts only where the call's own answer has named the run.
 * @throws RangeError where its input is nested too deeply to be compared
 */
export function verdictOnRun(run: IDataObject, call: SearchedCall): RunVerdict {
	const phase = runStatusOf(run.status)?.phase ?? 'unclear';
	const hasRunId = call.runId !== undefined;
	const isOfCall = hasRunId || (phase !== 'failed' && hasSameInput(run.input, call));
	if (!isOfCall) return 'noRun';
	return phase === 'completed' || phase === 'failed' ? 'answer' : phase;
}
