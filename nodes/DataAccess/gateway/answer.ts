import { costOf } from './cost';
import type { RunCost } from './cost';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { jsonIn } from '../shared/json';
import { holderIn, layersOf, payloadIn } from './layers';
import type { HoldsPage } from './layers';
import type { RawAnswer } from './transport';
import { failureWithoutRun } from './withoutRun';
import { retryAfterOf } from './retryAfter';
import { failureOfRun, isRun, runIdOf } from './runBody';

export type Answer = ({ payload: unknown; runId?: string } & RunCost) | { failure: Failure };

/**
 * Tells the layers of an answer apart, from the outside in (docs/development/gateway.md, Layers of an answer). A
 * status of 200 alone is no success. Never throws, since the answer may have been paid for.
 */
export function readAnswer(answer: RawAnswer, holdsPage: HoldsPage): Answer {
	try {
		return readLayers(answer, holdsPage);
	} catch {
		const { status: httpStatus, text: excerpt } = answer;
		return {
			failure: failureOf('UNRECOGNISED_ANSWER', { httpStatus, charged: 'maybe', excerpt }),
		};
	}
}

function readLayers(answer: RawAnswer, holdsPage: HoldsPage): Answer {
	const body = jsonIn(answer.text);
	const run = isRun(body) ? body : undefined;
	const layers = layersOf(run && 'output' in run ? run.output : body);
	const holder = holderIn(layers, holdsPage);
	const failure = run
		? failureOfRun(run, answer.status, holder !== undefined)
		: failureWithoutRun(answer, body);
	if (failure) return { failure: { ...failure, retryAfter: retryAfterOf(answer.headers) } };

	const money = run ? costOf(run) : {};
	const read = payloadIn(layers, holder);
	const runId = run && runIdOf(run);
	if ('payload' in read) return { ...read, ...money, runId };
	return {
		failure: failureOf(read.code, {
			httpStatus: answer.status,
			words: read.words,
			charged: money.cost === 0 ? 'no' : 'yes',
			cost: money.cost,
			runId,
		}),
	};
}
