import type { IDataObject } from 'n8n-workflow';

import type { ListedRun, GatewayRunList } from '../free/runList';
import { runStatusOf } from '../statuses';
import { hasSameInput } from './sameInput';
import type { SentInput } from './sameInput';

/** A call whose response was lost. */
export interface SearchedCall extends SentInput {
	provider: string;
	endpoint: string;
	/** Epoch milliseconds on this machine's clock. */
	begunAt: number;
	endedAt: number;
	/** When the previous page of its list arrived; 0 if there is none. */
	previousPageAt: number;
	/** Milliseconds by which the gateway's clock was at least ahead then (clock.ts). */
	lead?: number;
	runId?: string;
}

/** Milliseconds by which a run may seem to be created before or after its call. */
const GRACE = 2000;

/** Returns epoch milliseconds on the gateway's clock; NaN if unknown. */
const createdAt = (run: ListedRun) => Date.parse(run.createdAt ?? '');

/** Returns whether a page of the list has runs older than the call. All following pages are then older, too. */
export function hasOlderRuns(
	{ begunAt }: SearchedCall,
	{ runs, ahead: [least] }: GatewayRunList,
): boolean {
	return runs.some((run) => createdAt(run) < begunAt + least - GRACE);
}

/** A run that may belong to the call. */
export interface Candidate {
	runId: string;
	/** When it was created, in epoch milliseconds on this machine's clock. */
	begunAt: number;
}

/**
 * Returns the runs that may belong to the call.
 * @param lead milliseconds by which the gateway's clock was at least ahead at the time of the call
 */
export function candidatesOf(
	{ provider, endpoint, begunAt, endedAt, previousPageAt }: SearchedCall,
	{ runs, ahead: [least, most] }: GatewayRunList,
	lead: number,
): Candidate[] {
	// The clock may have been set since the call, or the call was another machine's, so the lead of that time counts,
	// too.
	const from = Math.max(begunAt + Math.min(least, lead) - GRACE, previousPageAt + lead);
	const to = endedAt + Math.max(most, lead) + GRACE;
	const candidates = runs.filter((run) => {
		const isOfCall = run.provider === provider && run.endpoint === endpoint;
		const isInTime = createdAt(run) >= from && createdAt(run) <= to;
		return isOfCall && isInTime && runStatusOf(run.status)?.phase !== 'failed';
	});
	return candidates.map((run) => ({ runId: run.runId, begunAt: createdAt(run) - lead }));
}

/** Whether a run is the call's. `running`: once it ends. `unclear`: perhaps, once it ends. `noRun`: never. */
type GatewayRunVerdict = 'response' | 'running' | 'unclear' | 'noRun';

/**
 * Decides whether a run, read with input and output, is the call's. A failed run may belong to an earlier try, so it
 * counts only if the call's own response named it.
 * @throws RangeError if its input is nested too deeply to be compared
 */
export function verdictOnRun(run: IDataObject, call: SearchedCall): GatewayRunVerdict {
	const phase = runStatusOf(run.status)?.phase ?? 'unclear';
	const hasRunId = call.runId !== undefined;
	const isOfCall = hasRunId || (phase !== 'failed' && hasSameInput(run.input, call));
	if (!isOfCall) return 'noRun';
	return phase === 'completed' || phase === 'failed' ? 'response' : phase;
}
