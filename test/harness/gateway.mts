import { createServer } from 'node:http';

import { afterAll, beforeAll, beforeEach } from '@jest/globals';

import { listening } from './listening.mts';

export interface GatewayCall {
	method: string;
	path: string;
	headers: Record<string, unknown>;
	/** The parsed body; empty for a GET. */
	body: { provider: string; endpoint: string; input: Record<string, any> };
}

export interface GatewayAnswer {
	status?: number;
	headers?: Record<string, string>;
	/** Text is sent unchanged, anything else as JSON. */
	body: unknown;
}

type AnswerCall = (call: GatewayCall) => GatewayAnswer | Promise<GatewayAnswer>;

/** Starts a gateway whose answers a test writes, by the documents rather than by the emulator. */
export async function startGateway() {
	const calls: GatewayCall[] = [];
	let behaviors = 0;
	let answer: AnswerCall = () => ({ status: 500, body: 'not set' });
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const call = {
			method: request.method ?? '',
			path: (request.url ?? '').replace(/^\/\d+/, ''),
			headers: request.headers,
			body: JSON.parse(Buffer.concat(chunks).toString() || '{}'),
		};
		calls.push(call);
		const { status = 200, headers, body } = await answer(call);
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	});
	const port = await listening(server);
	const url = () => `http://127.0.0.1:${port}/${behaviors}`;
	return {
		/** Changes with each `answerWith`, because the node keeps pages and pace by address. */
		get url() {
			return url();
		},
		/** Run options with a credential for this gateway. */
		get at() {
			return { credential: { baseUrl: url() } };
		},
		calls,
		/** Answers all later calls in this way, and forgets the calls so far. */
		answerWith(next: AnswerCall) {
			calls.length = 0;
			behaviors += 1;
			answer = next;
		},
		close: () =>
			new Promise<void>((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}

export type OwnGateway = Awaited<ReturnType<typeof startGateway>>;

/** Starts a gateway for all tests of a file. */
export function useGateway(): OwnGateway {
	const gateway = {} as OwnGateway;
	beforeAll(async () => {
		const started = Object.getOwnPropertyDescriptors(await startGateway());
		Object.defineProperties(gateway, started);
	});
	beforeEach(() => gateway.answerWith(() => ({ status: 500, body: 'not set' })));
	afterAll(() => gateway.close());
	return gateway;
}

/** Returns a completed run with a payload (docs/development/gateway.md, Layers of a response) and a cost in the older form. */
export const runOf = (output: unknown, cost = 0.01) => ({
	runId: 'run_1',
	provider: 'content-provider',
	endpoint: '/',
	status: 'COMPLETED',
	output,
	providerResponse: { httpStatus: 200 },
	cost: { value: cost, currency: 'USD' },
});

/** Returns a payload with these posts, by default the last page (docs/development/gateway.md, Paging). */
export const pageOfPosts = (posts: unknown[], page_info: object = { has_next_page: false }) => ({
	user: { edge_owner_to_timeline_media: { edges: posts.map((node) => ({ node })), page_info } },
});

/**
 * Returns a function that answers with pages of twelve posts, newest first, whose cursors are offsets. Posts are
 * numbered from 1, the oldest.
 * @param posts returns the present number of posts
 */
export const postsByOffset =
	(posts: () => number) =>
	({ body: { input } }: GatewayCall): GatewayAnswer => {
		const page = 12;
		const from = Number(input.end_cursor ?? 0);
		const ids = Array.from({ length: page }, (_, index) => posts() - from - index);
		const nodes = ids.filter((id) => id > 0).map((id) => ({ id: `p${id}` }));
		const more = from + page < posts();
		const page_info = { has_next_page: more, end_cursor: more ? String(from + page) : null };
		return { body: runOf(pageOfPosts(nodes, page_info)) };
	};
