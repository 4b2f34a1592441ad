import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

import type { Answer } from '../answers/answer.mts';
import { isObject } from '../operations/input.mts';
import { decide } from './decide.mts';
import type { LedgerEntry } from './ledger.mts';
import { pause, send } from './send.mts';
import type { State } from './state.mts';

/** Handles one POST /v1/run (spec §4.0): ledger, answer, latency, sending. */
export async function handleRun(
	state: State,
	headers: IncomingHttpHeaders,
	bodyText: string,
	response: ServerResponse,
): Promise<void> {
	const gone = new AbortController();
	response.once('close', () => gone.abort());
	state.inFlight += 1;
	const entry = openEntry(state, headers, bodyText);
	state.ledger.push(entry);
	const answer = decide(state, entry, headers.authorization ?? '');
	if (answer.wire.how === 'hang') settle(entry, answer);
	await pause(state.settings.latencyMs + answer.delayMs, gone.signal);
	settle(entry, answer);
	if (gone.signal.aborted) {
		entry.aborted = true;
		if (!state.settings.chargeAborted) entry.charged = 0;
		state.inFlight -= 1;
		return;
	}
	await deliver(state, entry, answer, response, gone.signal);
}

async function deliver(
	state: State,
	entry: LedgerEntry,
	answer: Answer,
	response: ServerResponse,
	gone: AbortSignal,
): Promise<void> {
	const { how } = answer.wire;
	const hasStatus = how !== 'hang' && how !== 'reset' && how !== 'cutHeaders';
	if (hasStatus) entry.httpStatus = answer.httpStatus;
	if (how === 'whole') {
		// Before the last byte: a client that has the answer must find the ledger complete.
		entry.delivered = true;
		state.inFlight -= 1;
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
	entry.delivered = how === 'trickle' && response.writableEnded;
	entry.aborted = isLongAnswer && !entry.delivered;
	state.inFlight -= 1;
}

/** Writes down what the call costs and holds, whether or not its answer arrives. */
function settle(entry: LedgerEntry, answer: Answer): void {
	entry.status = answer.status;
	entry.charged = answer.charged;
	entry.served = answer.served;
	entry.recordIds = answer.recordIds;
}

function openEntry(state: State, headers: IncomingHttpHeaders, bodyText: string): LedgerEntry {
	const rawBody = parseOrNull(bodyText);
	const body = isObject(rawBody) ? rawBody : {};
	const { endpoint, input } = body;
	const hasEndpoint = typeof endpoint === 'string' && endpoint !== '';
	const { authorization } = headers;
	const isValid = state.apiKeys.some((key) => authorization === `Bearer ${key}`);
	return {
		call: state.ledger.length + 1,
		at: Date.now(),
		endpoint: hasEndpoint ? endpoint : null,
		operation: null,
		input: isObject(input) ? input : {},
		rawBody,
		key: null,
		page: null,
		position: null,
		httpStatus: null,
		status: null,
		charged: 0,
		delivered: false,
		served: false,
		recordIds: [],
		fault: null,
		concurrent: state.inFlight,
		aborted: false,
		headersSeen: {
			authorization: isValid ? 'valid' : authorization === undefined ? 'missing' : 'invalid',
			contentType: headers['content-type'] ?? null,
		},
	};
}

function parseOrNull(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
