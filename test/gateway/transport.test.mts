import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, test } from '@jest/globals';

import type * as transportModule from '../../nodes/DataAccess/gateway/transport.ts';
import { n8nTransport } from '../../nodes/DataAccess/gateway/transport.ts';

setFlagsFromString('--expose-gc');

const collectGarbage = runInNewContext('gc') as () => void;

type Of = { getExecutionCancelSignal(): AbortSignal };
type Helper = (this: Of, type: string, options: object) => unknown;

const CREDENTIAL = { id: '1', name: 'x', data: {} };
const REQUEST = { url: 'https://x', body: '{"a":1}', timeoutMs: 60_000 };

/** Returns a context of n8n with this HTTP helper; without `stop`, that of a panel. */
function contextOf(helper: Helper, stop?: AbortController): transportModule.CallingContext {
	const helpers = { httpRequestWithAuthentication: helper };
	const context = stop ? { helpers, getExecutionCancelSignal: () => stop.signal } : { helpers };
	return context as never;
}

/** A call that ends only when it is aborted. */
const hangs: Helper = function () {
	const signal = this.getExecutionCancelSignal();
	return new Promise((_resolve, reject) => {
		signal.addEventListener('abort', () => reject(new Error('This operation was aborted')));
	});
};

test('the signal of an execution gets no listeners: Node would warn about more than ten', async () => {
	const stop = new AbortController();
	const listeners: unknown[] = [];
	const inspects: Helper = () => {
		listeners.push(...getEventListeners(stop.signal, 'abort'));
		return { statusCode: 200, headers: {}, body: Buffer.from('{}') };
	};
	const send = n8nTransport(contextOf(inspects, stop), CREDENTIAL);
	await Promise.all(Array.from({ length: 15 }, () => send(REQUEST)));
	expect(listeners).toEqual([]);
});

test.each<[string, timeoutMs: number, stop?: AbortController]>([
	['an execution', 100, new AbortController()],
	['a panel', 100],
	['a call that begins too late', -1e9],
])('the deadline of %s works even after a garbage collection', async (...[, timeoutMs, stop]) => {
	const send = n8nTransport(contextOf(hangs, stop), CREDENTIAL);
	const calls = Array.from({ length: 15 }, () => send({ ...REQUEST, timeoutMs }));
	await new Promise((resolve) => setImmediate(resolve));
	collectGarbage();
	for (const call of calls) expect(await call).toMatchObject({ failure: { code: 'DEADLINE' } });
});

test.each<[string, bytes: number[], text: string, notUtf8?: true]>([
	['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0xc3, 0xa9], 'é'],
	['GBK', [0x22, 0xc4, 0xe3, 0xba, 0xc3, 0x22], '"\ufffd\ufffd\ufffd"', true],
])(
	'a body is decoded as UTF-8, or marked as another encoding: %s',
	async (...[, bytes, text, notUtf8]) => {
		const body = Buffer.from(bytes);
		const answers = contextOf(() => ({ statusCode: 200, headers: {}, body }));
		const answer = await n8nTransport(answers, CREDENTIAL)(REQUEST);
		expect(answer).toEqual({ status: 200, headers: {}, text, ...(notUtf8 && { notUtf8 }) });
	},
);

/** Returns the answer if n8n's helper throws this error. */
const thrown = async (error: unknown) =>
	await n8nTransport(
		contextOf(() => Promise.reject(error)),
		CREDENTIAL,
	)(REQUEST);
const n8n1 = (httpCode: string, text: string) => ({ httpCode, messages: [text], message: 'n8n' });
const n8n2 = (code: string, message = '') => ({ cause: { code, message } });
const NO_TLS = 'Client network socket disconnected before secure TLS connection was established';
const BAD_RECORD = 'error:0A00010B:SSL routines:x:bad record type:';
const CODES = ['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT'];

test.each<object>([
	n8n1('ECONNREFUSED', 'connect ECONNREFUSED'),
	n8n2('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9'),
	...CODES.map((code) => n8n2(code, `connect ${code} 10.0.0.1:443`)),
	// None of several addresses could be reached.
	n8n2('ENETUNREACH'),
	{ message: 'getaddrinfo ENOTFOUND x' },
	// A name that is too long.
	n8n2('EINVAL', `getaddrinfo EINVAL ${'x'.repeat(300)}`),
	n8n2('DEPTH_ZERO_SELF_SIGNED_CERT'),
	// A failed handshake: no request is sent before it is complete.
	...[n8n1, n8n2].map((by) => by('EPROTO', 'write EPROTO 804CE3:error:0A00010B:SSL routines:x')),
	n8n2('ECONNRESET', NO_TLS),
	// Messages of n8n's own guard.
	{ message: 'The request was blocked because it resolves to a restricted IP address' },
	{ messages: ['The request was blocked because the destination hostname is restricted'] },
])('%j: the request never arrived', async (error) => {
	expect(await thrown(error)).toMatchObject({ failure: { code: 'UNREACHABLE', charged: 'no' } });
});

test.each<[error: unknown, words: string | undefined]>([
	...CODES.map((code): [unknown, string] => [n8n2(code, `read ${code}`), `read ${code}`]),
	...CODES.map((code): [unknown, string] => [n8n1(code, `write ${code}`), `write ${code}`]),
	[n8n2('ECONNRESET'), 'ECONNRESET'],
	// The connection was established before it broke.
	[n8n2('ERR_SSL_BAD_RECORD_TYPE', BAD_RECORD), BAD_RECORD],
	[{ httpCode: '200', message: 'aborted by peer' }, 'aborted by peer'],
	[undefined, undefined],
	['ECONNREFUSED', undefined],
	[{ messages: 5, cause: 'x', message: { toString: 1 }, description: ' ' }, undefined],
])('%j: the request may have arrived', async (error, words) => {
	expect(await thrown(error)).toMatchObject({
		failure: { code: 'NO_ANSWER', charged: 'maybe', words },
	});
});
