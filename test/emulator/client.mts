import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';

import type { Emulator, EmulatorOptions, LedgerEntry } from '../../emulator/emulator.mts';
import { startEmulator } from '../../emulator/emulator.mts';
import { until } from '../harness/money.mts';

export const IMAGES = '/api/v1/notes/app_v2/search_images';
export const SUB_COMMENTS = '/api/v1/notes/app_v2/get_note_sub_comments';
export const ANSWERS = '/api/v1/qa/web/fetch_question_answers';
export const VIDEOS = '/api/v1/chat_search/v2/fetch_search_videos';
export const REPLIES = '/api/v1/chat_mp/v2/fetch_comment_replies';
export const COMMENTS = '/api/v1/chat_mp/v2/fetch_article_comments';
export const POSTS = '/api/v1/photos/v1/fetch_user_posts_v2';

/** An article whose comments have replies. */
export const ARTICLE = 'https://article.example/s/one';

export type Json = any;
export type Input = Record<string, unknown>;

/** A client of an emulator that knows nothing of how the node works. */
export interface Client {
	emulator: Emulator;
	/** Sends any body, and follows no redirect; without a key where it is null. */
	post(
		body: string,
		key?: string | null,
		signal?: AbortSignal,
	): Promise<{ status: number; headers: Headers; text: string }>;
	/** Calls an endpoint; `json` is undefined where the answer is no JSON. */
	call(
		endpoint: string,
		input: Input,
	): Promise<{ status: number; headers: Headers; text: string; json: Json }>;
	/** Calls an endpoint, and leaves once the call has arrived; ends with the call in the ledger. */
	callAndLeave(endpoint: string, input: Input): Promise<LedgerEntry>;
	/** The payload of a completed call. */
	payloadOf(endpoint: string, input: Input): Promise<Json>;
	/** Asserts a 422 about these fields and no others, and that nothing was charged. */
	expectWrong(endpoint: string, input: Input, ...fields: string[]): Promise<void>;
}

export function bodyOf(endpoint: string, input: unknown): string {
	return JSON.stringify({ provider: 'content-provider', endpoint, input });
}

export function parse(text: string): Json {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export function clientOf(emulator: Emulator): Client {
	const client: Client = {
		emulator,
		async post(body, key = 'test-key', signal) {
			const headers: Record<string, string> = { 'Content-Type': 'application/json' };
			if (key !== null) headers.Authorization = `Bearer ${key}`;
			const response = await fetch(`${emulator.url}/v1/run`, {
				method: 'POST',
				headers,
				body,
				signal,
				redirect: 'manual',
			});
			const text = await response.text();
			return { status: response.status, headers: response.headers, text };
		},
		async call(endpoint, input) {
			const answer = await client.post(bodyOf(endpoint, input));
			return { ...answer, json: parse(answer.text) };
		},
		async callAndLeave(endpoint, input) {
			const calls = emulator.ledger.length;
			const leaving = new AbortController();
			const call = client.post(bodyOf(endpoint, input), 'test-key', leaving.signal);
			const left = expect(call).rejects.toThrow();
			await until(() => emulator.ledger.length > calls);
			leaving.abort();
			await left;
			await emulator.settled();
			return emulator.ledger[calls]!;
		},
		async payloadOf(endpoint, input) {
			const { status, json } = await client.call(endpoint, input);
			expect(status).toBe(200);
			expect(json).toMatchObject({ status: 'COMPLETED', providerResponse: { httpStatus: 200 } });
			return json.output;
		},
		async expectWrong(endpoint, input, ...fields) {
			const { status, json } = await client.call(endpoint, input);
			expect([status, json?.detail?.map((each: Json) => each.loc.at(-1))]).toEqual([422, fields]);
			expect(emulator.ledger.at(-1)).toMatchObject({ charged: 0, httpStatus: 422, served: false });
		},
	};
	return client;
}

/** A client of an emulator for all tests of a file, as new before each of them. */
export function useClient(options?: EmulatorOptions): Client {
	const client = {} as Client;
	beforeAll(async () => {
		Object.assign(client, clientOf(await startEmulator(options)));
	});
	beforeEach(() => client.emulator.reset());
	afterAll(() => client.emulator.close());
	return client;
}
