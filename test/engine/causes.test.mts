import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../emulator/emulator.mts';
import { skipWaits } from '../harness/clock.mts';
import { ANSWERED, LATE, LOST } from '../harness/failures.mts';
import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import { API_KEY } from '../harness/world.mts';

const world = useWorld();

/** n8n's word for each code whose failures do not pass by themselves. */
const CAUSES: Record<string, string> = {
	INVALID_INPUT: 'configuration-invalid',
	KEY_REFUSED: 'credential-invalid',
	BALANCE_TOO_LOW: 'quota-exhausted',
	ACCESS_DENIED: 'configuration-invalid',
	NOT_FOUND: 'configuration-invalid',
	REQUEST_REFUSED: 'configuration-invalid',
	RATE_LIMITED: 'rate-limited',
	BUDGET_BLOCKED: 'quota-exhausted',
	PLATFORM_ERROR: 'configuration-invalid',
	REDIRECTED: 'configuration-invalid',
};

/** Failures of codes that may have either kind of cause, by name. */
const LASTING: Record<string, string> = {
	'provider 404': 'configuration-invalid',
	'an unknown shape': 'node-defect',
};

describe("a node's error tells n8n why it failed", () => {
	test.each([...ANSWERED, ...LOST, ...LATE])('$name', async ({ name, code, fault, options }) => {
		skipWaits();
		world.emulator.addFault(fault);
		const failed = await world.run({ ...getPosts.parameters('u'), options });
		const cause = LASTING[name] ?? CAUSES[code] ?? 'temporarily-unavailable';
		expect(failed.error?.failure).toMatchObject({ cause });
		expect(failed.stored).not.toContain(API_KEY);
	});

	test.each<[string, IDataObject, string]>([
		['an input', { userId: '={{ " " }}' }, 'configuration-invalid'],
		['an operation that does not exist', { operation: 'none' }, 'configuration-invalid'],
	])('%s', async (_label, parameters, cause) => {
		const failed = await world.run({ ...getPosts.parameters('u'), ...parameters });
		expect(failed.error?.failure).toEqual({ cause });
	});
});

describe("a trigger's error tells n8n why it failed, and how long to wait", () => {
	const limited = (seconds: number): Fault => ({
		kind: 'rateLimited',
		retryAfter: 'seconds',
		retryAfterSeconds: seconds,
	});
	test.each<[string, Fault, object]>([
		['401', { kind: 'refused', httpStatus: 401 }, { cause: 'credential-invalid' }],
		['404', { kind: 'refused', httpStatus: 404 }, { cause: 'configuration-invalid' }],
		['402', { kind: 'refused', httpStatus: 402 }, { cause: 'quota-exhausted' }],
		['429', limited(600), { cause: 'rate-limited', retryAfterMs: 600_000 }],
		['500', { kind: 'server', httpStatus: 500 }, { cause: 'temporarily-unavailable' }],
		['an unknown shape', { kind: 'unknownShape' }, { cause: 'node-defect' }],
	])('%s', async (_label, fault, failure) => {
		world.emulator.addFault(fault);
		const poll = world.poll(getPosts.parameters('u'), { staticData: {} });
		const thrown = await poll.catch((error: unknown) => error);
		expect(thrown).toMatchObject({ failure });
		expect(JSON.stringify(thrown)).not.toContain(API_KEY);
	});

	test.each<[string, IDataObject]>([
		['a wrong input', { userId: '' }],
		['an operation that does not exist', { operation: 'none' }],
	])('%s', async (_label, parameters) => {
		const all = { ...getPosts.parameters('u'), ...parameters };
		const poll = world.poll(all, { staticData: {} });
		await expect(poll).rejects.toMatchObject({ failure: { cause: 'configuration-invalid' } });
		expect(world.emulator.ledger).toEqual([]);
	});
});
