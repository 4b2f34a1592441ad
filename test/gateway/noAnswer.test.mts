import { expect, test } from '@jest/globals';

import { built } from '../harness/built.mts';
import type { BuiltFailure } from '../harness/builtGateway.mts';

const { failureOfNoAnswer } = built<{
	failureOfNoAnswer(
		cause: { noAnswer: string; arrived: boolean; words: string },
		timeout: number,
	): BuiltFailure;
}>('gateway/noAnswer');

test.each<[string, boolean, number, Partial<BuiltFailure>]>([
	['broken', false, 30, { code: 'UNREACHABLE', charged: 'no', retry: 'safe', words: 'said' }],
	['broken', true, 30, { code: 'NO_ANSWER', charged: 'maybe', retry: 'uncertain', words: 'said' }],
	['deadline', true, 30, { code: 'DEADLINE', charged: 'maybe', retry: 'uncertain' }],
	['stopped', true, 30, { code: 'STOPPED', charged: 'maybe', retry: 'never' }],
	['deadline', true, 1, { what: 'No complete answer came within 1 second' }],
	['deadline', true, 1.5, { what: 'No complete answer came within 1.5 seconds' }],
])('%s, arrived: %s, given up after %d s', (noAnswer, arrived, timeout, expected) => {
	const failure = failureOfNoAnswer({ noAnswer, arrived, words: 'said' }, timeout);
	expect(failure).toMatchObject({ layer: 'network', httpStatus: null, ...expected });
});
