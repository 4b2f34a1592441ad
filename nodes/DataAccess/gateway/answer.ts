import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { objectOf } from '../shared/values';
import type { RunCost } from './cost';
import { jsonInAnswer } from './jsonInAnswer';
import { Layers } from './layers';
import type { PageReader } from './layers';
import { isOutOfMoney } from './outOfMoney';
import { failedLayerOf } from './ownError';
import type { FailedLayer } from './ownError';
import { failureWithoutRun } from './refusals';
import { waitAskedBy } from './retryAfter';
import { readRun } from './runBody';
import { failureOfRun } from './runFailure';
import type { RawAnswer } from './transport';
import { reasonIn } from './words';

export interface Paid extends RunCost {
	payload: unknown;
	runId?: string;
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

	const paid = run && { ...run.money, runId: run.id };
	const failed = failedLayerOf(layers);
	if (failed) return { failure: failureOfLayer(failed, answer.status, paid, sent) };
	return { payload: layers.payload, ...paid };
}

/** @param paid undefined where no run tells: then a layer that has no money was not charged */
function failureOfLayer(
	{ of, body, words }: FailedLayer,
	httpStatus: number,
	paid: Omit<Paid, 'payload'> | undefined,
	sent: string,
): Failure {
	const isMoney = isOutOfMoney(reasonIn(body), sent);
	const isFree = paid ? paid.cost === 0 : isMoney;
	const code = of === 'provider' ? 'PROVIDER_ERROR' : 'PLATFORM_ERROR';
	return failureOf(isMoney ? 'BALANCE_TOO_LOW' : code, {
		layer: of,
		httpStatus,
		words,
		charged: isFree ? 'no' : 'yes',
		cost: paid?.cost,
		runId: paid?.runId,
	});
}

/** Reads a text that was bought once more. */
export const readText = (text: string, reader: PageReader): Answer =>
	readAnswer({ status: 200, headers: {}, text }, reader);

/** The payload in a text that was bought; undefined where it is no successful answer. Never throws. */
export function payloadAgain(text: string, reader: PageReader): unknown {
	const read = readText(text, reader);
	return 'failure' in read ? undefined : read.payload;
}
