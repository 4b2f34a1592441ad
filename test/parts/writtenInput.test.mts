import { expect, test } from '@jest/globals';

import type * as writtenInputModule from '../../nodes/DataAccess/operations/gateway/writtenInput.ts';
import { built } from '../harness/built.mts';
import { workOf } from '../harness/work.mts';

const { readWrittenInput } = built<typeof writtenInputModule>('operations/gateway/writtenInput');

const TEN_MB = 10_000_000;

const BROKEN: Array<[label: string, text: string]> = [
	['a text that is never closed', `{"a": "${'x'.repeat(TEN_MB)}`],
	['lines without end', `${'\n'.repeat(TEN_MB)}{`],
	['escapes', `{"a": "${'\\u0041'.repeat(TEN_MB / 6)}\\x"}`],
	['digits', '1'.repeat(TEN_MB) + 'x'],
];

test.each(BROKEN)('10 MB of broken JSON are refused at once: %s', async (_label, text) => {
	const work = await workOf(() =>
		expect(() => readWrittenInput(text)).toThrow(/^'Input' is not valid JSON: .{5,100}$/),
	);
	// A parser that looks at each character by itself takes seconds.
	expect(work).toBeLessThan(500);
});
