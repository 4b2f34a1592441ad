import { costOf } from './cost';
import type { RunCost } from './cost';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { jsonInAnswer } from '../shared/json';
import { layersOf, payloadIn } from './layers';
import type { PageReader } from './layers';
import { isOutOfMoney } from './outOfMoney';
import { failureWithoutRun } from './refusals';
import { waitAskedBy } from './retryAfter';
import type { RawAnswer } from './transport';
import { objectOf } from '../shared/values';
import { failureOfRun, isRun, outputOf, runIdOf } from './runBody';
import { reasonIn } from './words';

/*
 * An answer is read in this order; the first failure that is found is told.
 * 1. layersOf (layers.ts) opens its layers and looks for the one that holds the operation's page.
 * 2. With a run body, failureOfRun (runBody.ts) asks the run's status, then the provider's, then for an output.
 *    Without one, failureWithoutRun (refusals.ts) asks the HTTP status, or one inside, and what is said of money.
 * 3. payloadIn (layers.ts) asks each layer down to the page for its own error. Beside records, only
 *    `success: false` counts.
 * What is left is the payload. What it cost, the run says (cost.ts).
 */

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

function readLayers(answer: RawAnswer, reader: PageReader, sent: string): Answer {
	const body = jsonInAnswer(answer.text);
	const run = isRun(body) ? body : undefined;
	const layers = layersOf(run ? outputOf(run) : body, reader);
	const failure = run
		? failureOfRun(run, answer, layers, sent)
		: failureWithoutRun(answer, body, sent);
	if (failure) {
		const told = { ...objectOf(objectOf(body).error), ...objectOf(body), ...answer.headers };
		return { failure: { ...failure, retryAfter: waitAskedBy(told, failure) } };
	}

	const money = run ? costOf(run) : {};
	const read = payloadIn(layers);
	const runId = run && runIdOf(run);
	if ('payload' in read) return { ...read, ...money, runId };
	const isMoney = isOutOfMoney(reasonIn(read.layer), sent);
	const isFree = money.cost === 0 || (isMoney && !run);
	return {
		failure: failureOf(isMoney ? 'BALANCE_TOO_LOW' : read.code, {
			layer: failureOf(read.code).layer,
			httpStatus: answer.status,
			words: read.words,
			charged: isFree ? 'no' : 'yes',
			cost: money.cost,
			runId,
		}),
	};
}

/** Reads a text that was bought once more. */
export const readText = (text: string, reader: PageReader): Answer =>
	readAnswer({ status: 200, headers: {}, text }, reader);

/** The payload in a text that was bought; undefined where it is no successful answer. Never throws. */
export function payloadAgain(text: string, reader: PageReader): unknown {
	const read = readText(text, reader);
	return 'failure' in read ? undefined : read.payload;
}
