import { remembered } from '../shared/remembered';
import type { Remembered } from '../shared/remembered';
import type { PossibleCost } from './money';

/** Minutes for which anybody may use what a failed run bought, and looks for what any run lost. */
export const MINUTES_KEPT = 15;

/** A page that was paid for. Times are epoch milliseconds. */
export interface PaidPage {
	/** Its request. */
	readonly key: string;
	/** As it came, or compressed. */
	text: string | Uint8Array;
	/** When its call began: so old is what it shows. Its age and Reuse Pages count from here. */
	readonly begunAt: number;
	/** When it was there: the page behind it in a list must have begun later. */
	readonly boughtAt: number;
	/** Until when anybody may use it, since a run ended without delivering it; 0 where the last run delivered it. */
	leftUntil: number;
}

/** A call that may have been charged, and whose answer was not found. Times are epoch milliseconds. */
export interface LostCall {
	/** Tells it from others, on any worker. */
	readonly id: string;
	/** Its request. */
	readonly key: string;
	readonly begunAt: number;
	readonly endedAt: number;
	/** The gateway's run, where its answer named that. */
	readonly runId?: string;
	/** Milliseconds by which the gateway's clock was surely ahead; left out where nobody knows. */
	readonly lead?: number;
	/** The execution that made it. */
	readonly execution?: string;
	/** Where its possible cost was counted: in this execution, by this node. */
	readonly counted?: PossibleCost;
	/** The run that looks for it however old it is: the one that lost it, or that a Retry begins with. */
	readonly run?: object;
}

// What V8 needs for a character at most, and for a page beside its text and key, rounded up.
const BYTES_PER_CHARACTER = 2;
const BYTES_BESIDE = 500;

export const bytesOf = ({ key, text }: Pick<PaidPage, 'key' | 'text'>): number =>
	(typeof text === 'string' ? text.length * BYTES_PER_CHARACTER : text.length) +
	key.length * BYTES_PER_CHARACTER +
	BYTES_BESIDE;

/** What this n8n process knows of the requests of all runs that are over: of each the newest page. */
export const processPages = remembered<PaidPage>('pages', bytesOf);

/** Of each request the newest call that a run has lost, and has looked for in vain. */
export const processLost = remembered<LostCall>('lostCalls');

/**
 * Keeps what is known of a request, unless something newer is.
 * @param at epoch milliseconds from which its age counts, now if left out
 */
function keepNewest<T extends PaidPage | LostCall>(kept: Remembered<T>, own: T, at?: number): void {
	const other = kept.get(own.key);
	if (!other || other.begunAt <= own.begunAt) kept.set(own.key, own, at);
}

/** Keeps a page that a run has used. The one that was used longest ago goes first. */
export function keepPage(page: PaidPage): void {
	keepNewest(processPages, page);
}

/** Keeps a call for others, which may look for it now: its own run has not found its answer. */
export function keepLost(call: LostCall): void {
	keepNewest(processLost, { ...call, counted: undefined, run: undefined }, call.endedAt);
}

type PageText = PaidPage['text'];

/** @returns an empty text where what was stored with an execution is damaged */
export async function unpacked(text: PageText): Promise<string> {
	if (typeof text === 'string') return text;
	const whole = through(text, new DecompressionStream('deflate-raw')).text();
	return await whole.catch(() => '');
}

/** Compressed to a tenth or so. */
export async function packed(text: PageText): Promise<Uint8Array> {
	if (typeof text !== 'string') return text;
	const bytes = through(text, new CompressionStream('deflate-raw')).arrayBuffer();
	return new Uint8Array(await bytes);
}

const through = (data: PageText, stream: CompressionStream | DecompressionStream) =>
	new Response(new Blob([data]).stream().pipeThrough(stream));
