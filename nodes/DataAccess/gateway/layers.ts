import { parsedWithin } from '../shared/json';
import { isObject, numberOf, objectOf, trimmed } from '../shared/values';
import { failureOfServiceError, saysWell, serviceErrorIn } from './serviceError';
import type { StatusMeaning } from './statuses';

/** How an operation knows its payload by where its list stands, and reads it. */
export interface PageReader {
	holdsPage(value: unknown): boolean;
	/** @throws where the payload is of no known shape */
	readPage(payload: unknown, input: Record<string, never>): { records: unknown[] };
}

const ENVELOPE_MARKS = ['request_id', 'router', 'cache_url'];

/** Whether a layer is the provider's envelope: `code` beside `data` is also what one platform's payload looks like. */
const isEnvelope = (layer: unknown) =>
	isObject(layer) && 'data' in layer && ENVELOPE_MARKS.some((mark) => mark in layer);

// An envelope in an envelope, the payload, and its `data`.
const MOST_LAYERS = 4;

/** A layer, where it or its `data` is handed on as text: a list that stands in `data` is known by that. */
function layerIn(value: unknown): unknown {
	const layer = parsedWithin(value);
	return isObject(layer) && typeof layer.data === 'string'
		? { ...layer, data: parsedWithin(layer.data) }
		: layer;
}

/** The candidates for a payload, from the outside in: the value, and the `data` of each. */
function layersIn(value: unknown, most = MOST_LAYERS): unknown[] {
	const layer = layerIn(value);
	const { data = null } = objectOf(layer);
	return data === null || most === 1 ? [layer] : [layer, ...layersIn(data, most - 1)];
}

/** What an answer, or the output of a run, consists of. */
export class Layers {
	/** From the outside in; all layers where there is no page. */
	readonly downToPage: unknown[];
	/** The page. Where there is none, what a marked envelope holds, else the outermost layer. */
	readonly payload: unknown;
	private readonly hasPage: boolean;

	constructor(
		outermost: unknown,
		private readonly reader: PageReader,
	) {
		const all = layersIn(outermost);
		const contents = all.filter((layer) => !isEnvelope(layer));
		const page = contents.find((layer) => reader.holdsPage(layer));
		this.hasPage = page !== undefined;
		this.payload = page ?? contents[0];
		this.downToPage = this.hasPage ? all.slice(0, all.indexOf(page) + 1) : all;
	}

	/** Whether a record is on the page: then no error beside it is one. A record that is the page itself tells nothing. */
	haveRecords(): boolean {
		try {
			const { records } = this.reader.readPage(this.payload, {});
			return this.hasPage && records.some((record) => record !== this.payload);
		} catch {
			return false;
		}
	}
}

/** Whether a code is one of a failure. A word may be the payload's own, such as a country's: it needs words beside it. */
const isOfFailure = (code: string, words?: string) =>
	!saysWell(code) && (numberOf(code) !== undefined || words !== undefined);

/** Whether a layer says of itself that it failed (docs/development/gateway.md, Errors of each layer). */
function hasFailed(layer: unknown, layers: Layers): boolean {
	const { success, error, ret } = objectOf(layer);
	if (typeof success === 'boolean') return !success;
	const { code = trimmed(ret), words } = serviceErrorIn(layer);
	// Beside an error, a message may say success.
	const ofError = serviceErrorIn(error);
	const isError = isOfFailure(code, words) || !saysWell(ofError.words ?? ofError.code);
	return isError && !layers.haveRecords();
}

/** The failure of the outermost layer, of those down to the page, that reports an error of its own. */
export function failureOfLayers(layers: Layers): StatusMeaning | undefined {
	const layer = layers.downToPage.find((each) => hasFailed(each, layers));
	if (layer === undefined) return undefined;
	const error = serviceErrorIn(layer);
	// What costs money there, such as an article behind a paywall, is no matter of the account.
	if (!isEnvelope(layer)) return { code: 'PLATFORM_ERROR', words: error.words };
	const code = error.code === '402' ? 'BALANCE_TOO_LOW' : 'PROVIDER_ERROR';
	return failureOfServiceError({ code }, error, { layer: 'provider' });
}
