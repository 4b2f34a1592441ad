import { failureOf } from '../shared/failure';
import type { Failed } from '../shared/failure';
import { jsonIn } from '../shared/json';
import { isVoid } from '../shared/nothing';
import { saysAgain } from './charge';
import type { GatewayRunCost } from './cost';
import { meaningWithoutRun } from './http';
import { meaningOfLayers, Layers } from './layers';
import type { PageReader } from './layers';
import { waitIn } from './retryAfter';
import { meaningOfRun, readRun } from './runBody';
import type { RawResponse } from './transport';

export interface Paid extends GatewayRunCost {
	payload: unknown;
	runId?: string;
	/** Epoch milliseconds on the gateway's clock; NaN if unknown. */
	completedAt?: number;
}

/** The outcome of a response without a page. */
interface NoPage extends Failed {
	runId?: string;
}

/**
 * Reads a response layer by layer (docs/development/gateway.md, Layers of a response): the run and its status, the
 * provider's status (without a run, the HTTP status), then the envelope and the payload. Returns the first failure. If
 * the service gave no message, the failure quotes the beginning of the response. Status 200 alone is not a success.
 * @param isProven a call with this API key has succeeded
 */
export function readResponse(
	response: RawResponse,
	reader: PageReader,
	isProven = false,
): Paid | NoPage {
	const { status: httpStatus, headers, text } = response;
	const body = response.notUtf8 ? undefined : jsonIn(text);
	const run = readRun(body);
	const layers = new Layers(run ? run.output : body, reader);
	const meaning =
		(run ? meaningOfRun(run, httpStatus, layers) : meaningWithoutRun(response, body)) ??
		meaningOfLayers(layers);
	const { money, id: runId, completedAt, phase, output } = { ...run };
	if (!meaning) return { payload: layers.payload, ...money, runId, completedAt };
	const { code, unusual, words, ...said } = meaning;
	const excerpt = words === undefined ? text : undefined;
	const retryAfter = waitIn(headers, body);
	const facts = { ...said, words, excerpt, httpStatus, retryAfter, cost: money?.cost, runId };
	const hasOutput = phase === 'completed' && !isVoid(output);
	const evidence = { unusual, hasOutput, saysAgain: saysAgain(words), isProven };
	return { runId, failure: failureOf(code, facts, evidence) };
}

/** Reads the text of a paid response again. */
export const readText = (text: string, reader: PageReader) =>
	readResponse({ status: 200, headers: {}, text }, reader);

/** Returns the payload in the text of a paid response; undefined if the response is not a success. */
export function payloadIn(text: string, reader: PageReader): unknown {
	const read = readText(text, reader);
	return 'failure' in read ? undefined : read.payload;
}
