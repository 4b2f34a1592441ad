import { jsonIn } from '../shared/json';
import { isObject, numberOf } from '../shared/values';
import { wordsIn } from './words';

/**
 * Tells an operation's payload by where its list stands; `listed` where the user says where that is. Then no code
 * beside the list is taken for an error: some platforms say 1 for success.
 */
export type HoldsPage = (value: unknown) => boolean | 'listed';

const ENVELOPE_MARKS = ['request_id', 'router', 'cache_url'];

/** Whether a layer is the provider's envelope: `code` beside `data` is also what one platform's payload looks like. */
const isEnvelope = (layer: unknown): layer is object =>
	isObject(layer) && ENVELOPE_MARKS.some((mark) => Object.hasOwn(layer, mark));

/** An envelope in trouble may hold nothing. */
const isFullEnvelope = (layer: unknown) => isEnvelope(layer) && Object.hasOwn(layer, 'data');

// The outermost, an envelope, the payload, and one more for an envelope inside an `output`.
const MOST_LAYERS = 4;

/** Some gateways hand the provider's body on as text. */
function opened(layer: unknown): unknown {
	if (typeof layer !== 'string' || !/^\s*[{[]/.test(layer)) return layer;
	return jsonIn(layer) ?? layer;
}

/** The candidates for a payload, from the outside in: the value, its `output`, and the `data` of each; at least one. */
export function layersOf(outermost: unknown): unknown[] {
	const layers = [opened(outermost)];
	while (layers.length < MOST_LAYERS) {
		const layer = layers.at(-1);
		if (!isObject(layer)) break;
		const inner = (layers.length === 1 ? layer.output : undefined) ?? layer.data;
		if (inner === undefined || inner === null) break;
		layers.push(opened(inner));
	}
	return layers;
}

/** The layer that is the operation's page. */
export interface Holder {
	at: number;
	/** Its list stands where the user says. */
	isListed: boolean;
}

export function holderIn(layers: unknown[], holdsPage: HoldsPage): Holder | undefined {
	for (const [at, layer] of layers.entries()) {
		const held = !isFullEnvelope(layer) && holdsPage(layer);
		if (held) return { at, isListed: held === 'listed' };
	}
	return undefined;
}

const holdsNothing = (value: unknown) =>
	!value || (typeof value === 'object' && Object.keys(value).length === 0);

/** A bare envelope with an error: its `code` is a status of HTTP, which no platform's own codes are. */
function isBareRefusal(layer: unknown): boolean {
	if (!isObject(layer)) return false;
	const code = numberOf(layer.code) ?? 0;
	return code >= 400 && code < 600 && holdsNothing(layer.data);
}

/** The words of a layer's own error inside a successful answer. */
function ownErrorOf(layer: unknown, isListed = false): string | undefined {
	if (!isObject(layer)) return undefined;
	const { success, error } = layer;
	const code = isListed ? 0 : (numberOf(layer.code) ?? 0);
	const ret = isListed ? 0 : (numberOf(layer.ret) ?? 0);
	const said = () => wordsIn(layer).text;
	if (success === false) return said() ?? 'success is false';
	if (!holdsNothing(error)) return said() ?? 'error';
	if (code !== 0 && code !== 200) return said() ?? `code ${code}`;
	if (ret !== 0) return said() ?? `ret ${ret}`;
	return undefined;
}

type Payload =
	| { payload: unknown }
	| { code: 'PROVIDER_ERROR' | 'PLATFORM_ERROR'; /** In the layer's own words. */ words: string };

/**
 * The payload, unless a layer on the way to its holder reports an error of its own. Where nothing holds the page, it
 * is what a marked envelope holds, else the outermost layer.
 */
export function payloadIn(layers: unknown[], holder: Holder | undefined): Payload {
	for (const [index, layer] of layers.slice(0, holder && holder.at + 1).entries()) {
		const words = ownErrorOf(layer, holder?.isListed);
		if (words === undefined) continue;
		const isAround = holder !== undefined && index < holder.at;
		const isProviders = isAround || isEnvelope(layer) || isBareRefusal(layer);
		return { code: isProviders ? 'PROVIDER_ERROR' : 'PLATFORM_ERROR', words };
	}
	if (holder) return { payload: layers[holder.at] };
	const [outermost, inner] = layers;
	return { payload: isFullEnvelope(outermost) ? inner : outermost };
}
