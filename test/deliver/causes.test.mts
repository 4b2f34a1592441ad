import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../emulator/emulator.mts';
import type * as failureModule from '../../nodes/DataAccess/shared/failure.ts';
import { built } from '../harness/built.mts';
import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import { API_KEY } from '../harness/world.mts';

const world = useWorld();

const { failureOf, n8nFailureOf } = built<typeof failureModule>('shared/failure');

/** n8n's word for why a call failed, by the code, where the failure does not pass by itself. */
const CAUSES: Partial<Record<failureModule.FailureCode, string>> = {
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
	UNRECOGNISED_ANSWER: 'node-defect',
	RUN_TIMED_OUT: 'temporarily-unavailable',
	GATEWAY_ERROR: 'temporarily-unavailable',
	NO_ANSWER: 'temporarily-unavailable',
	DEADLINE: 'temporarily-unavailable',
	UNREACHABLE: 'temporarily-unavailable',
	NOT_CALLED: 'temporarily-unavailable',
	UNEXPECTED: 'node-defect',
};

test.each(Object.entries(CAUSES))('%s tells n8n: %s', (code, cause) => {
	const failure = failureOf(code as failureModule.FailureCode);
	expect(n8nFailureOf({ ...failure, retry: 'never' })).toEqual({ cause });
	// Of what may pass, nobody is told to act.
	const lasting = ['quota-exhausted', 'rate-limited'].includes(cause);
	expect(n8nFailureOf({ ...failure, retry: 'safe' })).toEqual({
		cause: lasting ? cause : 'temporarily-unavailable',
	});
});

test.each<[string, IDataObject, Fault | undefined, string]>([
	['a platform that refuses', {}, { kind: 'platform' }, 'configuration-invalid'],
	['an answer that is not understood', {}, { kind: 'unknownShape' }, 'node-defect'],
	['a wrong input', { userId: '={{ " " }}' }, undefined, 'configuration-invalid'],
	['an operation that does not exist', { operation: 'no' }, undefined, 'configuration-invalid'],
])("a node's error tells n8n why it failed: %s", async (_label, parameters, fault, cause) => {
	if (fault) world.emulator.addFault(fault);
	const failed = await world.run({ ...getPosts.parameters('u'), ...parameters });
	expect(failed.error?.failure).toEqual({ cause });
	expect(failed.stored).not.toContain(API_KEY);
});

describe("a trigger's error tells n8n why it failed, and how long to wait", () => {
	test('429', async () => {
		world.emulator.addFault({
			...{ kind: 'rateLimited', retryAfter: 'seconds', retryAfterSeconds: 600 },
		});
		const poll = world.poll(getPosts.parameters('u'), { staticData: {} });
		const thrown = await poll.catch((error: unknown) => error);
		expect(thrown).toMatchObject({ failure: { cause: 'rate-limited', retryAfterMs: 600_000 } });
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
