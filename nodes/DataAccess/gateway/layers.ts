import { jsonIn } from '../shared/json';
import { isVoid } from '../shared/nothing';
import { isObject, numberOf, objectOf, textOf, trimmed } from '../shared/values';
import { wordsIn } from './words';

/** How an operation knows its payload by where its list stands, and reads it. */
export interface PageReader {
	holdsPage(value: unknown): boolean;
	/** @throws where the payload is of no known shape */
	readPage(payload: unknown, input: Record<string, never>): { records: unknown[] };
}

const ENVELOPE_MARKS = ['request_id', 'router', 'cache_url'];

/** Whether a layer is the provider's envelope: `code` beside `data` is also what one platform's payload looks like. */
const isEnvelope = (layer: unknown) =>
	ENVELOPE_MARKS.some((mark) => Object.hasOwn(objectOf(layer), mark));

/** An envelope in trouble may hold nothing. */
const isFullEnvelope = (layer: unknown) => isEnvelope(layer) && 'data' in objectOf(layer);

// The outermost, an envelope, the payload, and one more for an envelope inside an `output`.
const MOST_LAYERS = 4;

/** Some gateways hand the provider's body on as text. */
function opened(layer: unknown): unknown {
	if (typeof layer !== 'string' || !/^\s*[{[]/.test(layer)) return layer;
	return jsonIn(layer) ?? layer;
}

const WELL =
	/^(?:[-0]*|n\/?a|200|ok(?:ay)?|none|null|nil|undefined|false|no ?errors?|(?:(?!no|un)[a-z]{1,20} ){0,3}(?:success\w{0,5}|succeeded|completed?|done)|[^不未没无非失]{0,10}成功|正常)[.!。！]*$/i;

/** Whether a code or an error's words say no more than that all is well. */
const saysWell = (told: unknown) =>
	typeof told === 'string' ? WELL.test(told.trim()) : !told || told === 200;

function isError(error: unknown): boolean {
	const { code, status } = objectOf(error);
	const told = [code, status, wordsIn(error).text].filter((each) => each !== undefined);
	return told.length > 0 ? !told.every(saysWell) : !isVoid(error);
}

const isRefused = ({ success }: Record<string, unknown>) =>
	success === false || /^false$/i.test(trimmed(success));

const isStatus = (code: number) => code >= 400 && code < 600;

const FAILED = /fail|err(?!no)|exception|invalid|denied|refused|失[败敗]|[错錯][误誤]|^false$/i;

/** The fields by which a layer says that it failed, and how. */
const SIGNS: Array<[name: RegExp, isWrong: (told: unknown) => boolean]> = [
	[
		/^(?:code|ret|err(?:or)?_?(?:code|no)|(?:status|result|ret)_?code)$/i,
		(told) => ['string', 'number'].includes(typeof told) && !saysWell(told),
	],
	[/^(?:status|state|result)$/i, (told) => FAILED.test(textOf(told) ?? '')],
	[/^(?:ok|success)$/i, (told) => told === false || /^(?:false|0|no)$/i.test(trimmed(told))],
];

/** The words of a layer's own error inside a successful answer. Beside a list, a number alone tells nothing. */
function ownErrorOf(layer: unknown, hasPage: boolean): string | undefined {
	if (!isObject(layer)) return undefined;
	const { text } = wordsIn(layer);
	if (isRefused(layer)) return text ?? 'success is false';
	if (isError(layer.error) || isError(layer.errors)) return text ?? 'error';
	const [name, told] =
		Object.entries(layer).find(([field, value]) =>
			SIGNS.some(([form, isWrong]) => form.test(field) && isWrong(value)),
		) ?? [];
	const isWell =
		layer.success === true ||
		(text === undefined ? hasPage && !FAILED.test(String(told)) : saysWell(text));
	const isNone = name === undefined || (isWell && !isStatus(numberOf(told) ?? 0));
	return isNone ? undefined : (text ?? `${name} ${told}`);
}

const REFUSAL =
	/^(?:code|err\w*|status\w*|type|message|msg|reason|details?|success|time\w*|path|\w*id)$/i;

/** The status of HTTP for which a refusal stands: no platform's own codes are such. 0: none; undefined: there is more. */
export function statusInside(layer: unknown): number | undefined {
	const body = objectOf(layer);
	const isMore = ([name, value]: [string, unknown]) => !REFUSAL.test(name) && !isVoid(value);
	if (isEnvelope(body) || Object.entries(body).some(isMore)) return undefined;
	const error = objectOf(body.error);
	const states = [body.status, error.status].filter(
		(each) => numberOf(each) ?? FAILED.test(textOf(each) ?? ''),
	);
	const code = [body.code, error.code, ...states].find((each) => !saysWell(each));
	const status = numberOf(code) ?? (typeof code === 'string' ? 400 : 0);
	return isStatus(status) ? status : 0;
}

/** The candidates for a payload, from the outside in: the value, its `output`, and the `data` of each. */
function layersIn(outermost: unknown): unknown[] {
	const layers = [opened(outermost)];
	while (layers.length < MOST_LAYERS) {
		const layer = layers.at(-1);
		if (!isObject(layer)) break;
		const inner = (layers.length === 1 ? layer.output : undefined) ?? layer.data;
		if (inner === undefined || inner === null) break;
		const within = opened(inner);
		// A list that stands in `data` is known by that.
		if (inner === layer.data) layers[layers.length - 1] = { ...layer, data: within };
		layers.push(within);
	}
	return layers;
}

export type Layers = ReturnType<typeof layersOf>;

export function layersOf(outermost: unknown, reader: PageReader) {
	const all = layersIn(outermost);
	/** Where the operation's page is; -1 where there is none. */
	const at = all.findIndex((layer) => !isFullEnvelope(layer) && reader.holdsPage(layer));
	/** Whether a record is in it: then no error beside it is one. A record that is the page itself tells nothing. */
	const haveRecords = () => {
		try {
			return at >= 0 && reader.readPage(all[at], {}).records.some((each) => each !== all[at]);
		} catch {
			return false;
		}
	};
	return { all, at, haveRecords };
}

type Payload =
	| { payload: unknown }
	/** A layer's error in its own words. */
	| { code: 'PROVIDER_ERROR' | 'PLATFORM_ERROR'; words: string; layer: unknown };

/**
 * The payload, unless a layer on the way to it reports an error of its own. Where nothing holds the page, it is what a
 * marked envelope holds, else the outermost layer.
 */
export function payloadIn({ all, at, haveRecords }: Layers): Payload {
	for (const [index, layer] of all.slice(0, at + 1 || undefined).entries()) {
		const words = ownErrorOf(layer, at >= 0);
		if (words === undefined || (!isRefused(objectOf(layer)) && haveRecords())) continue;
		const isProviders = index < at || isEnvelope(layer) || Boolean(statusInside(layer));
		return { code: isProviders ? 'PROVIDER_ERROR' : 'PLATFORM_ERROR', words, layer };
	}
	return { payload: all[at >= 0 ? at : Number(isFullEnvelope(all[0]))] };
}
