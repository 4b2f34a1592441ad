import { expect, test } from '@jest/globals';

import type * as noAnswerModule from '../../nodes/DataAccess/gateway/noAnswer.ts';
import type { Failure } from '../../nodes/DataAccess/shared/failure.ts';
import { built } from '../harness/built.mts';

const { failureOfNoAnswer } = built<typeof noAnswerModule>('gateway/noAnswer');

test.each<[noAnswerModule.NoAnswer['noAnswer'], boolean, number, Partial<Failure>]>([
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
