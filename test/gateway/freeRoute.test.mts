import { expect, jest, test } from '@jest/globals';

import type * as freeRouteModule from '../../nodes/DataAccess/gateway/free/freeRoute.ts';
import { askFreeRoute, askWithRetries } from '../../nodes/DataAccess/gateway/free/freeRoute.ts';
import { failureOfNetwork } from '../../nodes/DataAccess/gateway/noResponse.ts';
import type { RawResponse, Transport } from '../../nodes/DataAccess/gateway/transport.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';
import { outside } from '../harness/native.mts';

const gateway = { url: 'https://gateway.example/base/v1/run', secret: 'a-key' };

const text = (status: number, body: string): RawResponse => ({ status, headers: {}, text: body });
const json = (status: number, body: unknown) => text(status, JSON.stringify(body));
const RUNS: freeRouteModule.FreeRequest<unknown> = {
	path: 'runs?limit=1',
	read: (body) => (typeof body === 'object' && body && 'items' in body ? body : undefined),
};

const busy = { status: 429, headers: { 'Retry-After': '7' }, text: '' };
const none = { failure: failureOf('NO_ANSWER') };
const stopped = { failure: failureOf('STOPPED') };

type Row = [string, Awaited<ReturnType<Transport>>, outcome: string];

test.each<Row>([
	['200', json(200, { items: [] }), 'found'],
	['401', json(401, {}), 'KEY_REFUSED'],
	['403', json(403, {}), 'ACCESS_DENIED'],
	...[404, 405, 501, 400].map((is): Row => [`${is}`, json(is, {}), 'NOT_FOUND']),
	['a redirect', json(307, {}), 'REDIRECTED'],
	['a web page', text(200, '<html></html>'), 'NOT_FOUND'],
	['another shape', json(200, { ok: true }), 'NOT_FOUND'],
	['the right shape with another status', json(404, { items: [] }), 'NOT_FOUND'],
	...[407, 408, 500, 504].map((is): Row => [`${is}`, text(is, '<p>'), 'UNREACHABLE']),
	['429', busy, 'RATE_LIMITED'],
	['no answer', none, 'UNREACHABLE'],
	['a deadline', { failure: failureOf('DEADLINE') }, 'UNREACHABLE'],
	['a Stop', stopped, 'UNREACHABLE'],
])('%s has one outcome', async (_name, answer, is) => {
	const outcome = await askFreeRoute(async () => answer, gateway, RUNS, 10);
	expect('value' in outcome ? 'found' : outcome.failure.code).toBe(is);
});

test.each<[string, thrown: unknown, outcome: object]>([
	[
		'an unknown host',
		{ cause: { code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND gateway.example' } },
		{ words: 'getaddrinfo ENOTFOUND gateway.example', retry: 'safe' },
	],
	[
		'a certificate',
		{ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' } },
		{ words: 'self-signed certificate', retry: 'safe' },
	],
	[
		'a proxy that requires a login',
		{ message: 'tunneling socket could not be established, statusCode=407' },
		{ variant: 'proxyLogin', retry: 'never', endsExecution: true },
	],
	[
		'a connection that broke',
		{ cause: { code: 'ECONNRESET', message: 'read ECONNRESET' } },
		{ words: 'read ECONNRESET', charged: 'no', retry: 'safe', variant: undefined },
	],
	[
		'an error that quotes the key',
		{ message: 'getaddrinfo ENOTFOUND a-key.example' },
		{ words: 'getaddrinfo ENOTFOUND •••.example' },
	],
])('a request without a response keeps its cause: %s', async (_name, thrown, expected) => {
	const send: Transport = async () => ({ failure: failureOfNetwork(thrown) });
	const outcome = await askFreeRoute(send, gateway, RUNS, 10);
	expect(outcome).toMatchObject({ failure: { code: 'UNREACHABLE', ...expected } });
});

test('a busy gateway is retried until the user stops the execution', async () => {
	const stop = new AbortController();
	const send = jest.fn<Transport>(async () => {
		if (stop.signal.aborted) return stopped;
		outside.setTimeout(() => stop.abort(), 50);
		return busy;
	});
	const patient = Object.assign(send, { stop: stop.signal });
	const outcome = await askWithRetries(patient, gateway, RUNS, 60_000);
	expect(outcome).toMatchObject({ failure: { code: 'UNREACHABLE' } });
});
