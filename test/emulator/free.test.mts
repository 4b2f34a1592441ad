import { expect, test } from '@jest/globals';

import { LOOK_UP_ROUTES } from '../harness/freeRoutes.mts';
import { useClient } from './client.mts';
import type { Json } from './client.mts';

const client = useClient();

async function ask(path: string, body?: object): Promise<{ status: number; json: Json }> {
	const response = await fetch(`${client.emulator.url}/v1/${path}`, {
		method: body ? 'POST' : 'GET',
		headers: { Authorization: 'Bearer test-key' },
		body: body && JSON.stringify(body),
	});
	return { status: response.status, json: await response.json() };
}

const FORECAST = { provider: 'weather-provider', endpoint: '/v2/forecast' };

test('none of them is there unless it is set, and none makes a call', async () => {
	expect((await ask('inspect', FORECAST)).status).toBe(404);
	expect((await ask('wallet/balance')).status).toBe(404);
	client.emulator.configure({ freeRoutes: LOOK_UP_ROUTES });
	expect((await ask('inspect', FORECAST)).status).toBe(200);
	const routes = client.emulator.freeLedger.map(({ route, httpStatus }) => [route, httpStatus]);
	expect(routes).toEqual([
		['inspect', 404],
		['balance', 404],
		['inspect', 200],
	]);
	expect(client.emulator.ledger).toEqual([]);
});

test('an endpoint is inspected in the form that its input takes, and by its own provider', async () => {
	client.emulator.configure({ freeRoutes: LOOK_UP_ROUTES, inputFormat: 'grouped' });
	const input = { properties: { city: { type: 'string' } } };
	const price = { type: 'PER_CALL', amount: { value: 0.002, currency: 'USD' } };
	const grouped = await ask('inspect', FORECAST);
	expect(grouped.json).toMatchObject({ ...FORECAST, price, input: { queryParams: input } });
	client.emulator.configure({ inputFormat: 'flat', billing: 'oldPrice' });
	const flat = await ask('inspect', FORECAST);
	expect(flat.json).toMatchObject({ inputSchema: input, price: { amount: 0.002 } });
	expect(await ask('inspect', { ...FORECAST, provider: 'content-provider' })).toMatchObject({
		status: 404,
		json: { code: 'endpoint_not_found' },
	});
});
