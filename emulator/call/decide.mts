import type { Answer } from '../answers/answer.mts';
import { refusal } from '../answers/answer.mts';
import type { CallFacts } from '../answers/layers.mts';
import { completedAnswer, validationAnswer } from '../answers/runAnswers.mts';
import { faultAnswer } from '../faults/faultyAnswer.mts';
import { catalogOf } from '../free/catalog.mts';
import { hexFor } from '../lists/random.mts';
import { endpointOf, OPERATIONS, priceOf } from '../operations/index.mts';
import { InputError } from '../operations/inputError.mts';
import type { Operation } from '../operations/operation.mts';
import { keyOf, refuseAboveLimit, refuseKey } from './admit.mts';
import type { Arrival } from './arrival.mts';
import { isObject } from './arrival.mts';
import { checkInput, ungroup } from './input.mts';
import type { LedgerEntry } from './ledger.mts';
import type { State } from './state.mts';

/** The answer without a fault, and what a fault needs to know about the call. */
interface Usual {
	answer: Answer;
	facts: CallFacts;
	isPriced: boolean;
	/** undefined if the answer has none. */
	payload?: unknown;
	/** All names of the requested list. */
	keys: readonly string[];
}

/** Returns the answer to a call, and records in `entry` what the call requested. */
export function decide(state: State, entry: LedgerEntry, arrival: Arrival): Answer {
	const { settings } = state;
	const apiKey = keyOf(arrival.authorization ?? '');
	const refused = refuseKey(state, apiKey) ?? refuseAboveLimit(state, apiKey, entry.at);
	if (refused !== null) return refused;
	const usual = usualAnswer(state, entry, arrival);
	const fault = state.faults.take({ ...entry, apiKey, keys: usual.keys });
	if (fault === null) return usual.answer;
	entry.fault = fault.kind;
	return faultAnswer(fault, { ...usual, usual: usual.answer, apiKey, settings });
}

function usualAnswer(state: State, entry: LedgerEntry, { body }: Arrival): Usual {
	const { settings } = state;
	const operation = OPERATIONS.find(
		(each) => endpointOf(each, settings.platformNames) === entry.endpoint,
	);
	const facts: CallFacts = {
		runId: `run_${hexFor(`${state.seed} run ${entry.call} ${entry.at}`, 24)}`,
		provider: state.provider,
		endpoint: entry.endpoint ?? '',
		input: entry.input,
		price: operation === undefined ? 0 : priceOf(operation, settings),
		at: entry.at,
	};
	const refuse = (httpStatus: number, code: string, message: string): Usual => ({
		answer: refusal(httpStatus, code, message),
		facts,
		isPriced: false,
		keys: [],
	});
	if (!isObject(body)) return refuse(400, 'invalid_request', 'The body should be a JSON object');
	if (entry.endpoint === null) return refuse(400, 'invalid_request', 'endpoint is required');
	if (body.provider !== state.provider) {
		const isListed = catalogOf(state).some(({ provider }) => provider === body.provider);
		const what = isListed ? 'This emulator lists, but does not run, the' : 'Unknown';
		return refuse(400, 'unknown_provider', `${what} provider "${String(body.provider)}"`);
	}
	if (operation === undefined) {
		return refuse(404, 'endpoint_not_found', `Unknown endpoint "${entry.endpoint}"`);
	}
	entry.operation = operation.name;
	try {
		entry.input = ungroup(body.input, settings.inputFormat, operation.group);
		return pageAnswer(state, entry, operation, { ...facts, input: entry.input });
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		const context = { facts, cost: { charged: 0 }, settings };
		const answer = validationAnswer(error.detail, context);
		return { answer, facts, isPriced: false, keys: [] };
	}
}

function pageAnswer(
	state: State,
	entry: LedgerEntry,
	operation: Operation,
	facts: CallFacts,
): Usual {
	const { settings } = state;
	const input = checkInput(entry.input, operation.input, state.validators);
	const request = operation.locate(input, state);
	entry.key = request.list.key;
	entry.page = request.page;
	entry.position = request.position;
	const { payload, recordIds, records } = operation.answer(request, input, state);
	const answer: Answer = {
		...completedAnswer(payload, { facts, cost: { charged: facts.price }, settings }),
		served: true,
		recordIds,
		records,
	};
	return { answer, facts, isPriced: true, payload, keys: request.list.keys };
}
