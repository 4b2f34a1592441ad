import type { ServerResponse } from 'node:http';

import { send } from './send.mts';
import type { State } from './state.mts';
import type { AnsweredCall } from './takeCall.mts';
import { endCall } from './takeCall.mts';

/** Sends the answer of a call to its client, and ends the call in the ledger. */
export async function deliver(
	state: State,
	{ entry, answer }: AnsweredCall,
	response: ServerResponse,
	gone: AbortSignal,
): Promise<void> {
	const { how } = answer.wire;
	const hasStatus = how !== 'hang' && how !== 'reset' && how !== 'cutHeaders';
	if (hasStatus) entry.httpStatus = answer.httpStatus;
	if (how === 'whole') {
		// Before the last byte: a client that has the answer must find the ledger complete.
		endCall(state, entry, { delivered: true, aborted: false });
		response.once('close', () => {
			if (response.writableFinished) return;
			entry.delivered = false;
			entry.aborted = true;
		});
		await send(response, answer, gone);
		return;
	}
	await send(response, answer, gone);
	const isLongAnswer = how === 'hang' || how === 'trickle';
	const delivered = how === 'trickle' && response.writableEnded;
	endCall(state, entry, { delivered, aborted: isLongAnswer && !delivered });
}
