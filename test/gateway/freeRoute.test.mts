import { beforeEach, describe, expect, jest, test } from '@jest/globals';

import type * as freeRouteModule from '../../nodes/DataAccess/gateway/free/freeRoute.ts';
import { askFreeRoute, askPatiently } from '../../nodes/DataAccess/gateway/free/freeRoute.ts';
import type { RawAnswer, Transport } from '../../nodes/DataAccess/gateway/transport.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';
import { passMinutes } from '../harness/clock.mts';
import { outside } from '../harness/native.mts';

type Read = freeRouteModule.FreeRequest<unknown>['read'];

const transport = jest.fn<Transport>();
const isRead: Read = (json) =>
	typeof json === 'object' && json && 'items' in json ? json : undefined;

// What is not here is remembered by address and key.
let gateways = 0;
let gateway = { url: '', secret: '' };
beforeEach(() => {
	transport.mockReset();
	gateway = { url: `https://${++gateways}.example/base/v1/run`, secret: 'a key' };
});

const text = (status: number, body: string): RawAnswer => ({ status, headers: {}, text: body });
const json = (status: number, body: unknown) => text(status, JSON.stringify(body));
const RUNS: freeRouteModule.FreeRequest<unknown> = {
	route: 'runs',
	path: 'runs?limit=1',
	read: isRead,
};
async function ask(more: Partial<freeRouteModule.FreeRequest<unknown>> = {}, of = gateway) {
	return await askFreeRoute(transport, of, { ...RUNS, ...more }, 10);
}

test('a GET and a POST go to the same base address', async () => {
	transport.mockResolvedValue(json(200, { items: [] }));
	expect(await ask()).toEqual({ found: { items: [] } });
	await ask({ route: undefined, path: 'inspect', body: { endpoint: '/e' } });
	const base = `https://${gateways}.example/base/v1`;
	expect(transport.mock.calls).toEqual([
		[{ url: `${base}/runs?limit=1`, body: undefined, timeoutMs: 10 }],
		[{ url: `${base}/inspect`, body: '{"endpoint":"/e"}', timeoutMs: 10 }],
	]);
});

describe('an answer', () => {
	const busy = { status: 429, headers: { 'Retry-After': '7' }, text: '' };
	const long = json(200, { items: ['x'.repeat(5_000_000)] });
	const deep = `{"items":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
	const none = { failure: failureOf('NO_ANSWER') };
	const stopped = { failure: failureOf('STOPPED') };

	type Row = [string, Awaited<ReturnType<Transport>>, outcome: string, asked: number];

	test.each<Row>([
		['401', json(401, {}), 'KEY_REFUSED', 2],
		['403', json(403, {}), 'ACCESS_DENIED', 2],
		...[404, 405, 501, 400, 307].map((is): Row => [`${is}`, json(is, {}), 'NOT_FOUND', 1]),
		['a web page', text(200, '<html></html>'), 'NOT_FOUND', 1],
		['another shape', json(200, { ok: true }), 'NOT_FOUND', 1],
		['the right shape with another status', json(404, { items: [] }), 'NOT_FOUND', 1],
		['one of five million characters', long, 'found', 2],
		['lists in lists', text(200, deep), 'found', 2],
		...[408, 500, 504].map((is): Row => [`${is}`, text(is, '<p>'), 'UNREACHABLE', 2]),
		['407', text(407, '<p>'), 'UNREACHABLE', 2],
		['429', busy, 'RATE_LIMITED', 2],
		['no answer', none, 'UNREACHABLE', 2],
		['a Stop', stopped, 'UNREACHABLE', 2],
	])('%s', async (_name, answer, outcome, asked) => {
		transport.mockResolvedValue(answer);
		const first = await ask();
		expect('found' in first ? 'found' : first.failure.code).toBe(outcome);
		await ask();
		expect(transport).toHaveBeenCalledTimes(asked);
	});

	test('429 says how long to wait', async () => {
		transport.mockResolvedValue(busy);
		expect(await ask()).toMatchObject({ failure: { httpStatus: 429, retryAfter: 7 } });
	});

	test('of a busy gateway is waited for, until the user stops the execution', async () => {
		const stop = new AbortController();
		const send = jest.fn<Transport>(async () => {
			if (stop.signal.aborted) return stopped;
			outside.setTimeout(() => stop.abort(), 50);
			return busy;
		});
		const patient = Object.assign(send, { stop: stop.signal });
		const asked = await askPatiently(patient, gateway, RUNS, 60_000);
		expect(asked).toMatchObject({ failure: { code: 'UNREACHABLE' } });
	});

	test('about one thing tells of that one alone', async () => {
		for (const answer of [json(404, { code: 'x' }), text(404, '<p>'), text(200, '<p>')]) {
			transport.mockResolvedValue(answer);
			const asked = await ask({ route: undefined });
			expect(asked).toMatchObject({ failure: { code: 'NOT_FOUND', particular: 'notShown' } });
		}
		expect(transport).toHaveBeenCalledTimes(3);
	});

	test('of a route that has answered before is none of a route that is not here', async () => {
		transport.mockResolvedValue(json(200, { items: [] }));
		await ask();
		for (const answer of [json(404, {}), text(200, '<p>')]) {
			transport.mockResolvedValue(answer);
			expect(await ask()).toMatchObject({ failure: { code: 'UNREACHABLE' } });
		}
	});
});

test('what is not here is asked for again after ten minutes, at another address, with another key, by another route', async () => {
	transport.mockResolvedValue(text(404, ''));
	await ask();
	const asksAgain = async (...how: Parameters<typeof ask>) => {
		transport.mockClear();
		await ask(...how);
		return transport.mock.calls.length === 1;
	};
	expect(await asksAgain()).toBe(false);
	expect(await asksAgain({ path: 'runs?limit=2' })).toBe(false);
	expect(await asksAgain({ route: 'discover' })).toBe(true);
	expect(await asksAgain({}, { ...gateway, secret: 'another' })).toBe(true);
	expect(await asksAgain({}, { ...gateway, url: `${gateway.url}/v1/run` })).toBe(true);
	passMinutes(9.9);
	expect(await asksAgain()).toBe(false);
	passMinutes(0.2);
	expect(await asksAgain()).toBe(true);
});
