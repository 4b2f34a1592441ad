import { expect, test } from '@jest/globals';

import type * as refusalModule from '../../nodes/DataAccess/gateway/refusal.ts';
import { refusalIn, refusedAs } from '../../nodes/DataAccess/gateway/refusal.ts';

const detail = (...entries: unknown[]) => ({ detail: entries });
const words = 'it broke';
const coded = { words, code: '400' };
const isOdd = { words: 'is odd', field: 'count' };

test.each<[string, unknown, refusalModule.Refusal]>([
	['text', 'it broke', { words }],
	['{code, message}', { code: 4, message: 'it broke' }, { words, code: '4' }],
	['{error: {code, message}}', { error: { code: 4, message: 'it broke' } }, { words, code: '4' }],
	["the provider's detail", { detail: { code: 400, message: 'it broke', router: '/x' } }, coded],
	['the same as text', '{"detail":{"code":"400","message":"it broke"}}', coded],
	['{msg}', { msg: 'it broke' }, { words }],
	['a code in words', { code: 'BROKEN' }, { code: 'BROKEN' }],
	['{errors: [{message}]}', { errors: [{ message: 'it broke' }] }, { words }],
	['{error: {detail: text}}', { error: { detail: 'it broke' } }, { words }],
	['a validation error', detail({ loc: ['body', 'input', 'count'], msg: 'is odd' }), isOdd],
	[
		'the first of two of them',
		detail({ loc: ['body', 'count'], msg: 'is odd' }, { loc: ['body', 'cursor', 0], msg: 'no' }),
		isOdd,
	],
	['text that only begins like JSON', '{it broke', { words: '{it broke' }],
	['a message that is no text', { message: { a: 1 }, msg: 'it broke' }, { words }],
	['an empty detail', { detail: [], msg: 'it broke' }, { words }],
	['odd msg', detail({ loc: ['count'], msg: { toString: 1 } }), { field: 'count' }],
	['an error that fails when written', { error: { toString: 1, message: { toString: 1 } } }, {}],
	['nothing', undefined, {}],
])('%s', (_label, said, refusal) => {
	expect(JSON.parse(JSON.stringify(refusalIn(said)))).toEqual(refusal);
});

/** What says that the account's money is used up, and what does not. */
const NO_MONEY = [
	...['Insufficient balance', 'Your credit balance is too low to access the API'],
	'You exceeded your current quota, please check your plan and billing details.',
	...['余额不足', '账户余额不足，请充值', '您的账户已欠费'],
	{ code: 'INSUFFICIENT_BALANCE' },
	{ error: { code: 'insufficient_quota', message: 'Sorry' } },
];
const OTHER = [
	...['该内容需要充值会员查看', '请求过于频繁，次数已达上限', '余额无法查询'],
	...['Your free trial has ended', 'Daily limit reached for this user profile'],
	...['Quota exceeded: 10 requests per minute', 'Unknown operation get_balance'],
	...['Permisos insuficientes', { code: 4020, message: 'Sorry' }],
	detail({ loc: ['body', 'keyword'], msg: 'Insufficient balance' }),
];
const codeOf = (said: unknown) => refusedAs({ code: 'REQUEST_REFUSED' }, refusalIn(said)).code;

test.each(NO_MONEY)('no money is meant by %j', (said) => {
	expect(codeOf(said)).toBe('BALANCE_TOO_LOW');
});

test.each(OTHER)('no money is not meant by %j', (said) => {
	expect(codeOf(said)).toBe('REQUEST_REFUSED');
});
