import { expect, test } from '@jest/globals';

import type * as wordsModule from '../../nodes/DataAccess/gateway/words.ts';
import { wordsIn } from '../../nodes/DataAccess/gateway/words.ts';

const nested = (depth: number, innermost: unknown) => {
	let error = innermost;
	for (let layer = 0; layer < depth; layer++) error = { error };
	return error;
};

const detail = (...entries: unknown[]) => ({ detail: entries });

test.each<[string, unknown, wordsModule.Words]>([
	['text', 'it broke', { text: 'it broke' }],
	['{code, message}', { code: 4, message: 'it broke' }, { text: 'it broke' }],
	['{error: {code, message}}', { error: { code: 4, message: 'it broke' } }, { text: 'it broke' }],
	['{msg}', { msg: 'it broke' }, { text: 'it broke' }],
	['{reason}', { reason: 'it broke' }, { text: 'it broke' }],
	['{error_msg}', { error_msg: 'it broke' }, { text: 'it broke' }],
	['{errors: [{message}]}', { errors: [{ message: 'it broke' }] }, { text: 'it broke' }],
	['{detail: text}', { detail: 'it broke' }, { text: 'it broke' }],
	[
		'a validation error',
		detail({ loc: ['body', 'input', 'count'], msg: 'is odd', type: 'x' }),
		{ text: 'count: is odd', field: 'count' },
	],
	[
		'two of them',
		detail({ loc: ['body', 'count'], msg: 'is odd' }, { loc: ['body', 'cursor', 0], msg: 'no' }),
		{ text: 'count: is odd; cursor: no', field: 'count' },
	],
	['JSON as text, in an error', { error: ' {"error":"it broke"}' }, { text: 'it broke' }],
	['JSON as text without words', '{"weird":1}', { text: '{"weird":1}' }],
	['text that only begins like JSON', '{it broke', { text: '{it broke' }],
	['a message that is no text', { message: { a: 1 }, msg: 'it broke' }, { text: 'it broke' }],
	['an empty detail', { detail: [], message: 'it broke' }, { text: 'it broke' }],
	['a detail of nothing', { detail: [null, 5, 'x'], message: 'it broke' }, {}],
	['odd msg', detail({ loc: ['count'], msg: { toString: 1 } }), { text: 'count', field: 'count' }],
	['an error that fails when written', { error: { toString: 1, message: { toString: 1 } } }, {}],
	['20,000 errors deep', nested(20_000, 'it broke'), {}],
	['nothing', undefined, {}],
])('%s', (_label, error, words) => {
	const { text, field } = wordsIn(error);
	expect([text, field]).toEqual([words.text, words.field]);
});

test('only the first of very many details', () => {
	const entry = (_: unknown, index: number) => ({ loc: ['a'], msg: `no ${index}` });
	const entries = Array.from({ length: 100_000 }, entry);
	expect(wordsIn(detail(...entries.slice(0, 3))).text).toBe('a: no 0; a: no 1; a: no 2');
	expect(wordsIn({ detail: entries }).text?.length).toBeLessThan(200);
});
