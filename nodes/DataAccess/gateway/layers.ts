import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { opened } from '../shared/json';
import { isVoid } from '../shared/nothing';
import { isObject, numberOf, objectOf } from '../shared/values';
import { isHttpError, refusalIn, refusedAs, saysWell } from './refusal';
import type { Refusal } from './refusal';

/** How an operation knows its payload by where its list stands, and reads it. */
export interface PageReader {
	holdsPage(value: unknown): boolean;
	/** @throws where the payload is of no known shape */
	readPage(payload: unknown, input: Record<string, never>): { records: unknown[] };
}

const ENVELOPE_MARKS = ['request_id', 'router', 'cache_url'];

/** Whether a layer is the provider's envelope: `code` beside `data` is also what one platform's payload looks like. */
export const isEnvelope = (layer: unknown) =>
	ENVELOPE_MARKS.some((mark) => Object.hasOwn(objectOf(layer), mark));

/** An envelope in trouble may hold nothing. */
const isFullEnvelope = (layer: unknown) => isEnvelope(layer) && 'data' in objectOf(layer);

// The outermost, an envelope, the payload, and one more for an envelope inside an `output`.
const MOST_LAYERS = 4;

/** A layer, where it or its `data` is handed on as text: a list that stands in `data` is known by that. */
function layerIn(value: unknown): unknown {
	const layer = opened(value);
	return isObject(layer) && typeof layer.data === 'string'
		? { ...layer, data: opened(layer.data) }
		: layer;
}

/** The candidates for a payload, from the outside in: the value, and the `output` or `data` of each. */
function layersIn(value: unknown, most = MOST_LAYERS): unknown[] {
	const layer = layerIn(value);
	const { output, data = null } = objectOf(layer);
	const inner = output ?? data;
	return inner === null || most === 1 ? [layer] : [layer, ...layersIn(inner, most - 1)];
}

/** What an answer, or the output of a run, consists of. */
export class Layers {
	/** From the outside in; all layers where there is no page. */
	readonly downToPage: unknown[];
	readonly hasPage: boolean;
	/** The page. Where there is none, what a marked envelope holds, else the outermost layer. */
	readonly payload: unknown;

	constructor(
		outermost: unknown,
		private readonly reader: PageReader,
	) {
		const all = layersIn(outermost);
		const isPage = (layer: unknown) => !isFullEnvelope(layer) && reader.holdsPage(layer);
		const place = all.findIndex(isPage);
		this.hasPage = place >= 0;
		this.downToPage = this.hasPage ? all.slice(0, place + 1) : all;
		this.payload = this.hasPage ? all[place] : all[isFullEnvelope(all[0]) ? 1 : 0];
	}

	/** Whether a record is on the page: then no error beside it is one. A record that is the page itself tells nothing. */
	haveRecords(): boolean {
		if (!this.hasPage) return false;
		try {
			const { records } = this.reader.readPage(this.payload, {});
			return records.some((record) => record !== this.payload);
		} catch {
			return false;
		}
	}
}

const FIELDS_OF_REFUSAL =
	/^(?:code|err\w*|status\w*|type|message|msg|reason|details?|success|time\w*|path|\w*id)$/i;

/** Whether a layer is no envelope, and holds nothing that does not belong to a refusal. */
export const isBare = (layer: unknown) =>
	!isEnvelope(layer) &&
	Object.entries(objectOf(layer)).every(
		([name, value]) => FIELDS_OF_REFUSAL.test(name) || isVoid(value),
	);

/** What a layer says of its own failure (docs/development/gateway.md, Errors of each layer). */
function ownRefusalOf(layer: unknown, layers: Layers): Refusal | undefined {
	const { success, error, ret } = objectOf(layer);
	const refusal = refusalIn(layer);
	const { words, code = numberOf(ret) } = refusal;
	if (success === false) return refusal;
	if (success === true || layers.haveRecords()) return undefined;
	if (!saysWell(error) || isHttpError(code)) return refusal;
	// Beside an empty list, a code that nobody knows tells nothing by itself.
	const isClear = words !== undefined || !layers.hasPage;
	return isClear && !saysWell(code) ? refusal : undefined;
}

/**
 * The failure of the outermost layer, of those down to the page, that reports an error of its own.
 * @param sent the request
 * @param text the answer, to be shown where it says no more than that it failed
 */
export function failureOfLayers(layers: Layers, sent: string, text: string): Failure | undefined {
	for (const layer of layers.downToPage) {
		const refusal = ownRefusalOf(layer, layers);
		if (!refusal) continue;
		const { words, code } = refusal;
		const excerpt = words === undefined ? text : undefined;
		const isAroundPage = layers.hasPage && layer !== layers.payload;
		if (isAroundPage || isEnvelope(layer) || (isBare(layer) && isHttpError(code))) {
			return refusedAs(['PROVIDER_ERROR'], refusal, sent, { layer: 'provider', excerpt });
		}
		// What costs money there, such as an article behind a paywall, is no matter of the account.
		return failureOf('PLATFORM_ERROR', { words, excerpt });
	}
	return undefined;
}
