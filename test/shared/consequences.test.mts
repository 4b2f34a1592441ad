import { describe, expect, test } from '@jest/globals';

import { CODES } from '../../nodes/DataAccess/shared/codes.ts';
import type { FailureCode } from '../../nodes/DataAccess/shared/codes.ts';
import { consequencesOf } from '../../nodes/DataAccess/shared/consequences.ts';
import type { Evidence } from '../../nodes/DataAccess/shared/consequences.ts';

/*
 * What a failed call cost, whether it is made again, and whether it ends the execution: the order of precedence. Each
 * row holds against all rows below it.
 */

const PROVIDER_400 = { charged: 'maybe', retry: 'never' } as const;
const PROVIDER_500 = { charged: 'maybe', retry: 'uncertain' } as const;

type Row = [why: string, FailureCode, Evidence, decided: string];

describe('whether a call was charged', () => {
	test.each<Row>([
		['its run is not finished', 'NOT_FINISHED', { cost: 0, saysAgain: true }, 'maybe'],
		['its run names a cost', 'PROVIDER_ERROR', { cost: 0.01, saysAgain: true }, 'yes'],
		['the same, for a refusal', 'RATE_LIMITED', { cost: 0.01, saysAgain: true }, 'yes'],
		['its run names no cost', 'PROVIDER_ERROR', { cost: 0, hasOutput: true }, 'no'],
		['its run says so in words', 'PROVIDER_ERROR', { saysAgain: true, hasOutput: true }, 'no'],
		['it has an output', 'RATE_LIMITED', { hasOutput: true }, 'yes'],
		['the same, if that is unknown', 'GATEWAY_ERROR', { hasOutput: true }, 'maybe'],
		['its status', 'PROVIDER_ERROR', { row: PROVIDER_400 }, 'maybe'],
		['its code', 'PROVIDER_ERROR', {}, 'yes'],
		['its code', 'RATE_LIMITED', {}, 'no'],
	])('%s: %s, %j', (_why, code, evidence, charged) => {
		expect(consequencesOf(code, evidence).charged).toBe(charged);
	});
});

describe('whether it ends the execution', () => {
	const ofPage = { charged: 'no', ends: 'untilProven' } as const;

	test.each<[...Row, ends: boolean]>([
		['its status, as of a login at a proxy', 'UNREACHABLE', { row: { ends: 'always' } }, '', true],
		['the same, whatever succeeded', 'UNREACHABLE', { row: { ends: 'always' } }, 'proven', true],
		['its status, as of a page with 403', 'NO_GATEWAY', { row: ofPage }, '', true],
		['the same, once a call has succeeded', 'NO_GATEWAY', { row: ofPage }, 'proven', false],
		['its status takes away what is usual', 'KEY_REFUSED', { row: { ends: 'never' } }, '', false],
		['its code', 'KEY_REFUSED', {}, 'proven', true],
		['its code, until a call has succeeded', 'ACCESS_DENIED', {}, '', true],
		['its code, once a call has succeeded', 'ACCESS_DENIED', {}, 'proven', false],
		['its code', 'NOT_FOUND', {}, '', false],
	])('%s: %s, %j %s', (_why, code, evidence, key, ends) => {
		const isProven = key === 'proven';
		expect(consequencesOf(code, { ...evidence, isProven }).endsExecution).toBe(ends);
	});
});

describe('whether it is made again', () => {
	test.each<Row>([
		['its run is not finished', 'NOT_FINISHED', { saysAgain: true }, 'never'],
		[
			'the same, if who asks again takes its page',
			'NOT_FINISHED',
			{ row: { retry: 'safe' } },
			'safe',
		],
		['it ends the execution', 'BUDGET_BLOCKED', { saysAgain: true }, 'never'],
		['it ends no execution any more', 'ACCESS_DENIED', { saysAgain: true, isProven: true }, 'safe'],
		['the service says so', 'PROVIDER_ERROR', { row: PROVIDER_400, saysAgain: true }, 'safe'],
		['the same, but it was charged', 'PROVIDER_ERROR', { saysAgain: true, cost: 1 }, 'uncertain'],
		[
			'its status, and it was not charged',
			'PROVIDER_ERROR',
			{ row: PROVIDER_500, cost: 0 },
			'safe',
		],
		[
			'its status, and it may have been charged',
			'PROVIDER_ERROR',
			{ row: PROVIDER_500 },
			'uncertain',
		],
		['its code, and it was not charged', 'RATE_LIMITED', {}, 'safe'],
		['its code, but it was charged', 'RATE_LIMITED', { cost: 0.01 }, 'uncertain'],
		['its status says never', 'UNREACHABLE', { row: { retry: 'never' } }, 'never'],
		['its code', 'INVALID_INPUT', {}, 'corrected'],
		['its code, whatever it cost', 'PLATFORM_ERROR', { cost: 0 }, 'never'],
	])('%s: %s, %j', (_why, code, evidence, retry) => {
		expect(consequencesOf(code, evidence).retry).toBe(retry);
	});
});

test.each(Object.entries(CODES))('of %s alone follows what is usual for it', (code, usual) => {
	const { layer: _, ends = 'never', ...rest }: { layer: string; ends?: string } = usual;
	expect(consequencesOf(code as FailureCode)).toEqual({
		...rest,
		endsExecution: ends !== 'never',
	});
});
