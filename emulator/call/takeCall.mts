import type { Answer } from '../answers/answer.mts';
import { gatewayTime, httpDate } from '../answers/answer.mts';
import type { Arrival } from './arrival.mts';
import { keepRun } from '../free/keptRuns.mts';
import { decide } from './decide.mts';
import type { LedgerEntry } from './ledger.mts';
import { openEntry } from './ledger.mts';
import { pause } from './send.mts';
import type { State } from './state.mts';

/** A call on its way back to its caller. */
export interface AnsweredCall {
	entry: LedgerEntry;
	answer: Answer;
}

/**
 * Takes a call in: into the ledger, decided, waited for and charged. Who gets null back has a
 * caller that left meanwhile; everybody else delivers the answer, and ends the call with
 * {@link endCall}.
 */
export async function takeCall(
	state: State,
	arrival: Arrival,
	gone: AbortSignal,
): Promise<AnsweredCall | null> {
	state.inFlight += 1;
	const entry = openEntry(arrival, state.ledger.length + 1, state.inFlight, state.apiKeys);
	state.ledger.push(entry);
	const answer = decideOrEnd(state, entry, arrival);
	keepRun(state, entry, answer);
	if (answer.wire.how === 'hang') settle(entry, answer);
	await pause(state.settings.latencyMs + answer.delayMs, gone);
	settle(entry, answer);
	answer.headers = { date: httpDate(gatewayTime(state.settings)), ...answer.headers };
	if (!gone.aborted) return { entry, answer };
	endCall(state, entry, { delivered: false, aborted: true });
	return null;
}

/** A mistake of the emulator itself ends the call too. */
function decideOrEnd(state: State, entry: LedgerEntry, arrival: Arrival): Answer {
	try {
		return decide(state, entry, arrival);
	} catch (error) {
		endCall(state, entry, { delivered: false, aborted: false });
		throw error;
	}
}

/** Writes down how a call ended. */
export function endCall(
	state: State,
	entry: LedgerEntry,
	end: Pick<LedgerEntry, 'delivered' | 'aborted'>,
): void {
	Object.assign(entry, end);
	state.inFlight -= 1;
}

/** Writes down what a call costs and holds, whether or not its answer arrives. */
function settle(entry: LedgerEntry, answer: Answer): void {
	entry.status = answer.status;
	entry.charged = answer.charged;
	entry.served = answer.served;
	entry.recordIds = answer.recordIds;
	entry.records = answer.records;
}
