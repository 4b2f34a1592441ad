import { expect, test } from '@jest/globals';

import type * as failureModule from '../../nodes/DataAccess/shared/failure.ts';
import { failureOf, n8nFailureOf } from '../../nodes/DataAccess/shared/failure.ts';

type FailureCode = failureModule.FailureCode;

test.each([
	['KEY_REFUSED', 'never', 'credential-invalid'],
	// Of what may pass, nobody is told to act.
	['KEY_REFUSED', 'safe', 'temporarily-unavailable'],
	['UNEXPECTED', 'safe', 'temporarily-unavailable'],
	['BALANCE_TOO_LOW', 'safe', 'quota-exhausted'],
	['RATE_LIMITED', 'never', 'rate-limited'],
	['GATEWAY_ERROR', 'never', 'temporarily-unavailable'],
] as const)('%s, to be repeated %s, tells n8n: %s', (code, retry, cause) => {
	expect(n8nFailureOf({ ...failureOf(code), retry })).toEqual({ cause });
});

/** Whether somebody has to act, and who: n8n waits accordingly. A code without a row does not compile. */
const CAUSES: Record<FailureCode, string> = {
	INVALID_INPUT: 'configuration-invalid',
	KEY_REFUSED: 'credential-invalid',
	BALANCE_TOO_LOW: 'quota-exhausted',
	ACCESS_DENIED: 'configuration-invalid',
	NOT_FOUND: 'configuration-invalid',
	REQUEST_REFUSED: 'configuration-invalid',
	RATE_LIMITED: 'rate-limited',
	BUDGET_BLOCKED: 'quota-exhausted',
	NOT_FINISHED: 'temporarily-unavailable',
	RUN_TIMED_OUT: 'temporarily-unavailable',
	RUN_FAILED: 'temporarily-unavailable',
	PROVIDER_ERROR: 'configuration-invalid',
	PLATFORM_ERROR: 'configuration-invalid',
	UNRECOGNISED_ANSWER: 'node-defect',
	GATEWAY_ERROR: 'temporarily-unavailable',
	NO_GATEWAY: 'configuration-invalid',
	REDIRECTED: 'configuration-invalid',
	UNREACHABLE: 'temporarily-unavailable',
	NO_ANSWER: 'temporarily-unavailable',
	DEADLINE: 'temporarily-unavailable',
	MAX_COST: 'configuration-invalid',
	PRICE_UNKNOWN: 'temporarily-unavailable',
	NOT_CALLED: 'temporarily-unavailable',
	UNEXPECTED: 'node-defect',
	STOPPED: 'temporarily-unavailable',
};

test.each(Object.entries(CAUSES))('%s tells n8n: %s', (code, cause) => {
	expect(n8nFailureOf(failureOf(code as FailureCode)).cause).toBe(cause);
});
