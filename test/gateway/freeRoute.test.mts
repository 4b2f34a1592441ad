import { beforeEach, expect, jest, test } from '@jest/globals';

import type * as freeRouteModule from '../../nodes/DataAccess/gateway/free/freeRoute.ts';
import { askFreeRoute, askPatiently } from '../../nodes/DataAccess/gateway/free/freeRoute.ts';
import type { RawAnswer, Transport } from '../../nodes/DataAccess/gateway/transport.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';
import { passMinutes } from '../harness/clock.mts';
import { outside } from '../harness/native.mts';

const transport = jest.fn<Transport>();

// Missing routes are remembered by address and key.
let gateways = 0;
let gateway = { url: '', secret: '' };
beforeEach(() => {
	transport.mockReset();
	gateway = { url: `https://${++gateways}.example/base/v1/run`, secret: 'a key' };
});

const text = (status: number, body: string): RawAnswer => ({ status, headers: {}, text: body });
const json = (status: number, body: unknown) => text(status, JSON.stringify(body));
const RUNS: freeRouteModule.FreeRequest<unknown> = {
	...{ route: 'runs', path: 'runs?limit=1' },
	read: (body) => (typeof body === 'object' && body && 'items' in body ? body : undefined),
};

/** Returns the outcome of an answer, and whether a request was sent at all. */
async function ask(answer: Awaited<ReturnType<Transport>>, more: object = {}, of: object = {}) {
	transport.mockReset().mockResolvedValue(answer);
	const outcome = await askFreeRoute(transport, { ...gateway, ...of }, { ...RUNS, ...more }, 10);
	const isAsked = transport.mock.calls.length === 1;
	return ['found' in outcome ? 'found' : outcome.failure.code, isAsked];
}

const busy = { status: 429, headers: { 'Retry-After': '7' }, text: '' };
const none = { failure: failureOf('NO_ANSWER') };
const stopped = { failure: failureOf('STOPPED') };

type Row = [string, Awaited<ReturnType<Transport>>, outcome: string];

test.each<Row>([
	['401', json(401, {}), 'KEY_REFUSED'],
	['403', json(403, {}), 'ACCESS_DENIED'],
	...[404, 405, 501, 400, 307].map((is): Row => [`${is}`, json(is, {}), 'NOT_FOUND']),
	['a web page', text(200, '<html></html>'), 'NOT_FOUND'],
	['another shape', json(200, { ok: true }), 'NOT_FOUND'],
	['the right shape with another status', json(404, { items: [] }), 'NOT_FOUND'],
	...[407, 408, 500, 504].map((is): Row => [`${is}`, text(is, '<p>'), 'UNREACHABLE']),
	['429', busy, 'RATE_LIMITED'],
	['no answer', none, 'UNREACHABLE'],
	['a Stop', stopped, 'UNREACHABLE'],
])(
	'%s has one outcome, and only a missing route is not requested again',
	async (_name, answer, is) => {
		expect(await ask(answer)).toEqual([is, true]);
		expect(await ask(answer)).toEqual([is, is !== 'NOT_FOUND']);
		// A request about one thing says nothing about others.
		for (const path of ['runs/1', 'runs/1']) {
			expect(await ask(answer, { route: undefined, path })).toEqual([is, true]);
		}
	},
);

test('a route that has answered before is not missing', async () => {
	expect(await ask(json(200, { items: [] }))).toEqual(['found', true]);
	for (const answer of [json(404, {}), text(200, '<p>')]) {
		expect(await ask(answer)).toEqual(['UNREACHABLE', true]);
	}
});

test('a missing route is requested again after ten minutes, at another address, with another key, or by another name', async () => {
	const isAsked = async (...how: [more?: object, of?: object]) =>
		(await ask(text(404, ''), ...how))[1];
	await isAsked();
	expect(await isAsked({ path: 'runs?limit=2' })).toBe(false);
	expect(await isAsked({ route: 'discover' })).toBe(true);
	expect(await isAsked({}, { secret: 'another' })).toBe(true);
	expect(await isAsked({}, { url: `${gateway.url}/v1/run` })).toBe(true);
	passMinutes(9.9);
	expect(await isAsked()).toBe(false);
	passMinutes(0.2);
	expect(await isAsked()).toBe(true);
});

test('a busy gateway is retried until the user stops the execution', async () => {
	const stop = new AbortController();
	const send = jest.fn<Transport>(async () => {
		if (stop.signal.aborted) return stopped;
		outside.setTimeout(() => stop.abort(), 50);
		return busy;
	});
	const patient = Object.assign(send, { stop: stop.signal });
	const outcome = await askPatiently(patient, gateway, RUNS, 60_000);
	expect(outcome).toMatchObject({ failure: { code: 'UNREACHABLE' } });
});
