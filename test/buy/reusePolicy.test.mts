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
			cuts: [],
			...page,
		},
		{
			asker: mine,
			where: 'two',
			reusePages: 0,
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

const tables: Record<string, Row[]> = {
	'held: its run is under way': [
		['its items share it', { asker: mine }, {}, true],
		['another execution', {}, {}, false],
		['another execution, whatever it allows', {}, { reusePages: 999 }, false],
	],
	'left: its run ended without delivering it, or could not read it': [
		['its next try', { ...left, asker: mine }, {}, true],
		['its next try, however old', { ...left, asker: mine, leftAt: ago(99) }, {}, true],
		['another execution, in time', left, {}, true],
		['counted from the failure, not from the purchase', { ...left, boughtAt: ago(99) }, {}, true],
		['in the last moment', { ...left, leftAt: ago(15) + 1 }, {}, true],
		['at the end', { ...left, leftAt: ago(15) }, {}, false],
	],
	'cut: delivered up to a record': [
		['a resume from that record', cut, { skip: 8 }, true],
		['a resume from one of several', { ...cut, cuts: [3, 8] }, { skip: 3 }, true],
		['a resume from another record', cut, { skip: 7 }, false],
		['a resume that comes too late', { ...cut, leftAt: ago(15) }, { skip: 8 }, false],
		['a run from the beginning', cut, {}, false],
		['a run that reuses delivered pages', cut, { reusePages: 6 }, true],
		['the same agent', { ...given, ...cut }, {}, true],
	],
	delivered: [
		['another execution', delivered, {}, false],
		['another execution that reuses them', delivered, { reusePages: 6 }, true],
		['counted from the purchase', delivered, { reusePages: 5 }, false],
		['a later round of the same loop', delivered, { reusePages: 99, where: 'one' }, false],
		[
			'a later round, after another execution has used it',
			{ ...delivered, usedIn: ['one', 'two'] },
			{ reusePages: 99, where: 'one' },
			false,
		],
		['a use that stands alone', { ...delivered, usedIn: [''] }, { reusePages: 6, where: '' }, true],
		['the same agent', given, {}, true],
		['after its quarter of an hour', { ...given, agentsAt: ago(15) }, {}, false],
		['another agent', { ...given, asker: theirs }, {}, false],
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
	[
		'what the next try will ask for',
		{ state: 'left', leftAt: ago(20), triedAgainBy: NOW + MINUTE },
		NOW + MINUTE,
	],
	['a rest', { state: 'cut', leftAt: NOW }, NOW + 60 * MINUTE],
	[
		'what was delivered, though it was left before',
		{ state: 'delivered', leftAt: NOW },
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
	const page = { state: 'held', asker: mine, boughtIn: 1, usedIn: ['one'], cuts: [] };
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
