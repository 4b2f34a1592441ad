import { expect, test } from '@jest/globals';

import type * as writtenInputModule from '../../nodes/DataAccess/operations/gateway/writtenInput.ts';
import { built } from '../harness/built.mts';

const { readWrittenInput } = built<typeof writtenInputModule>('operations/gateway/writtenInput');

const TEN_MB = 10_000_000;

const BROKEN: Array<[label: string, text: string]> = [
	['a text that is never closed', `{"a": "${'x'.repeat(TEN_MB)}`],
	['lines without end', `${'\n'.repeat(TEN_MB)}{`],
	['escapes', `{"a": "${'\\u0041'.repeat(TEN_MB / 6)}\\x"}`],
	['digits', '1'.repeat(TEN_MB) + 'x'],
];

test.each(BROKEN)('10 MB of broken JSON are refused at once: %s', (_label, text) => {
	const begun = process.cpuUsage();
	expect(() => readWrittenInput(text)).toThrow(/^'Input' is not valid JSON: .{5,100}$/);
	const { user, system } = process.cpuUsage(begun);
	// Microseconds; a parser that looks at each character by itself takes seconds.
	expect(user + system).toBeLessThan(500_000);
});
