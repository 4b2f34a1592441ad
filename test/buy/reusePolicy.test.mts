import { describe, expect, test } from '@jest/globals';

import type * as Policy from '../../nodes/DataAccess/buy/reusePolicy.ts';
import { built } from '../harness/built.mts';

const { endOf, mayUse, rankOf } = built<typeof Policy>('buy/reusePolicy');

const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;
const ago = (minutes: number) => NOW - minutes * MINUTE;

const mine = {};
const theirs = {};

type Row = [
	label: string,
	page: Partial<Policy.PageFacts>,
	asking: Partial<Policy.Asking>,
	isAllowed: boolean,
];

function mayUseNow(page: Partial<Policy.PageFacts>, asking: Partial<Policy.Asking>): boolean {
	return mayUse(
		{
			state: 'held',
			asker: theirs,
			boughtIn: 1,
			boughtAt: ago(5),
			usedIn: ['one'],
			minutes: 15,
			cuts: [],
			...page,
		},
		{
			asker: mine,
			number: 1,
			isAgent: false,
			sharesCalls: true,
			where: 'two',
			reuseFailed: 15,
			reuseDelivered: 0,
			skip: 0,
			...asking,
		},
		NOW,
	);
}

const left = { state: 'left', leftAt: ago(1) } as const;
const cut = { state: 'cut', leftAt: ago(1), cuts: [8] } as const;
const delivered = { state: 'delivered' } as const;
const given = { state: 'delivered', asker: mine, agentsAt: ago(1) } as const;
const separate = { sharesCalls: false };

const tables: Record<string, Row[]> = {
	'held: its run is under way': [
		['its items share it', { asker: mine }, {}, true],
		['its items, without Reuse Identical Calls', { asker: mine }, separate, false],
		[
			'its next try, without Reuse Identical Calls',
			{ asker: mine },
			{ ...separate, number: 2 },
			true,
		],
		['a parallel use of the same agent', { asker: mine }, { isAgent: true, number: 2 }, true],
		[
			'a parallel use, without Reuse Identical Calls',
			{ asker: mine },
			{ ...separate, isAgent: true, number: 2 },
			false,
		],
		['another execution', {}, {}, false],
		['another execution, whatever it allows', {}, { reuseDelivered: 999 }, false],
	],
	'left: its run ended without delivering it, or could not read it': [
		['its next try', { ...left, asker: mine }, { number: 2 }, true],
		['its next try, however old', { ...left, asker: mine, leftAt: ago(99) }, { number: 2 }, true],
		['another execution, in time', left, {}, true],
		['counted from the failure, not from the purchase', { ...left, boughtAt: ago(99) }, {}, true],
		['later than it allows', { ...left, leftAt: ago(10) }, { reuseFailed: 9 }, false],
		['later than its own run allows', { ...left, leftAt: ago(10), minutes: 9 }, {}, false],
		['in the last moment', { ...left, leftAt: ago(15) + 1 }, {}, true],
		['at the end', { ...left, leftAt: ago(15) }, {}, false],
		['another execution that wants none', left, { reuseFailed: 0 }, false],
		['from a run that wanted none', { ...left, minutes: 0 }, {}, false],
		[
			'Reuse Delivered Pages says nothing of it',
			left,
			{ reuseFailed: 0, reuseDelivered: 99 },
			false,
		],
	],
	'cut: delivered up to a record': [
		['a resume from that record', cut, { skip: 8 }, true],
		['a resume from one of several', { ...cut, cuts: [3, 8] }, { skip: 3 }, true],
		['a resume from another record', cut, { skip: 7 }, false],
		['a resume that comes too late', { ...cut, leftAt: ago(15) }, { skip: 8 }, false],
		['a run from the beginning', cut, {}, false],
		['a run that reuses delivered pages', cut, { reuseDelivered: 6 }, true],
		['the same agent', { ...given, ...cut }, { isAgent: true, number: 2 }, true],
	],
	delivered: [
		['another execution', delivered, {}, false],
		['another execution that reuses them', delivered, { reuseDelivered: 6 }, true],
		['counted from the purchase', delivered, { reuseDelivered: 5 }, false],
		['a later round of the same loop', delivered, { reuseDelivered: 99, where: 'one' }, false],
		[
			'a later round, after another execution has used it',
			{ ...delivered, usedIn: ['one', 'two'] },
			{ reuseDelivered: 99, where: 'one' },
			false,
		],
		[
			'a use that stands alone',
			{ ...delivered, usedIn: [''] },
			{ reuseDelivered: 6, where: '' },
			true,
		],
		['the same agent', given, { isAgent: true, number: 2 }, true],
		['without Reuse Identical Calls', given, { ...separate, isAgent: true, number: 2 }, false],
		['after its quarter of an hour', { ...given, agentsAt: ago(15) }, { isAgent: true }, false],
		['another agent', { ...given, asker: theirs }, { isAgent: true }, false],
	],
};

describe.each(Object.entries(tables))('%s', (_state, rows) => {
	test.each(rows)('%s', (_label, page, asking, isAllowed) => {
		expect(mayUseNow(page, asking)).toBe(isAllowed);
	});
});

test.each([
	['a page of a run under way', {}, Infinity],
	['what a failed run left', { state: 'left', leftAt: NOW }, NOW + 15 * MINUTE],
	['what nobody may use', { state: 'left', leftAt: NOW, minutes: 0 }, NOW],
	[
		'what the next try will ask for',
		{ state: 'left', leftAt: NOW, minutes: 0, triedAgainBy: NOW + MINUTE },
		NOW + MINUTE,
	],
	['a rest', { state: 'cut', leftAt: NOW }, NOW + 60 * MINUTE],
	[
		'a rest, as long as a resume may use it',
		{ state: 'cut', leftAt: NOW, minutes: 99 },
		NOW + 99 * MINUTE,
	],
	[
		'what was delivered, however long it was left before',
		{ state: 'delivered', leftAt: NOW, minutes: 99 },
		NOW + 60 * MINUTE,
	],
	[
		'what was delivered, as long as somebody may reuse it',
		{ state: 'delivered' },
		NOW + 60 * MINUTE,
	],
	[
		'what an agent may ask for again',
		{ state: 'delivered', boughtAt: ago(60), agentsAt: NOW },
		NOW + 15 * MINUTE,
	],
] as Array<[string, Partial<Policy.PageFacts>, number]>)('is kept: %s', (_label, facts, end) => {
	const page = { state: 'held', asker: mine, boughtIn: 1, usedIn: ['one'], minutes: 15, cuts: [] };
	expect(endOf({ ...page, boughtAt: NOW, ...facts } as Policy.PageFacts, 60)).toBe(end);
});

test.each([
	['held', undefined, 'held'],
	['left', NOW, 'left'],
	['cut', NOW, 'cut'],
	['delivered', undefined, 'delivered'],
	['delivered', NOW, 'agents'],
] as const)(
	'a page that is %s, an agent was given at %s, has the rank %s',
	(state, agentsAt, rank) => {
		expect(rankOf({ state, agentsAt } as Policy.PageFacts)).toBe(rank);
	},
);
