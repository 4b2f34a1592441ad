import { describe, expect, test } from '@jest/globals';

import { decide } from '../../nodes/DataAccess/buy/decide.ts';
import type { PageRequest, Terms } from '../../nodes/DataAccess/buy/decide.ts';
import type { LostCall, PaidPage } from '../../nodes/DataAccess/buy/pages.ts';
import type { Pass } from '../../nodes/DataAccess/buy/pass.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';

const MINUTE = 60_000;
const NOW = 100_000 * MINUTE;
const ago = (minutes: number) => NOW - minutes * MINUTE;

const failures = {
	no: failureOf('UNREACHABLE'),
	maybe: failureOf('NO_ANSWER'),
	yes: failureOf('PROVIDER_ERROR'),
};
const REFUSED = failureOf('BALANCE_TOO_LOW');

/** Pages and lost calls of a request, by who has them: how many minutes ago their calls began. */
interface Known {
	own?: number;
	kept?: { begun: number; availableFor?: number };
	lost?: { own?: number; ofRound?: number; others?: number; searched?: true };
	failed?: { charged: keyof typeof failures; inThisPass?: true };
	isInFlight?: true;
}
interface Asking {
	/** In minutes; `after` in minutes ago. */
	reuse?: number;
	after?: number;
	neverReuses?: true;
	retries?: true;
	isOver?: true;
	/** By a failure of this pass, or of an earlier one. */
	isRefused?: 'now' | 'before';
}

const pageOf = (begun: number, availableFor = 0): PaidPage => ({
	...{ key: 'k', text: '', begunAt: ago(begun), boughtAt: ago(begun) },
	availableUntil: availableFor === 0 ? 0 : NOW + availableFor * MINUTE,
});
const lostOf = (id: string, begun: number | undefined): LostCall | undefined =>
	begun === undefined ? undefined : { id, key: 'k', begunAt: ago(begun), endedAt: ago(begun) };
const mapOf = <T,>(value: T | undefined) => new Map(value === undefined ? [] : [['k', value]]);

function decided({ own, kept, lost = {}, failed, isInFlight }: Known, asking: Asking): string {
	const pass = { searched: new Set(lost.searched && ['own']) } as unknown as Pass;
	const request = { pass, key: 'k', previousPageAt: ago(asking.after ?? 99_999) } as PageRequest;
	const lostBy = lost.own === undefined ? lostOf('round', lost.ofRound) : lostOf('own', lost.own);
	const failure = failed && {
		failure: failures[failed.charged],
		pass: failed.inThisPass ? pass : ({} as Pass),
	};
	Object.assign(pass, {
		mayRepeatUnknown: asking.retries === true,
		run: {
			pages: mapOf(own === undefined ? undefined : pageOf(own)),
			failures: mapOf(failure),
		},
		execution: {
			lost: mapOf(lostBy),
			inFlight: mapOf(isInFlight && Promise.resolve()),
			refusedBy: asking.isRefused && {
				failure: REFUSED,
				pass: asking.isRefused === 'now' ? pass : ({} as Pass),
			},
		},
	});
	const terms: Terms = {
		reuse: (asking.reuse ?? 0) * MINUTE,
		keptFor: asking.neverReuses ? 0 : 15 * MINUTE,
		halt: { isFinal: asking.isOver === true },
		kept: {
			pages: mapOf(kept && pageOf(kept.begun, kept.availableFor)),
			lost: mapOf(lostOf('others', lost.others)),
		} as never,
	};
	if (lost.own !== undefined) Object.assign(lostBy!, { run: pass.run });
	const decision = decide(request, terms, NOW);
	if (decision.kind === 'use')
		return decision.page === pass.run.pages.get('k') ? 'use own' : 'use kept';
	if (decision.kind === 'recover') return `recover ${decision.lost.id}`;
	if (decision.kind === 'failed') return `refuse ${decision.failure.code}`;
	return decision.kind === 'ended' ? decision.why : decision.kind;
}

type Line = [situation: string, known: Known, asking: Asking, decision: string];

const AVAILABLE = { begun: 5, availableFor: 1 };
const DELIVERED = { begun: 5 };
const AHEAD = { begun: -1.01 / 60, availableFor: 15 };
const inThisPass = true;
const CHARGED = { charged: 'yes' } as const;
const LOST_NOW = { charged: 'maybe', inThisPass } as const;

const tables: Record<string, Line[]> = {
	'there is a paid page': [
		['my run has it, however old', { own: 9999 }, { neverReuses: true }, 'use own'],
		['a failed run made it available', { kept: AVAILABLE }, {}, 'use kept'],
		[
			'a failed run made it available, but I never reuse',
			{ kept: AVAILABLE },
			{ neverReuses: true },
			'buy',
		],
		['it is no longer available', { kept: { begun: 5, availableFor: -0.01 } }, {}, 'buy'],
		['it was delivered', { kept: DELIVERED }, {}, 'buy'],
		['it began in the future, because a clock was set back', { kept: AHEAD }, { reuse: 60 }, 'buy'],
		['it began a second in the future', { kept: { ...AHEAD, begun: -1 / 60 } }, {}, 'use kept'],
		['it was delivered within my Reuse Pages', { kept: DELIVERED }, { reuse: 5.01 }, 'use kept'],
		['it was delivered before my Reuse Pages', { kept: DELIVERED }, { reuse: 5 }, 'buy'],
		['my run has another one', { own: 9, kept: AVAILABLE }, {}, 'use own'],
		['all calls are refused', { own: 5 }, { isRefused: 'now' }, 'use own'],
		['nothing will be delivered', { own: 5 }, { isOver: true }, 'halted'],
		['it began before the previous page arrived', { own: 5 }, { after: 4 }, 'buy'],
		['the same, although it is available', { kept: AVAILABLE }, { after: 4, reuse: 99 }, 'buy'],
		[
			'only a newer page began late enough',
			{ own: 5, kept: { begun: 3, availableFor: 1 } },
			{ after: 4 },
			'use kept',
		],
		['it began when the previous page arrived', { own: 5 }, { after: 5 }, 'use own'],
	],
	'the same request is in flight': [
		['by another item', { isInFlight: true }, {}, 'wait'],
		['by another item, and a call was lost', { isInFlight: true, lost: { own: 9 } }, {}, 'wait'],
		['there is a page, too', { isInFlight: true, kept: AVAILABLE }, {}, 'use kept'],
	],
	'a call was lost': [
		['by my run', { lost: { own: 9999 } }, { neverReuses: true }, 'recover own'],
		['by an earlier round', { lost: { ofRound: 14.9 } }, {}, 'recover round'],
		[
			'by an earlier round, but I never reuse',
			{ lost: { ofRound: 9 } },
			{ neverReuses: true },
			'buy',
		],
		['by an earlier round, long ago', { lost: { ofRound: 15 } }, {}, 'buy'],
		['by others', { lost: { others: 9 } }, {}, 'recover others'],
		['by others, but I never reuse', { lost: { others: 9 } }, { neverReuses: true }, 'buy'],
		['by both', { lost: { own: 9, others: 8 } }, {}, 'recover own'],
		[
			'by both, and mine was searched for',
			{ lost: { own: 9, others: 8, searched: true } },
			{},
			'recover others',
		],
		['it was searched for in this pass', { lost: { own: 9, searched: true } }, {}, 'buy'],
		['before the previous page arrived', { lost: { own: 9 } }, { after: 8 }, 'buy'],
		['before a failure', { lost: { own: 9 }, failed: CHARGED }, {}, 'recover own'],
		[
			'there is a page, but it is too old',
			{ lost: { own: 3 }, own: 9 },
			{ after: 4 },
			'recover own',
		],
		['all calls are refused', { lost: { own: 9 } }, { isRefused: 'now' }, 'recover own'],
		['nothing will be delivered', { lost: { own: 9 } }, { isOver: true }, 'halted'],
	],
	'it has failed': [
		['the call was charged', { failed: CHARGED }, { retries: true }, 'refuse PROVIDER_ERROR'],
		[
			'it was free, in this pass',
			{ failed: { charged: 'no', inThisPass } },
			{},
			'refuse UNREACHABLE',
		],
		['it was free, in an earlier pass', { failed: { charged: 'no' } }, {}, 'buy'],
		['the charge is unknown', { failed: { charged: 'maybe' } }, {}, 'refuse NO_ANSWER'],
		[
			'the charge is unknown, with Retry On Fail',
			{ failed: { charged: 'maybe' } },
			{ retries: true },
			'buy',
		],
		[
			'the charge is unknown, with Retry On Fail, in this pass',
			{ failed: LOST_NOW },
			{ retries: true },
			'refuse NO_ANSWER',
		],
	],
	'no call may begin': [
		['nothing will be delivered', {}, { isOver: true }, 'halted'],
		['all calls are refused', {}, { isRefused: 'before' }, 'refuse BALANCE_TOO_LOW'],
		['all calls are refused in this pass', {}, { isRefused: 'now' }, 'halted'],
		['both', {}, { isOver: true, isRefused: 'before' }, 'halted'],
		['its failure is known', { failed: CHARGED }, { isRefused: 'now' }, 'refuse PROVIDER_ERROR'],
	],
	'nothing is known': [['nothing', {}, {}, 'buy']],
};

describe.each(Object.entries(tables))('%s', (_situation, lines) => {
	test.each(lines)('%s', (_label, known, asking, decision) => {
		expect(decided(known, asking)).toBe(decision);
	});
});
