import type { ServerResponse } from 'node:http';

import type { Answer } from '../answers/answer.mts';
import { gatewayTime, httpDate } from '../answers/answer.mts';
import { keepRun } from '../free/keptRuns.mts';
import type { Arrival } from './arrival.mts';
import { decide } from './decide.mts';
import type { LedgerEntry } from './ledger.mts';
import { newEntry } from './ledger.mts';
import { pause, send } from './send.mts';
import type { State } from './state.mts';

/** Handles a call: enters it in the ledger, decides, waits, charges, and answers if the client is still connected. */
export async function takeCall(
	state: State,
	arrival: Arrival,
	response: ServerResponse,
	gone: AbortSignal,
): Promise<void> {
	state.inFlight += 1;
	const entry = newEntry(arrival, state.ledger.length + 1, state.inFlight, state.apiKeys);
	state.ledger.push(entry);
	const end = (how: Pick<LedgerEntry, 'delivered' | 'aborted'>) => {
		Object.assign(entry, how);
		state.inFlight -= 1;
	};
	let answer: Answer;
	try {
		answer = decide(state, entry, arrival);
	} catch (error) {
		// A bug in the emulator ends the call, too.
		end({ delivered: false, aborted: false });
		throw error;
	}
	keepRun(state, entry, answer);
	const { how } = answer.wire;
	if (how === 'hang') settle(entry, answer);
	await pause(state.settings.latencyMs + answer.delayMs, gone);
	settle(entry, answer);
	answer.headers = { date: httpDate(gatewayTime(state.settings)), ...answer.headers };
	if (gone.aborted) return end({ delivered: false, aborted: true });

	const hasStatus = how !== 'hang' && how !== 'reset' && how !== 'cutHeaders';
	if (hasStatus) entry.httpStatus = answer.httpStatus;
	if (how === 'whole') {
		// Before the last byte is sent: a client that has the answer must find a complete ledger.
		end({ delivered: true, aborted: false });
		response.once('close', () => {
			if (!response.writableFinished) Object.assign(entry, { delivered: false, aborted: true });
		});
		return await send(response, answer, gone);
	}
	await send(response, answer, gone);
	end({ delivered: false, aborted: how === 'hang' || how === 'trickle' });
}

/** Records what a call costs and contains, whether or not its answer arrives. */
function settle(entry: LedgerEntry, answer: Answer): void {
	const { status, charged, served, recordIds, records } = answer;
	Object.assign(entry, { status, charged, served, recordIds, records });
}
