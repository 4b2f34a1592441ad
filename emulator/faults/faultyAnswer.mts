import type { Answer } from '../answers/answer.mts';
import { htmlAnswer, jsonAnswer, plainAnswer, refusal, tooMany } from '../answers/answer.mts';
import type { CallFacts, RunOutcome } from '../answers/layers.mts';
import { completed, runBody } from '../answers/layers.mts';
import type { InputProblem } from '../operations/inputError.mts';
import type { Settings } from '../settings.mts';
import type { Fault } from './fault.mts';
import { isCharged } from './fault.mts';

/** The call that a fault meets. */
export interface FaultyCall {
	facts: CallFacts;
	/** The answer without the fault. */
	usual: Answer;
	/** False where nothing could be charged: no operation, or a wrong input. */
	isPriced: boolean;
	authorization: string;
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
	const charged = isCharged(fault) && call.isPriced ? call.facts.price : 0;
	const answer = answerByKind(fault, call, charged);
	return {
		...answer,
		headers: { ...answer.headers, ...fault.headers },
		charged,
		delayMs: fault.delayMs ?? 0,
	};
}

function answerByKind(fault: Fault, call: FaultyCall, charged: number): Answer {
	const { settings, usual } = call;
	const run = (httpStatus: number, outcome: Partial<RunOutcome>) =>
		runAnswer(call, httpStatus, charged, outcome);
	switch (fault.kind) {
		case 'blocked': {
			const reason = fault.reason ?? 'The monthly budget of this key is used up';
			return run(200, { status: 'BLOCKED', extra: { reason } });
		}
		case 'accepted':
			return run(202, { status: fault.status ?? 'RUNNING' });
		case 'timedOut':
			return run(408, { status: 'TIMED_OUT' });
		case 'stopped':
			return run(200, { status: 'STOPPED' });
		case 'failed': {
			const error = fault.error ?? 'The provider did not answer';
			return run(200, { providerResponse: { httpStatus: 500, error } });
		}
		case 'refused': {
			const httpStatus = fault.httpStatus ?? 400;
			const [code, message] = REFUSALS[httpStatus] ?? REFUSALS[400]!;
			const form = fault.form ?? settings.refusalForm;
			return refusal(httpStatus, fault.code ?? code, fault.message ?? message, form);
		}
		case 'echoKey': {
			const message = `Cannot handle the header "Authorization: ${call.authorization}"`;
			return refusal(400, 'invalid_request', message, settings.refusalForm);
		}
		case 'provider':
			return providerAnswer(fault, run);
		case 'validation': {
			const msg = fault.message ?? 'Input should be a valid string';
			const loc = ['body', 'input', fault.field ?? 'keyword'];
			const detail = [{ loc, msg, type: 'string_type' }];
			return validationAnswer(detail, { ...call, charged }, fault.at);
		}
		case 'rateLimited': {
			const form = fault.retryAfter ?? settings.retryAfter;
			return tooMany(fault.retryAfterSeconds ?? 1, form, settings);
		}
		case 'server':
			return serverAnswer(fault.httpStatus ?? 500, fault.body ?? 'json', settings);
		case 'reset':
		case 'cutHeaders':
		case 'cutBody':
		case 'hang':
			return { ...usual, wire: { how: fault.kind } };
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
		case 'platform': {
			const payload = platformError(fault.form ?? 'code', fault.message ?? '内容不存在');
			return withPayload(payload, call, charged);
		}
		case 'unknownShape': {
			const payload = fault.payload ?? { version: 9, blocks: [{ rows: ['a', 'b'] }] };
			return withPayload(payload, call, charged);
		}
	}
}

/** A 422 whose `detail` names the fields (docs/gateway.md, Failures). */
export function validationAnswer(
	detail: readonly InputProblem[],
	call: Pick<FaultyCall, 'facts' | 'settings'> & { charged?: number },
	at = call.settings.validationAt,
): Answer {
	if (at === 'top') return jsonAnswer(422, { detail });
	const providerResponse = { httpStatus: 422, error: { detail } };
	return runAnswer(call, 422, call.charged ?? 0, { providerResponse });
}

function runAnswer(
	call: Pick<FaultyCall, 'facts' | 'settings'>,
	httpStatus: number,
	charged: number,
	outcome: Partial<RunOutcome>,
): Answer {
	const full: RunOutcome = {
		status: 'FAILED',
		output: null,
		providerResponse: null,
		charged,
		...outcome,
	};
	const answer = jsonAnswer(httpStatus, runBody(call.facts, full, call.settings));
	return { ...answer, status: full.status };
}

function providerAnswer(
	fault: Extract<Fault, { kind: 'provider' }>,
	run: (httpStatus: number, outcome: Partial<RunOutcome>) => Answer,
): Answer {
	const usualError = fault.transient
		? 'Request failed. Please retry, you were not charged for this request.'
		: 'The platform could not be reached';
	const providerStatus = fault.providerStatus ?? (fault.transient ? 400 : 502);
	const error = fault.error === undefined ? usualError : fault.error;
	return run(fault.httpStatus ?? providerStatus, {
		status: fault.runStatus ?? 'FAILED',
		providerResponse: { httpStatus: providerStatus, error },
	});
}

function serverAnswer(
	httpStatus: number,
	body: 'json' | 'html' | 'empty',
	settings: Settings,
): Answer {
	if (body === 'html') return htmlAnswer(httpStatus, `${httpStatus} Server Error`);
	if (body === 'empty') return plainAnswer(httpStatus, '', 'text/plain');
	return refusal(httpStatus, 'internal_error', 'Something went wrong', settings.refusalForm);
}

function withPayload(payload: unknown, call: FaultyCall, charged: number): Answer {
	const { facts, settings } = call;
	const answer = jsonAnswer(200, completed(facts, payload, charged, settings));
	return { ...answer, status: 'COMPLETED' };
}

/** A payload with the platform's own error (docs/gateway.md, Layers of an answer). */
function platformError(form: 'success' | 'code' | 'error' | 'ret', message: string): object {
	switch (form) {
		case 'success':
			return { success: false, msg: message, data: null };
		case 'code':
			return { code: -510001, msg: message, data: {} };
		case 'error':
			return { error: { code: 4041, message, name: 'NotFound' } };
		case 'ret':
			return { ret: -3, errmsg: message, replies: [] };
	}
}
