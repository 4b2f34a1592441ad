import { opened } from '../shared/json';
import { isObject, objectOf } from '../shared/values';

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

/** The candidates for a payload, from the outside in: the value, its `output` or `data`, and the `data` of each. */
function layersIn(value: unknown): unknown[] {
	const outermost = layerIn(value);
	const layers = [outermost];
	let inner = objectOf(outermost).output ?? objectOf(outermost).data;
	while (inner !== undefined && inner !== null && layers.length < MOST_LAYERS) {
		const layer = layerIn(inner);
		layers.push(layer);
		inner = objectOf(layer).data;
	}
	return layers;
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
		if (this.hasPage) {
			this.downToPage = all.slice(0, place + 1);
			this.payload = all[place];
		} else {
			this.downToPage = all;
			this.payload = isFullEnvelope(all[0]) ? all[1] : all[0];
		}
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
