import { expect, test } from '@jest/globals';

import type * as paceModule from '../../nodes/DataAccess/buy/pace.ts';
import { built } from '../harness/built.mts';

const { paceOf } = built<typeof paceModule>('buy/pace');

test('a credential has one pace, whichever others begin while its runs wait', () => {
	const pace = paceOf('one');
	pace.slowDown(60_000);
	pace.begin();
	pace.end(false);
	paceOf('another');
	expect(paceOf('one')).toBe(pace);
	const idle = paceOf('idle');
	paceOf('third');
	expect(paceOf('idle')).toBe(idle);
});
