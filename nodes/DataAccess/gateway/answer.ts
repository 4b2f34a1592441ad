import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { jsonIn } from '../shared/json';
import { settled } from './charge';
import type { RunCost } from './cost';
import { failureWithoutRun } from './http';
import { failureOfLayers, Layers } from './layers';
import type { PageReader } from './layers';
import { waitIn } from './retryAfter';
import { failureOfRun, readRun } from './run';
import type { RawAnswer } from './transport';

export interface Paid extends RunCost {
	payload: unknown;
	runId?: string;
	/** Epoch milliseconds on the gateway's clock; NaN where it does not say. */
	completedAt?: number;
}

export type Answer = Paid | { failure: Failure };

/**
 * Reads an answer, layer by layer (docs/development/gateway.md, Layers of an answer): the run's body and its status,
 * the provider's status, or without a run that of HTTP; then what the envelope and the payload say themselves. The
 * first failure that is found is told. A status of 200 alone is no success. Never throws, since it may have been paid
 * for.
 * @param sent the request: an answer that repeats it does not say it
 */
export function readAnswer(answer: RawAnswer, reader: PageReader, sent = ''): Answer {
	try {
		return readLayers(answer, reader, sent);
	} catch {
		const { status: httpStatus, text: excerpt } = answer;
		const failure = failureOf('UNRECOGNISED_ANSWER', { httpStatus, charged: 'maybe', excerpt });
		return { failure };
	}
}

function readLayers(answer: RawAnswer, reader: PageReader, sent: string): Answer {
	const body = answer.notUtf8 ? undefined : jsonIn(answer.text);
	const run = readRun(body);
	const layers = new Layers(run ? run.output : body, reader);
	const { status: httpStatus, headers, text } = answer;
	const failure =
		(run
			? failureOfRun(run, httpStatus, layers, sent)
			: failureWithoutRun(answer, body, layers, sent)) ?? failureOfLayers(layers, sent, text);
	if (failure) {
		return { failure: settled({ ...failure, httpStatus, retryAfter: waitIn(headers, body) }, run) };
	}
	const { money, id: runId, completedAt } = { ...run };
	return { payload: layers.payload, ...money, runId, completedAt };
}

/** Reads a text that was bought once more. */
export const readText = (text: string, reader: PageReader): Answer =>
	readAnswer({ status: 200, headers: {}, text }, reader);

/** The payload in a text that was bought; undefined where it is no successful answer. Never throws. */
export function payloadAgain(text: string, reader: PageReader): unknown {
	const read = readText(text, reader);
	return 'failure' in read ? undefined : read.payload;
}
