import { expect, test } from '@jest/globals';

import { parseJson } from '../../nodes/DataAccess/shared/json.ts';
import { identifierOf, positionText } from '../../nodes/DataAccess/operations/parts/identifier.ts';

/** Numbers as JSON text, since JavaScript would lose digits, and the IDs that they give. */
const NUMBERS: Array<[json: string, id: string | undefined]> = [
	['12', '12'],
	['9007199254740991', '9007199254740991'],
	['7615917337495251231', '7615917337495251231'],
	['3.8323063099599e+15', '3832306309959900'],
	...[
		...['7.6159173374953e+18', '7615917337495251231.0', '1.889983827679601E18', '1e400'],
		...['0', '-0', '0.0', '-1', '-7615917337495251231', '1.5'],
	].map((json) => [json, undefined] as [string, undefined]),
];

test.each(NUMBERS)('the number %s gives the ID %p', (json, id) => {
	const [number] = parseJson(`[${json}]`) as unknown[];
	expect(identifierOf(number)).toBe(id);
});

const IDS = [
	...['a', ' a ', '64f0c1d2000000001e03a5b7', '1152921504606846977', '3_7', 'v2_1@finder', '007'],
	...['QVFDeg==', 'export/UzFf', '-abc', 'nullable', 'nanny', '1e5', '12e4', 'x0', '猫'],
	...['nana', '猫none', '7.6159173374953e+18', '无', '１'],
];

const NOTHING: unknown[] = [
	...['', ' ', '\u00a0', '0', '00', '0.0', '-1', '-8213054679432105985', '-0', 'null'],
	...['NULL', ' null ', '(null)', '<null>', '"null"', 'nil', '<nil>', 'None', 'undefined', 'N/A'],
	...['n/a', '#N/A', 'NA', 'N.A.', 'NaN', 'nan', '-', '--', '—', '…', '?', '{}', '[]', '""'],
	...[undefined, null, true, false, [], ['a'], {}, { id: 'a' }, { toString: 1 }, 1n, new Date()],
];

test('a text is an ID as it is, unless it stands for nothing', () => {
	expect(IDS.map(identifierOf)).toEqual(IDS);
	expect(NOTHING.filter((value) => identifierOf(value) !== undefined)).toEqual([]);
});

test('a position may be a fraction: only the service reads it', () => {
	for (const value of [1.5, 'a', 2]) expect(positionText(value)).toBe(String(value));
	for (const value of [7.6159173374953e18, NaN, -1.5, ...NOTHING]) {
		expect([value, positionText(value)]).toEqual([value, undefined]);
	}
});
