import { describe, expect, test } from '@jest/globals';

import type * as policyModule from '../../nodes/DataAccess/buy/reusePolicy.ts';
import { mayUse, usableMinutes } from '../../nodes/DataAccess/buy/reusePolicy.ts';

type Page = policyModule.PageFacts;
type Asker = policyModule.Asker;

const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;
const ago = (minutes: number) => NOW - minutes * MINUTE;

/** What became of a page that was bought five minutes ago. */
const held = {};
const left = { failedAt: ago(1) };
const delivered = { deliveredAt: ago(1) };

const run = { isOwner: true };
const other = {};
const reuses = (minutes: number) => ({ ...other, reusePages: minutes });

type Row = [label: string, page: Partial<Page>, asking: Partial<Asker>, isAllowed: boolean];

const tables: Record<string, Row[]> = {
	'held: its run is under way': [
		['however long its run takes', { begunAt: ago(99) }, run, true],
		['nobody else', held, other, false],
		['who reuses pages', held, reuses(6), true],
	],
	'undelivered: its run ended without delivering it': [
		['its next try, however late', { failedAt: ago(99) }, run, true],
		['anybody, counted from the failure', { ...left, begunAt: ago(99) }, other, true],
		['anybody, in the last moment', { failedAt: ago(15) + 1 }, other, true],
		['nobody after 15 minutes', { failedAt: ago(15) }, other, false],
		['not who buys anew', left, { buysAnew: true }, false],
		['who reuses pages, after that', { failedAt: ago(15), begunAt: ago(16) }, reuses(17), true],
		[
			'who reuses younger ones does not',
			{ failedAt: ago(15), begunAt: ago(16) },
			reuses(16),
			false,
		],
	],
	delivered: [
		['a try that has it, whoever delivered it', { ...delivered, begunAt: ago(99) }, run, true],
		['nobody else', delivered, other, false],
		['nobody else, though it was not delivered before', { ...left, ...delivered }, other, false],
		['who reuses pages', delivered, reuses(6), true],
		['who reuses pages, from the purchase', delivered, reuses(5), false],
	],
	'stored with the execution that is retried': [
		['its Retry, however late', { isStored: true, begunAt: ago(999) }, { buysAnew: true }, true],
		['not for a list that was begun since', { isStored: true }, { after: ago(4) }, false],
	],
	'older than the list that is asked for': [
		['nobody else', left, { after: ago(4) }, false],
		['who reuses pages, neither', delivered, { ...reuses(6), after: ago(4) }, false],
		['nor its own run, in a later try', left, { ...run, after: ago(4) }, false],
		['its own pass', { ...held, isOfThisPass: true }, { ...run, after: ago(4) }, true],
	],
};

describe.each(Object.entries(tables))('who may use a page that is %s', (_state, rows) => {
	test.each(rows)('%s', (_label, page, asking, isAllowed) => {
		const nobody = {
			isOwner: false,
			reusePages: 0,
			buysAnew: false,
			after: 0,
		};
		const asked = { ...nobody, ...asking };
		expect(mayUse({ begunAt: ago(5), boughtAt: ago(5), ...page }, asked, NOW)).toBe(isAllowed);
	});
});

test.each<[string, Partial<Page>, number]>([
	['held', held, 0],
	['undelivered', left, 14],
	['undelivered long ago', { failedAt: ago(20) }, 0],
	['delivered', { ...left, ...delivered }, 0],
])('anybody may use a page that is %s for so many minutes', (_state, page, minutes) => {
	expect(usableMinutes({ begunAt: ago(5), boughtAt: ago(5), ...page }, NOW)).toBe(minutes);
});
