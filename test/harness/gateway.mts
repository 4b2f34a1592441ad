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
	/** Sent as it is where it is text, else as JSON. */
	body: unknown;
}

type Answering = (call: GatewayCall) => GatewayAnswer | Promise<GatewayAnswer>;

/** Starts a gateway that is written in a test, after the documents rather than after the emulator. */
export async function startGateway() {
	const calls: GatewayCall[] = [];
	let ways = 0;
	let answer: Answering = () => ({ status: 500, body: 'not set' });
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
	const url = () => `http://127.0.0.1:${port}/${ways}`;
	return {
		/** Another address for each way of answering, since pages and pace are kept by address. */
		get url() {
			return url();
		},
		/** For a run: a credential that leads there. */
		get at() {
			return { credential: { baseUrl: url() } };
		},
		calls,
		/** How every call from now on is answered; forgets the calls so far. */
		answerWith(next: Answering) {
			calls.length = 0;
			ways += 1;
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

/** A gateway of a test's own for all tests of a file. */
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

/** A completed run around a payload (docs/development/gateway.md, Layers of an answer), its cost in the older form. */
export const runOf = (output: unknown, cost = 0.01) => ({
	runId: 'run_1',
	provider: 'content-provider',
	endpoint: '/',
	status: 'COMPLETED',
	output,
	providerResponse: { httpStatus: 200 },
	cost: { value: cost, currency: 'USD' },
});

/** A payload with these posts, on the last page unless told (docs/development/gateway.md, Paging). */
export const pageOfPosts = (posts: unknown[], page_info: object = { has_next_page: false }) => ({
	user: { edge_owner_to_timeline_media: { edges: posts.map((node) => ({ node })), page_info } },
});

/**
 * Answers with pages of twelve posts, the newest first, whose cursors are offsets. The newest is as
 * many as there are.
 * @param posts how many there are now
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
