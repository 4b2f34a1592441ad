import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { objectOf } from '../shared/values';
import type { RunCost } from './cost';
import { jsonInAnswer } from './jsonInAnswer';
import { failureOfLayers } from './layerFailure';
import { Layers } from './layers';
import type { PageReader } from './layers';
import { failureWithoutRun } from './refusals';
import { waitAskedBy } from './retryAfter';
import { readRun } from './runBody';
import { failureOfRun } from './runFailure';
import type { RawAnswer } from './transport';

export interface Paid extends RunCost {
	payload: unknown;
	runId?: string;
	/** Epoch milliseconds on the gateway's clock; undefined where it does not say. */
	completedAt?: number;
}

export type Answer = Paid | { failure: Failure };

/**
 * Reads an answer (docs/development/gateway.md, Layers of an answer). A status of 200 alone is no success. Never
 * throws, since it may have been paid for.
 * @param sent the request: an answer that repeats it does not say it
 */
export function readAnswer(answer: RawAnswer, reader: PageReader, sent = ''): Answer {
	try {
		return readLayers(answer, reader, sent);
	} catch {
		const { status: httpStatus, text: excerpt } = answer;
		return {
			failure: failureOf('UNRECOGNISED_ANSWER', { httpStatus, charged: 'maybe', excerpt }),
		};
	}
}

/** The first failure that is found is told. */
function readLayers(answer: RawAnswer, reader: PageReader, sent: string): Answer {
	const body = jsonInAnswer(answer.text);
	const run = readRun(body);
	const layers = new Layers(run ? run.output : body, reader);

	const refusal = run
		? failureOfRun(run, answer.status, layers, sent)
		: failureWithoutRun(answer, body, sent);
	if (refusal) {
		const fields = { ...objectOf(objectOf(body).error), ...objectOf(body), ...answer.headers };
		return { failure: { ...refusal, retryAfter: waitAskedBy(fields, refusal) } };
	}

	const failure = failureOfLayers(layers, sent);
	if (!failure) {
		return {
			payload: layers.payload,
			...run?.money,
			runId: run?.id,
			completedAt: run?.completedAt,
		};
	}
	// Without a run, whether it was charged is as usual for its code.
	if (!run) return { failure: { ...failure, httpStatus: answer.status } };
	const { cost } = run.money;
	const charged = cost === 0 ? 'no' : 'yes';
	return { failure: { ...failure, httpStatus: answer.status, charged, cost, runId: run.id } };
}

/** Reads a text that was bought once more. */
export const readText = (text: string, reader: PageReader): Answer =>
	readAnswer({ status: 200, headers: {}, text }, reader);

/** The payload in a text that was bought; undefined where it is no successful answer. Never throws. */
export function payloadAgain(text: string, reader: PageReader): unknown {
	const read = readText(text, reader);
	return 'failure' in read ? undefined : read.payload;
}
