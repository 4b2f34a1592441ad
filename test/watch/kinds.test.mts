import { expect, jest, test } from '@jest/globals';

import { expectDelivered } from '../harness/delivered.mts';
import { KINDS, liveIn } from '../harness/kinds.mts';
import type { Sums } from '../harness/kinds.mts';

/** As many as wanted: WORLDS=300 npx jest test/watch/kinds */
const WORLDS = Number(process.env.WORLDS ?? 3);

jest.setTimeout(3_600_000);

const count = expectDelivered();

test.each(Object.entries(KINDS))(
	'%s: of new records at most so many are lost, come twice, or are old',
	async (label, kind) => {
		const sums: Sums[] = [];
		for (let world = 0; world < WORLDS; world += 1) {
			sums.push(await liveIn(kind, `${label} ${world}`, count));
		}
		const sum = (what: keyof Sums) => sums.reduce((all, each) => all + each[what], 0);
		expect(sum('new')).toBeGreaterThan(0);
		for (const what of ['lost', 'twice', 'old'] as const) {
			// A few worlds stray further.
			const most = (kind.most?.[what] ?? 0) * (WORLDS < 100 ? 3 : 1);
			expect([what, (100 * sum(what)) / sum('new') <= most]).toEqual([what, true]);
		}
	},
);
