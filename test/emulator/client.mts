import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';

import type { Emulator } from '../../emulator/emulator.mts';
import { startEmulator } from '../../emulator/emulator.mts';

export const IMAGES = '/api/v1/notes/app_v2/search_images';
export const SUB_COMMENTS = '/api/v1/notes/app_v2/get_note_sub_comments';
export const ANSWERS = '/api/v1/qa/web/fetch_question_answers';
export const VIDEOS = '/api/v1/chat_search/v2/fetch_search_videos';
export const REPLIES = '/api/v1/chat_mp/v2/fetch_comment_replies';
export const POSTS = '/api/v1/photos/v1/fetch_user_posts_v2';

/** An article whose comments have replies. */
export const ARTICLE = 'https://article.example/s/one';

export type Json = any;
export type Input = Record<string, unknown>;

/** A client of the emulator. It shares no code with the node. */
export class Client {
	emulator!: Emulator;

	/** Sends a request to any route. `json` is undefined if the answer is not JSON. */
	async ask(path: string, init: RequestInit = {}) {
		const headers = { authorization: 'Bearer test-key', ...init.headers };
		const response = await fetch(`${this.emulator.url}/${path}`, { ...init, headers });
		const text = await response.text();
		let json: Json;
		try {
			json = JSON.parse(text);
		} catch {
			// Not JSON.
		}
		return { status: response.status, headers: response.headers, text, json };
	}

	async call(endpoint: string, input: Input, init: RequestInit = {}) {
		const body = JSON.stringify({ provider: 'content-provider', endpoint, input });
		return await this.ask('v1/run', { method: 'POST', body, ...init });
	}

	async payloadOf(endpoint: string, input: Input): Promise<Json> {
		const { json } = await this.call(endpoint, input);
		expect(json).toMatchObject({ status: 'COMPLETED', providerResponse: { httpStatus: 200 } });
		return json.output;
	}

	/** Expects a 422 for exactly these fields, and that nothing was charged. */
	async expectWrong(endpoint: string, input: Input, ...fields: string[]): Promise<void> {
		const { status, json } = await this.call(endpoint, input);
		expect([status, json?.detail?.map((each: Json) => each.loc.at(-1))]).toEqual([422, fields]);
		const entry = this.emulator.ledger.at(-1);
		expect(entry).toMatchObject({ charged: 0, httpStatus: 422, served: false });
	}
}

/** Starts an emulator for all tests of a file, and resets it before each test. */
export function useClient(): Client {
	const client = new Client();
	beforeAll(async () => {
		client.emulator = await startEmulator();
	});
	beforeEach(() => client.emulator.reset());
	afterAll(() => client.emulator.close());
	return client;
}
