import { remembered } from '../shared/remembered';
import type { Remembered } from '../shared/remembered';
import type { PossibleCost } from './money';

/** Minutes for which any execution may use the pages of a failed run, and search for lost calls of other runs. */
export const MINUTES_KEPT = 15;

/** A paid page. Times are epoch milliseconds. */
export interface PaidPage {
	/** Its request. */
	readonly key: string;
	/** The text of the response, or its compressed bytes. */
	readonly text: string | Uint8Array;
	/** When its call began. Its age, and so Reuse Pages, counts from here. */
	readonly begunAt: number;
	/** When it arrived. The call of the next page must have begun later. */
	readonly boughtAt: number;
	/**
	 * Until when any execution may use it, because a run did not deliver it; 0 once a run has delivered it. All runs that
	 * hold the page share this field: the last one to end decides.
	 */
	readonly availableUntil: number;
}

/** Only this file changes a page, or a lost call. */
type Changeable<T> = { -readonly [Field in keyof T]: T[Field] };

/** A call that may have been charged, and whose response was lost. Times are epoch milliseconds. */
export interface LostCall {
	/** Unique on all workers. */
	readonly id: string;
	/** Its request. */
	readonly key: string;
	readonly begunAt: number;
	readonly endedAt: number;
	/** The ID of the gateway run, if the response named it. */
	readonly runId?: string;
	/** Milliseconds by which the gateway's clock was certainly ahead; omitted if unknown. */
	readonly lead?: number;
	/** The execution that made it. */
	readonly execution?: string;
	/** The item and amount for which this node, in this execution, counted its possible cost. */
	readonly counted?: PossibleCost;
	/** The run that may search for it at any age: the run that lost it, or the first run of a Retry. */
	readonly run?: object;
	/** A search saw its gateway run in progress, so a search that the gateway does not answer proves nothing. */
	readonly wasRunning?: boolean;
}

// What V8 needs at most for a character, and for a page in addition to its text and key, rounded up.
const BYTES_PER_CHARACTER = 2;
const BYTES_BESIDE = 500;

export const bytesOf = ({ key, text }: Pick<PaidPage, 'key' | 'text'>): number =>
	(typeof text === 'string' ? text.length * BYTES_PER_CHARACTER : text.length) +
	key.length * BYTES_PER_CHARACTER +
	BYTES_BESIDE;

/** The latest page of each request, from all runs of this n8n process that are over. */
export const processPages = remembered<PaidPage>('pages', bytesOf);

/** For each request, the latest call whose response was lost and not recovered. */
export const processLost = remembered<LostCall>('lostCalls');

/**
 * Keeps an entry unless there is a newer one for the same request.
 * @param at epoch milliseconds from which its age counts, now if omitted
 */
function keepNewest<T extends PaidPage | LostCall>(kept: Remembered<T>, own: T, at?: number): void {
	const other = kept.get(own.key);
	if (!other || other.begunAt <= own.begunAt) kept.set(own.key, own, at);
}

/** Keeps a page that a run has used. The least recently used page is dropped first. */
export function keepPage(page: Changeable<PaidPage>, availableUntil = page.availableUntil): void {
	page.availableUntil = availableUntil;
	keepNewest(processPages, page);
}

/** Keeps a lost call for other runs to search for, because its own run has not recovered the response. */
export function keepLost(call: Changeable<LostCall>, wasRunning = call.wasRunning): void {
	call.wasRunning = wasRunning;
	keepNewest(processLost, { ...call, counted: undefined, run: undefined }, call.endedAt);
}

type PageText = PaidPage['text'];

/** Returns the text of a page, or an empty text if the stored bytes are damaged. */
export async function unpack(text: PageText): Promise<string> {
	if (typeof text === 'string') return text;
	const whole = through(text, new DecompressionStream('deflate-raw')).text();
	return await whole.catch(() => '');
}

/** Compresses the text of a page to about a tenth of its size. */
export async function pack(page: Changeable<PaidPage>): Promise<Uint8Array> {
	if (typeof page.text !== 'string') return page.text;
	const bytes = through(page.text, new CompressionStream('deflate-raw')).arrayBuffer();
	page.text = new Uint8Array(await bytes);
	return page.text;
}

const through = (data: PageText, stream: CompressionStream | DecompressionStream) =>
	new Response(new Blob([data]).stream().pipeThrough(stream));
