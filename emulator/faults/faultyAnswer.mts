import type { Answer } from '../answers/answer.mts';
import { htmlAnswer, jsonAnswer, plainAnswer, refusal, tooMany } from '../answers/answer.mts';
import type { CallFacts, Cost, MadeRun } from '../answers/layers.mts';
import type { Context } from '../answers/runAnswers.mts';
import { completedAnswer, runAnswer, validationAnswer } from '../answers/runAnswers.mts';
import type { Settings } from '../settings.mts';
import type { EchoForm, Fault } from './fault.mts';
import { chargeFor } from './fault.mts';

/** The call that a fault meets. */
export interface FaultyCall {
	facts: CallFacts;
	/** The answer without the fault. */
	usual: Answer;
	/** Its payload; undefined where it has none. */
	payload?: unknown;
	/** False where nothing could be charged: no operation, or a wrong input. */
	isPriced: boolean;
	apiKey: string;
	settings: Settings;
}

const REFUSALS: Record<number, [code: string, message: string]> = {
	400: ['invalid_request', 'The request is invalid'],
	401: ['unauthorized', 'Invalid API key'],
	402: ['insufficient_balance', 'The balance does not cover this call'],
	403: ['forbidden', 'The API key may not call this provider'],
	404: ['endpoint_not_found', 'Unknown endpoint'],
};

/** The answer to a call that meets a fault. */
export function faultAnswer(fault: Fault, call: FaultyCall): Answer {
	const { facts, settings } = call;
	const charged = call.isPriced ? chargeFor(fault, facts.price) : 0;
	const cost = { charged, reported: fault.reported };
	const answer = answerByKind(fault, call, { facts, cost, settings });
	const run = runBehind(fault, answer, call, charged);
	const { status = 'COMPLETED', isOutputGone = false } = fault.run ?? {};
	// A page that is kept with the run can still be had.
	const isKept = run === call.usual.run && status === 'COMPLETED' && !isOutputGone;
	const { recordIds, records } = isKept ? call.usual : answer;
	return {
		...answer,
		...{ recordIds, records, charged },
		headers: { ...answer.headers, ...fault.headers },
		delayMs: fault.delayMs ?? 0,
		run: run && withFault(run, fault, { charged, reported: fault.reported }),
	};
}

/** The run that the gateway keeps of a call that meets a fault. */
function runBehind(
	fault: Fault,
	answer: Answer,
	call: FaultyCall,
	charged: number,
): MadeRun | null {
	const isUsual = fault.run?.status === 'COMPLETED' || (answer.run === null && charged > 0);
	return isUsual ? call.usual.run : (answer.run ?? (fault.run ? call.usual.run : null));
}

function withFault(made: MadeRun, { run = {} }: Fault, cost: Cost): MadeRun {
	const { status = made.outcome.status, endsAfterMs = 0, isOutputGone = false } = run;
	const isGone = isOutputGone || status !== 'COMPLETED';
	const output = isGone ? null : made.outcome.output;
	return { ...made, endsAfterMs, outcome: { ...made.outcome, status, cost, output } };
}

function answerByKind(fault: Fault, call: FaultyCall, context: Context): Answer {
	const { settings, usual } = call;
	switch (fault.kind) {
		case 'blocked': {
			const reason = fault.reason ?? 'The monthly budget of this key is used up';
			return runAnswer(200, { status: 'BLOCKED', extra: { reason } }, context);
		}
		case 'accepted':
			return acceptedAnswer(fault, context);
		case 'timedOut':
			return runAnswer(408, { status: 'TIMED_OUT' }, context);
		case 'stopped':
			return runAnswer(200, { status: 'STOPPED' }, context);
		case 'failed': {
			const error = fault.error ?? 'The provider did not answer';
			return runAnswer(200, { providerResponse: { httpStatus: 500, error } }, context);
		}
		case 'refused': {
			const httpStatus = fault.httpStatus ?? 400;
			const [code, message] = REFUSALS[httpStatus] ?? REFUSALS[400]!;
			return refusal(httpStatus, fault.code ?? code, fault.message ?? message);
		}
		case 'echoKey': {
			const message = echoOf(call.apiKey, fault.form);
			const { httpStatus = 400 } = fault;
			return refusal(httpStatus, 'invalid_request', message);
		}
		case 'provider':
			return providerAnswer(fault, context);
		case 'validation': {
			const msg = fault.message ?? 'Input should be a valid string';
			const loc = ['body', 'input', fault.field ?? 'keyword'];
			return validationAnswer([{ loc, msg, type: 'string_type' }], context, fault.at);
		}
		case 'rateLimited': {
			const form = fault.retryAfter ?? settings.retryAfter;
			return tooMany(fault.retryAfterSeconds ?? 1, form);
		}
		case 'server': {
			const { httpStatus = 500, body } = fault;
			if (body === 'html') return htmlAnswer(httpStatus, `${httpStatus} Server Error`);
			return refusal(httpStatus, 'internal_error', 'Something went wrong');
		}
		case 'reset':
		case 'cutHeaders':
		case 'hang':
			return { ...usual, wire: { how: fault.kind } };
		case 'cutBody':
			return { ...usual, wire: { how: 'cutBody', part: fault.part ?? 0.5 } };
		case 'trickle': {
			const { intervalMs = 50, forMs = Infinity } = fault;
			return { ...usual, wire: { how: 'trickle', intervalMs, forMs } };
		}
		case 'redirect': {
			const answer = plainAnswer(fault.httpStatus ?? 307, '', 'text/plain');
			answer.headers.location = fault.location;
			return answer;
		}
		case 'html':
			return htmlAnswer(200, 'Welcome');
		case 'invalidJson':
			return { ...jsonAnswer(200, null), body: usual.body.slice(0, usual.body.length / 2) };
		case 'emptyBody':
			return plainAnswer(200, '', 'application/json');
		case 'body': {
			const { httpStatus = 200, contentType = 'application/json; charset=utf-8' } = fault;
			return plainAnswer(httpStatus, fault.body, contentType);
		}
		case 'cost': {
			if (call.payload === undefined) return usual;
			const cost = { ...context.cost, reported: fault.value };
			return { ...usual, body: completedAnswer(call.payload, { ...context, cost }).body };
		}
		case 'platform': {
			const payload = platformError(fault.form ?? 'code', fault.message ?? '内容不存在');
			return completedAnswer(payload, context);
		}
		case 'unknownShape': {
			const payload = fault.payload ?? { version: 9, blocks: [{ rows: ['a', 'b'] }] };
			return completedAnswer(payload, context);
		}
	}
}

/** What it costs is known when it ends. */
function acceptedAnswer(fault: Extract<Fault, { kind: 'accepted' }>, context: Context): Answer {
	const cost = { ...context.cost, reported: fault.reported ?? 0 };
	return runAnswer(202, { status: fault.status ?? 'RUNNING' }, { ...context, cost });
}

function providerAnswer(fault: Extract<Fault, { kind: 'provider' }>, context: Context): Answer {
	const usualError = fault.transient
		? 'Request failed. Please retry, you were not charged for this request.'
		: 'The platform could not be reached';
	const providerStatus = fault.providerStatus ?? (fault.transient ? 400 : 502);
	const error = fault.error === undefined ? usualError : fault.error;
	const status = fault.runStatus ?? 'FAILED';
	const providerResponse = { httpStatus: providerStatus, error };
	return runAnswer(fault.httpStatus ?? providerStatus, { status, providerResponse }, context);
}

/** A payload with the platform's own error (docs/development/gateway.md, Layers of an answer). */
function platformError(form: 'success' | 'code', message: string): object {
	if (form === 'success') return { success: false, msg: message, data: null };
	return { code: -510001, msg: message, data: {} };
}

/** An error message that repeats a key, for JSON.stringify: one form is one of the JSON text. */
function echoOf(apiKey: string, form?: EchoForm): unknown {
	const header = `Bearer ${apiKey}`;
	const written = form === 'base64Header' ? Buffer.from(header).toString('base64') : header;
	const text = JSON.stringify(`Cannot handle the header "Authorization: ${written}"`);
	return JSON.rawJSON(form === 'escapedSlashes' ? text.replaceAll('/', '\\/') : text);
}
