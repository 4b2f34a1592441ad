import type { Answer } from '../answers/answer.mts';
import { jsonAnswer, refusal } from '../answers/answer.mts';
import type { CallFacts } from '../answers/layers.mts';
import { completed } from '../answers/layers.mts';
import { faultAnswer, validationAnswer } from '../faults/faultyAnswer.mts';
import { hexFor } from '../lists/random.mts';
import { endpointOf, OPERATIONS } from '../operations/index.mts';
import { checkInput, InputError, isObject, ungroup } from '../operations/input.mts';
import type { Operation } from '../operations/operation.mts';
import { keyOf, refuseCaller } from './admit.mts';
import type { LedgerEntry } from './ledger.mts';
import type { State } from './state.mts';

/** The answer without faults, and what a fault has to know about the call. */
interface Usual {
	answer: Answer;
	facts: CallFacts;
	isPriced: boolean;
	/** All names of the list that was asked for. */
	keys: readonly string[];
}

/** The answer to a call; writes into `entry` what the call asked for. */
export function decide(state: State, entry: LedgerEntry, authorization: string): Answer {
	const apiKey = keyOf(authorization);
	const refused = refuseCaller(state, apiKey, entry.at);
	if (refused !== null) return refused;
	const usual = usualAnswer(state, entry);
	const fault = state.faults.take({ ...entry, apiKey, keys: usual.keys });
	if (fault === null) return usual.answer;
	entry.fault = fault.label ?? fault.kind;
	return faultAnswer(fault, {
		...usual,
		usual: usual.answer,
		authorization,
		settings: state.settings,
	});
}

function usualAnswer(state: State, entry: LedgerEntry): Usual {
	const { settings } = state;
	const body = isObject(entry.rawBody) ? entry.rawBody : null;
	const operation = OPERATIONS.find(
		(each) => endpointOf(each, settings.platformNames) === entry.endpoint,
	);
	const facts: CallFacts = {
		runId: `run_${hexFor(`${state.seed} run ${entry.call} ${entry.at}`, 24)}`,
		provider: state.provider,
		endpoint: entry.endpoint ?? '',
		input: entry.input,
		price: operation === undefined ? 0 : priceOf(operation, state),
		at: entry.at,
	};
	const refuse = (httpStatus: number, code: string, message: string): Usual => ({
		answer: refusal(httpStatus, code, message, settings.refusalForm),
		facts,
		isPriced: false,
		keys: [],
	});
	if (body === null) return refuse(400, 'invalid_request', 'The body should be a JSON object');
	if (entry.endpoint === null) return refuse(400, 'invalid_request', 'endpoint is required');
	if (body.provider !== state.provider) {
		return refuse(400, 'unknown_provider', `Unknown provider "${String(body.provider)}"`);
	}
	if (operation === undefined) {
		return refuse(404, 'endpoint_not_found', `Unknown endpoint "${entry.endpoint}"`);
	}
	entry.operation = operation.name;
	try {
		return pageAnswer(state, entry, operation, facts, body.input);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		const answer = validationAnswer(error.detail, { facts, settings });
		return { answer, facts, isPriced: false, keys: [] };
	}
}

function pageAnswer(
	state: State,
	entry: LedgerEntry,
	operation: Operation,
	facts: CallFacts,
	rawInput: unknown,
): Usual {
	const { settings } = state;
	const fields = ungroup(rawInput, settings.inputFormat, operation.group);
	entry.input = fields;
	facts.input = fields;
	const input = checkInput(fields, operation.rules, settings);
	const request = operation.locate(input, state);
	entry.key = request.list.key;
	entry.page = request.page;
	entry.position = request.position;
	const { payload, recordIds } = operation.answer(request, input, state);
	const answer: Answer = {
		...jsonAnswer(200, completed(facts, payload, facts.price, settings)),
		status: 'COMPLETED',
		charged: facts.price,
		served: true,
		recordIds,
	};
	return { answer, facts, isPriced: true, keys: request.list.keys };
}

/** US dollars per call of an operation (spec §8). */
function priceOf(operation: Operation, state: State): number {
	const { price, prices } = state.settings;
	const set = prices[operation.name];
	if (set !== undefined) return set;
	return price === 'described' ? (operation.describedPrice ?? operation.price) : operation.price;
}
