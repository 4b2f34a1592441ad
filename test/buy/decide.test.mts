import { describe, expect, test } from '@jest/globals';

import { decide } from '../../nodes/DataAccess/buy/decide.ts';
import type { Asker, Terms } from '../../nodes/DataAccess/buy/decide.ts';
import type { Pass, Run } from '../../nodes/DataAccess/buy/passes.ts';
import { minutesForAll } from '../../nodes/DataAccess/buy/row.ts';
import type { LostCall, PaidPage, Row } from '../../nodes/DataAccess/buy/row.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';

const MINUTE = 60_000;
const NOW = 100_000 * MINUTE;
const ago = (minutes: number) => NOW - minutes * MINUTE;

const passOf = (facts: Partial<Pass> = {}) =>
	({
		run: { execution: ME, failures: new Map() } as unknown as Run,
		...{ sought: new Map(), bought: new Set(), mayRepeatUnknown: false, ...facts },
	}) as Pass;

/** The execution that asks, one that does not, and what became of a page that was begun five minutes ago. */
const ME = 'me';
const ELSE = 'somebody else';
const THIS = passOf({ begunAt: ago(8) });
const EARLIER = passOf();
interface Page extends Partial<Omit<PaidPage, 'holders'>> {
	holders?: string[];
	begun?: number;
	boughtIn?: Pass;
}
const mine: Page = { holders: [ME] };
/** Of a call that an earlier run lost, though this pass found its answer. */
const foundLate: Page = { ...mine, boughtIn: THIS, begun: 9 };
const held: Page = { holders: [ELSE] };
const left: Page = { leftAt: ago(1) };
const delivered: Page = { deliveredAt: ago(1) };

const GOES_ON = failureOf('NOT_FINISHED');
const REFUSED = failureOf('BALANCE_TOO_LOW');
const [no, maybe] = [failureOf('UNREACHABLE'), failureOf('NO_ANSWER')];
const failed = { no, maybe, yes: failureOf('PROVIDER_ERROR') };

interface Known {
	pages?: Page[];
	lost?: Array<{ begun: number; holders?: string[]; isOutdated?: true; sought?: true | 'goesOn' }>;
	failed?: { charged: keyof typeof failed; pass?: Pass };
	underWay?: string[];
}
interface Asking extends Partial<Pick<Terms, 'buysAnew'>>, Partial<Terms['halt']> {
	/** Minutes. */
	reuse?: number;
	/** Minutes ago. */
	after?: number;
	retries?: boolean;
}

const by = (executions: string[]) => new Set(executions.map((execution) => ({ execution })));

function decided({ pages = [], lost = [], failed: failure, underWay = [] }: Known, asking: Asking) {
	const { reuse = 0, after, retries, buysAnew = false, isStopped = false, refusedBy } = asking;
	const pass = retries ? passOf({ mayRepeatUnknown: true }) : THIS;
	const calls = lost.map(({ begun, holders = [], isOutdated, sought }): LostCall => {
		const times = { begunAt: ago(begun), endedAt: ago(begun) };
		const call = { ...times, possible: 1, execution: '', holders: by(holders), isOutdated };
		if (sought) pass.sought.set(call, sought === 'goesOn' ? GOES_ON : undefined);
		return call;
	});
	const row: Row = {
		...{ key: 'k', users: 0, usedAt: 0, lost: calls },
		pages: pages.map(({ begun = 5, holders = [], boughtIn, ...facts }) => {
			const times = { begunAt: ago(begun), boughtAt: ago(begun) };
			const page = { text: '', ...times, ...facts, holders: by(holders) } as PaidPage;
			boughtIn?.bought.add(page);
			return page;
		}),
		underWay: new Map(underWay.map((execution) => [execution, {} as Asker])),
	};
	pass.run.failures.clear();
	if (failure) {
		const by = failure.pass === THIS ? pass : EARLIER;
		pass.run.failures.set('k', { failure: failed[failure.charged], pass: by });
	}
	const asker = { row, pass, after: after === undefined ? 0 : ago(after) } as Asker;
	const halt = { isOver: false, isStopped, refusedBy };
	const decision = decide(asker, { reuse: reuse * MINUTE, buysAnew, halt }, NOW);
	pass.sought.clear();
	const { kind } = decision;
	if (kind === 'use') return `use ${row.pages.indexOf(decision.page)}`;
	if (kind === 'look') return `look for ${row.lost.indexOf(decision.lost)}`;
	return kind === 'refuse' ? `refuse ${decision.failure.code}` : kind;
}

const FIVE = { reuse: 5 };
const SEEN = { begun: 9, sought: 'goesOn' } as const;
const MAYBE_NOW = { charged: 'maybe', pass: THIS } as const;

type Line = [situation: string, known: Known, asking: Asking, decision: string];

const tables: Record<string, Line[]> = {
	'A. a paid page is there': [
		['1 my execution holds it, however late', { pages: [{ ...mine, begun: 999 }] }, {}, 'use 0'],
		['3 left, in the last moment', { pages: [{ leftAt: ago(15) + 1, begun: 99 }] }, {}, 'use 0'],
		['3 left for 15 minutes', { pages: [{ leftAt: ago(15) }] }, {}, 'buy'],
		['3 left, and I buy anew', { pages: [left] }, { buysAnew: true }, 'buy'],
		['4 within my reuse', { pages: [{ leftAt: ago(99), begun: 99 }] }, { reuse: 100 }, 'use 0'],
		['5 held by another execution', { pages: [held] }, {}, 'buy'],
		['5 the same, within my reuse', { pages: [held] }, { reuse: 6 }, 'use 0'],
		['6 delivered', { pages: [delivered] }, {}, 'buy'],
		['6 delivered, though it was left before', { pages: [{ ...left, ...delivered }] }, {}, 'buy'],
		['6 delivered, within my reuse', { pages: [delivered] }, { reuse: 6 }, 'use 0'],
		['6 delivered, my reuse is over', { pages: [{ ...delivered, boughtAt: ago(4) }] }, FIVE, 'buy'],
		['9 my tool was given it', { pages: [{ ...mine, ...delivered, begun: 99 }] }, {}, 'use 0'],
		['12 older than the page before it', { pages: [left] }, { after: 4 }, 'buy'],
		['12 the same, though I hold it', { pages: [mine] }, { after: 4 }, 'buy'],
		['12 the same, within my reuse', { pages: [delivered] }, { after: 4, reuse: 99 }, 'buy'],
		['12 begun when that was there', { pages: [mine] }, { after: 5 }, 'use 0'],
		['12 there after it', { pages: [{ ...mine, boughtAt: ago(3) }] }, { after: 4 }, 'buy'],
		['12 older, of this pass', { pages: [{ ...mine, boughtIn: THIS }] }, { after: 4 }, 'use 0'],
		['12 older, found by this pass', { pages: [foundLate] }, { after: 4 }, 'buy'],
		['12 older, of another', { pages: [{ ...mine, boughtIn: EARLIER }] }, { after: 4 }, 'buy'],
		['15 the oldest', { pages: [{ ...delivered, begun: 9 }, delivered] }, { reuse: 10 }, 'use 0'],
		['15 the usable', { pages: [{ ...delivered, begun: 9 }, delivered] }, { reuse: 9 }, 'use 1'],
		['15 one that I hold', { pages: [left, mine] }, {}, 'use 1'],
		['37 after a refusal of all', { pages: [mine] }, { refusedBy: REFUSED }, 'use 0'],
		['43 also after a Stop', { pages: [mine] }, { isStopped: true }, 'use 0'],
	],
	'B. the same request is under way': [
		['22 by my execution', { underWay: [ME] }, {}, 'wait'],
		['22 by it and others', { underWay: [ELSE, ME] }, {}, 'wait'],
		['22 a page is there, too', { underWay: [ME], pages: [left] }, {}, 'use 0'],
		['23 by another execution', { underWay: [ELSE] }, { reuse: 99 }, 'buy'],
	],
	'C. an earlier call was lost': [
		['24 by anybody', { lost: [{ begun: 14 }] }, {}, 'look for 0'],
		['24 by anybody, and I buy anew', { lost: [{ begun: 14 }] }, { buysAnew: true }, 'buy'],
		['24 by anybody, 15 minutes ago', { lost: [{ begun: 15 }] }, {}, 'buy'],
		['24 with my execution, stored', { lost: [{ begun: 999, holders: [ME] }] }, {}, 'look for 0'],
		['24 mine, looked for', { lost: [{ begun: 9, holders: [ME], sought: true }] }, {}, 'buy'],
		['24 several, the oldest first', { lost: [{ begun: 9 }, { begun: 8 }] }, {}, 'look for 0'],
		['24 one was sought', { lost: [{ begun: 9, sought: true }, { begun: 8 }] }, {}, 'look for 1'],
		['24 the newest three', { lost: [9, 8, 7, 6].map((begun) => ({ begun })) }, {}, 'look for 1'],
		['24 before a bad page', { lost: [{ begun: 3 }], pages: [left] }, { after: 4 }, 'look for 0'],
		['24 before a failure', { lost: [{ begun: 9 }], failed: { charged: 'yes' } }, {}, 'look for 0'],
		['25 the page was bought since', { lost: [{ begun: 9, isOutdated: true }] }, {}, 'buy'],
		[
			'25 and I hold it',
			{ lost: [{ begun: 9, isOutdated: true, holders: [ME] }] },
			{},
			'look for 0',
		],
		['27 seen under way', { lost: [SEEN] }, {}, 'refuse NOT_FINISHED'],
		['27 the same, another not sought', { lost: [SEEN, { begun: 8 }] }, {}, 'look for 1'],
		['28 older than the page before it', { lost: [{ begun: 9 }] }, { after: 8 }, 'buy'],
		['28 the same, and I hold it', { lost: [{ begun: 9, holders: [ME] }] }, { after: 8 }, 'buy'],
		['37 after a refusal of all', { lost: [{ begun: 9 }] }, { refusedBy: REFUSED }, 'look for 0'],
		['43 not after a Stop', { lost: [{ begun: 9 }] }, { isStopped: true }, 'buy'],
	],
	'D. it failed before': [
		['30 was charged', { failed: { charged: 'yes' } }, { retries: true }, 'refuse PROVIDER_ERROR'],
		['31 this pass', { failed: MAYBE_NOW }, { retries: true }, 'refuse NO_ANSWER'],
		['32 unknown, with Retry On Fail', { failed: { charged: 'maybe' } }, { retries: true }, 'buy'],
		['33 unknown, without', { failed: { charged: 'maybe' } }, {}, 'refuse NO_ANSWER'],
		['34 free, in this pass', { failed: { charged: 'no', pass: THIS } }, {}, 'refuse UNREACHABLE'],
		['34 in an earlier one', { failed: { charged: 'no' } }, {}, 'buy'],
		['37 all calls are refused', {}, { refusedBy: REFUSED }, 'refuse BALANCE_TOO_LOW'],
	],
	'E. nothing is known': [['38 nothing', {}, {}, 'buy']],
};

describe.each(Object.entries(tables))('%s', (_situation, lines) => {
	test.each(lines)('%s', (_label, known, asking, decision) => {
		expect(decided(known, asking)).toBe(decision);
	});
});

test.each<[string, Page, number]>([
	['held', {}, 0],
	['left', left, 14],
	['left long ago', { leftAt: ago(20) }, 0],
	['delivered', { ...left, ...delivered }, 0],
])('anybody may use a page that is %s for so many minutes', (_state, page, minutes) => {
	expect(minutesForAll(page as unknown as PaidPage, NOW)).toBe(minutes);
});
