import type { IBinaryData, IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { nameAndType } from './fileType';
import { plain } from './phrasing';

/** The largest file that is downloaded. */
const LARGEST_MB = 50;
const MEGABYTE = 1024 * 1024;

/** The most that a run downloads, and the minutes that it takes for it. */
const ALL_MB = 500;
const ALL_MINUTES = 5;

export const DOWNLOAD_BOUNDS = `at most ${ALL_MB} MB in ${ALL_MINUTES} minutes`;

/** Seconds until a file must be complete, and until its server must have answered. */
const DEADLINE = 60;
const FIRST_SIGN = 15;

const LONGEST_WORDS = 100;

/** The n8n helpers that a download needs. */
type FileHelpers = Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'prepareBinaryData'>;

/**
 * Downloads a file of a run, or says why it cannot be had, or that it is left out since the bounds of
 * all files are reached; never throws.
 */
export type Download = (
	address: string,
) => Promise<{ file: IBinaryData } | { why: string } | { isLeftOut: true }>;

type Stream = Exclude<Parameters<FileHelpers['prepareBinaryData']>[0], Uint8Array>;

/** The answer is not the file. */
class Unwanted extends Error {}

function urlOf(address: string): URL | undefined {
	try {
		const url = new URL(address);
		return ['http:', 'https:'].includes(url.protocol) ? url : undefined;
	} catch {
		return undefined;
	}
}

/** Only the host of an address may be shown: the rest is often signed. */
function wordsOf(error: unknown): string {
	const { code, message } = error as { code?: unknown; message?: unknown };
	const isOfNetwork = typeof code === 'string' && /^E[A-Z]{3,}(_AGAIN)?$/.test(code);
	const words = String(isOfNetwork ? code : message).replace(/\bhttps?:\/\/\S+/gi, 'the address');
	return plain(words).slice(0, LONGEST_WORDS);
}

/** Hands a file on to n8n while it comes, until it is larger than allowed. */
async function store(
	url: URL,
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	prepareBinaryData: FileHelpers['prepareBinaryData'],
	onBytes: (count: number) => void,
): Promise<IBinaryData> {
	const stream = body as unknown as Stream;
	// An aborted stream emits an error, and without a listener that ends n8n's process.
	stream.on('error', () => {});
	if (statusCode < 200 || statusCode > 299) throw new Unwanted(`HTTP ${statusCode}`);
	const { name, type } = nameAndType(url, headers['content-type']);
	if (/^text\/|^application\/json$/.test(type)) throw new Unwanted(`${type} instead of media`);
	const tooLarge = new Unwanted(`larger than ${LARGEST_MB} MB`);
	if (Number(headers['content-length']) > LARGEST_MB * MEGABYTE) throw tooLarge;
	let size = 0;
	const counted = stream.map((chunk: Uint8Array) => {
		size += chunk.length;
		if (size > LARGEST_MB * MEGABYTE) throw tooLarge;
		onBytes(chunk.length);
		return chunk;
	});
	const file = await prepareBinaryData(counted, name, type);
	if (size === 0) throw new Unwanted('an empty file');
	return file;
}

/**
 * Downloads by n8n's own HTTP helper, with its proxy and its rules for private addresses, and into
 * its own store of files. The request bears no key, wherever it is redirected to. One downloader is
 * for one run: what n8n keeps in memory, and how long a run takes, must have an end.
 * @param stop ends what is under way
 */
export function downloader(helpers: FileHelpers, stop: AbortSignal | undefined): Download {
	const over = new AbortController();
	const end = () => over.abort();
	let all: AbortSignal | undefined;
	let bytes = 0;
	const onBytes = (count: number) => {
		bytes += count;
		if (bytes > ALL_MB * MEGABYTE) end();
	};

	async function fetched(url: URL, call: AbortController): Promise<IBinaryData> {
		const firstSign = AbortSignal.timeout(FIRST_SIGN * 1000);
		const abort = () => call.abort();
		firstSign.addEventListener('abort', abort);
		const request = helpers.httpRequest({
			method: 'GET',
			url: url.href,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			abortSignal: call.signal,
		}) as Promise<IN8nHttpFullResponse>;
		try {
			await request;
		} catch (error) {
			throw firstSign.aborted ? new Unwanted(`no answer within ${FIRST_SIGN} seconds`) : error;
		} finally {
			firstSign.removeEventListener('abort', abort);
		}
		return await store(url, await request, helpers.prepareBinaryData, onBytes);
	}

	return async (address) => {
		const url = urlOf(address);
		if (!url) return { why: 'not an http or https address' };
		if (!all) {
			all = AbortSignal.timeout(ALL_MINUTES * 60_000);
			all.addEventListener('abort', end);
		}
		if (over.signal.aborted) return { isLeftOut: true };
		const call = new AbortController();
		const abort = () => call.abort();
		const deadline = AbortSignal.timeout(DEADLINE * 1000);
		deadline.addEventListener('abort', abort);
		stop?.addEventListener('abort', abort);
		over.signal.addEventListener('abort', abort);
		if (stop?.aborted) abort();
		try {
			return { file: await fetched(url, call) };
		} catch (error) {
			if (over.signal.aborted) return { isLeftOut: true };
			const words = deadline.aborted ? `not complete within ${DEADLINE} seconds` : wordsOf(error);
			return { why: `${url.host}: ${words}` };
		} finally {
			deadline.removeEventListener('abort', abort);
			stop?.removeEventListener('abort', abort);
			over.signal.removeEventListener('abort', abort);
			// Without this, the rest of an unwanted file would still be downloaded.
			abort();
		}
	};
}
