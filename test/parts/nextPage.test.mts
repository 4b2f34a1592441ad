import { describe, expect, test } from '@jest/globals';

import { eachOperation } from '../harness/operations.mts';
import { parseJson } from './built.mts';
import { queryOf } from './pages.mts';

describe.each(eachOperation)('%s', (_label, operation) => {
	const { name, flag, missing, next: rows, notices = [], doubts = [] } = operation;
	const query = queryOf(name);

	test.each(rows)('%s, answering %j, leads to %j', (payload, input, next) => {
		expect(query.readPage(parseJson(payload), input).next).toEqual(next);
	});

	test('tells the user what is to be known', () => {
		for (const [payload, input, notice] of notices) {
			expect(query.readPage(payload, input).notice).toBe(notice);
		}
		expect(query.doubtAbout !== undefined).toBe(doubts.length > 0);
		for (const [input, isDoubtful] of doubts) {
			expect(query.doubtAbout!(input)).toEqual(
				isDoubtful ? expect.stringContaining('Neither Note ID nor Share Link') : undefined,
			);
		}
	});

	if (flag) {
		const { name: key, payload, saysEnd = false, next } = flag;
		const yes = saysEnd ? null : next;
		const no = saysEnd ? next : null;
		const flags = [
			{ label: 'no flag', page: payload({}), leadsTo: next },
			{ label: 'null', page: payload({ [key]: null }), leadsTo: next },
			...[true, 1, '1'].map((value) => ({
				label: JSON.stringify(value),
				page: payload({ [key]: value }),
				leadsTo: yes,
			})),
			...[false, 0, '0', ''].map((value) => ({
				label: JSON.stringify(value),
				page: payload({ [key]: value }),
				leadsTo: no,
			})),
		];
		test.each(flags)(`${key} is missing or decides: $label`, ({ page, leadsTo }) => {
			expect(query.readPage(page, { offset: 0 })).toEqual({ records: [], next: leadsTo });
		});
	}

	test('ends a list where something is missing, and tells the user', () => {
		for (const [what, payload] of missing) {
			const notice =
				what === 'the end'
					? 'The service did not say whether there is more'
					: 'The service says there is more, but not how to reach it';
			expect(query.readPage(payload, {})).toEqual({ records: [], next: null, notice });
		}
	});
});
