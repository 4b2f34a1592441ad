import { parsedWithin } from '../shared/json';
import { isObject, numberOf, objectOf, trimmed } from '../shared/values';
import { meaningOfServiceError, saysWell, serviceErrorIn } from './serviceError';
import type { StatusMeaning } from './statuses';

/** How an operation recognizes and reads its payload. */
export interface PageReader {
	holdsPage(value: unknown): boolean;
	/** @throws if the payload has no known shape */
	readPage(payload: unknown, input: Record<string, never>): { records: unknown[] };
}

const ENVELOPE_MARKS = ['request_id', 'router', 'cache_url'];

/**
 * Returns whether a layer is the provider's envelope. `code` and `data` do not suffice: one platform's payload has
 * both.
 */
const isEnvelope = (layer: unknown) =>
	isObject(layer) && 'data' in layer && ENVELOPE_MARKS.some((mark) => mark in layer);

// Two nested envelopes, the payload, and its `data`.
const MOST_LAYERS = 4;

/**
 * Parses a layer, and its `data`, if they are JSON text. `data` is kept, because an operation may find its list in it.
 */
function layerIn(value: unknown): unknown {
	const layer = parsedWithin(value);
	return isObject(layer) && typeof layer.data === 'string'
		? { ...layer, data: parsedWithin(layer.data) }
		: layer;
}

/** Returns the candidates for the payload, from the outside in: the value, its `data`, the `data` of that. */
function layersIn(value: unknown, most = MOST_LAYERS): unknown[] {
	const layer = layerIn(value);
	const { data = null } = objectOf(layer);
	return data === null || most === 1 ? [layer] : [layer, ...layersIn(data, most - 1)];
}

/** The layers of a response, or of a run's output. */
export class Layers {
	/** From the outside in, down to the page; all layers if there is no page. */
	readonly downToPage: unknown[];
	/** The page. Without one: the content of the envelope, or else the outermost layer. */
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

	/**
	 * Returns whether the page has records, so that no error beside them counts. A record that is the whole page proves
	 * nothing.
	 */
	haveRecords(): boolean {
		try {
			const { records } = this.reader.readPage(this.payload, {});
			return this.hasPage && records.some((record) => record !== this.payload);
		} catch {
			return false;
		}
	}
}

/**
 * Returns whether a code reports a failure. A word may belong to the payload (a country code), so it needs a message
 * beside it.
 */
const isOfFailure = (code: string, words?: string) =>
	!saysWell(code) && (numberOf(code) !== undefined || words !== undefined);

/** Returns whether a layer reports that it failed (docs/development/gateway.md, Errors of each layer). */
function hasFailed(layer: unknown, layers: Layers): boolean {
	const { success, error, ret } = objectOf(layer);
	if (typeof success === 'boolean') return !success;
	const { code = trimmed(ret), words } = serviceErrorIn(layer);
	// The message beside an error may say success, so the error is read on its own.
	const ofError = serviceErrorIn(error);
	const isError = isOfFailure(code, words) || !saysWell(ofError.words ?? ofError.code);
	return isError && !layers.haveRecords();
}

/** Returns what the outermost layer with a failure means, searching down to the page; undefined if there is none. */
export function meaningOfLayers(layers: Layers): StatusMeaning | undefined {
	const layer = layers.downToPage.find((each) => hasFailed(each, layers));
	if (layer === undefined) return undefined;
	const error = serviceErrorIn(layer);
	// A platform's 402 (an article behind a paywall) is not about the user's account at the gateway.
	if (!isEnvelope(layer)) return { code: 'PLATFORM_ERROR', words: error.words };
	const code = error.code === '402' ? 'BALANCE_TOO_LOW' : 'PROVIDER_ERROR';
	return meaningOfServiceError({ code }, error, { layer: 'provider' });
}
