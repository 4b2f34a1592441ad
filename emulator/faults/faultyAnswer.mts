import type { Answer } from '../answers/answer.mts';
import { htmlAnswer, jsonAnswer, plainAnswer, refusal, tooMany } from '../answers/answer.mts';
import type { CallFacts, Cost, MadeRun } from '../answers/layers.mts';
import type { Context } from '../answers/runAnswers.mts';
import { completedAnswer, runAnswer, validationAnswer } from '../answers/runAnswers.mts';
import type { Settings } from '../settings.mts';
import type { Fault } from './fault.mts';
import { chargeFor } from './fault.mts';

/** The call that a fault meets. */
export interface FaultyCall {
	facts: CallFacts;
	/** The answer without the fault. */
	usual: Answer;
	/** The payload of the usual answer; undefined if it has none. */
	payload?: unknown;
	/** Whether the call can be charged. False for an unknown operation or an invalid input. */
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

/** Returns the answer to a call that meets a fault. */
export function faultAnswer(fault: Fault, call: FaultyCall): Answer {
	const { facts, settings } = call;
	const charged = call.isPriced ? chargeFor(fault, facts.price) : 0;
	const answer = answerByKind(fault, call, { facts, cost: { charged }, settings });
	const run = runBehind(fault, answer, call, charged);
	const { status = 'COMPLETED' } = fault.run ?? {};
	// The gateway kept the page with the run, so it can still be read.
	const isKept = run === call.usual.run && status === 'COMPLETED';
	const { recordIds, records } = isKept ? call.usual : answer;
	return {
		...answer,
		...{ recordIds, records, charged },
		delayMs: fault.delayMs ?? 0,
		run: run && withFault(run, fault, { charged }),
	};
}

/** Returns the run that the gateway keeps for a call that meets a fault; null for none. */
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
	const { status = made.outcome.status, endsAfterMs = 0 } = run;
	const output = status === 'COMPLETED' ? made.outcome.output : null;
	return { ...made, endsAfterMs, outcome: { ...made.outcome, status, cost, output } };
}

function answerByKind(fault: Fault, call: FaultyCall, context: Context): Answer {
	const { settings, usual } = call;
	switch (fault.kind) {
		case 'blocked': {
			const reason = 'The monthly budget of this key is used up';
			return runAnswer(200, { status: 'BLOCKED', extra: { reason } }, context);
		}
		case 'accepted':
			// The final cost is known only when the run ends.
			return runAnswer(
				202,
				{ status: 'RUNNING', cost: { ...context.cost, reported: fault.soFar ?? 0 } },
				context,
			);
		case 'timedOut':
			return runAnswer(408, { status: 'TIMED_OUT' }, context);
		case 'stopped':
			return runAnswer(200, { status: 'STOPPED' }, context);
		case 'failed': {
			const error = 'The provider did not answer';
			return runAnswer(200, { providerResponse: { httpStatus: 500, error } }, context);
		}
		case 'refused': {
			const httpStatus = fault.httpStatus ?? 400;
			if (fault.body !== undefined) return jsonAnswer(httpStatus, fault.body);
			const [code, message] = REFUSALS[httpStatus] ?? REFUSALS[400]!;
			return refusal(httpStatus, code, message);
		}
		case 'echoKey':
			return refusal(400, 'invalid_request', echoOf(call.apiKey));
		case 'provider':
			return providerAnswer(fault, context);
		case 'validation': {
			const msg = 'Input should be a valid string';
			const detail = [{ loc: ['body', 'input', 'keyword'], msg, type: 'string_type' }];
			return validationAnswer(detail, context, fault.at);
		}
		case 'rateLimited':
			return tooMany(fault.retryAfterSeconds ?? 1, fault.retryAfter ?? settings.retryAfter);
		case 'server': {
			const { httpStatus = 500, body } = fault;
			if (body === 'html') return htmlAnswer(httpStatus, `${httpStatus} Server Error`);
			return refusal(httpStatus, 'internal_error', 'Something went wrong');
		}
		case 'reset':
		case 'cutHeaders':
		case 'hang':
		case 'trickle':
			return { ...usual, wire: { how: fault.kind } };
		case 'cutBody':
			return { ...usual, wire: { how: 'cutBody', part: fault.part ?? 0.5 } };
		case 'redirect': {
			const answer = plainAnswer(fault.httpStatus ?? 307, '', 'text/plain');
			answer.headers.location = fault.location;
			return answer;
		}
		case 'html':
			return htmlAnswer(fault.httpStatus ?? 200, fault.title ?? 'Welcome');
		case 'invalidJson':
			return { ...jsonAnswer(200, null), body: usual.body.slice(0, usual.body.length / 2) };
		case 'noOutput':
			return withoutOutput(usual, fault.form ?? 'null');
		case 'beside': {
			if (call.payload === undefined) return usual;
			const payload = { ...(call.payload as object), ...fault.fields };
			return { ...usual, body: completedAnswer(payload, context).body };
		}
		case 'emptyBody':
			return plainAnswer(200, '', 'application/json');
		case 'body':
			return plainAnswer(200, fault.body, 'application/json; charset=utf-8');
		case 'cost': {
			if (call.payload === undefined) return usual;
			const cost = { ...context.cost, reported: fault.value, unit: fault.unit };
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

/** Removes the output from the answer of a completed run, in one of several forms. */
function withoutOutput(
	usual: Answer,
	form: NonNullable<Extract<Fault, { kind: 'noOutput' }>['form']>,
): Answer {
	const { output, ...run } = JSON.parse(usual.body) as { output?: unknown; runId?: unknown };
	const bodies = {
		null: { ...run, output: null },
		missing: run,
		empty: { ...run, output: '' },
		word: { ...run, output: 'null' },
		zero: { ...run, output: 0 },
		runId: { runId: run.runId },
	};
	return { ...jsonAnswer(200, bodies[form]), status: 'COMPLETED' };
}

function providerAnswer(fault: Extract<Fault, { kind: 'provider' }>, context: Context): Answer {
	const error = fault.transient
		? 'Request failed. Please retry, you were not charged for this request.'
		: 'The platform could not be reached';
	const providerStatus = fault.providerStatus ?? (fault.transient ? 400 : 502);
	const status = fault.runStatus ?? 'FAILED';
	const providerResponse = { httpStatus: providerStatus, error };
	return runAnswer(fault.httpStatus ?? providerStatus, { status, providerResponse }, context);
}

/** Returns a payload with an error of the platform (docs/development/gateway.md, Layers of a response). */
function platformError(form: 'success' | 'code', message: string): object {
	if (form === 'success') return { success: false, msg: message, data: null };
	return { code: -510001, msg: message, data: {} };
}

/** Returns an error message that contains the key, as JSON in which each slash is `\/`. */
function echoOf(apiKey: string): unknown {
	const text = JSON.stringify(`Cannot handle the header "Authorization: Bearer ${apiKey}"`);
	return JSON.rawJSON(text.replaceAll('/', '\\/'));
}
