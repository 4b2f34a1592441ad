import { expect, test } from '@jest/globals';

import { factsOf } from '../../nodes/DataAccess/watch/facts.ts';
import { WatchedList } from '../../nodes/DataAccess/watch/watchedList.ts';

const rowOf = (count: number, mark: string) => Array(count).fill(mark).join(' ');

type Row = [
	label: string,
	/**
	 * Pages, each with the times of its records; `-` is no time, `a` one in the future. After a time: `k`: known, `f`: at
	 * a floor, `l`: loose, because a run that delivered it was cut.
	 */
	pages: string[],
	/** The indexes of new records on the last page; whether the list ends there; and the doubt. */
	expected: string,
];

const END = 'end';

const ROW = `${END} inARow`;

// test/watch/exceptions and test/watch/readAgain have the usual lists.
const rows: Row[] = [
	['the topmost of several floors', ['9 8f 7f 6'], `0 ${END}`],
	['records above the floor in the same second are new', ['9 8 8f 7'], `0 1 ${END}`],
	['records below it in the same second are old', ['9 8f 8 7'], `0 ${END}`],
	['a record that is listed late is new above a known record', ['9 8fk 8 5 7k 6'], `0 2 3 ${END}`],

	['the last record of a page proves nothing', ['9 8 7f'], '0 1'],
	['a page of one second proves nothing', ['7f 7 7'], '1 2'],
	['the next page proves the floor', ['9 8 7f', '6 5'], END],
	['a block of one second over two pages hides no record', ['9f 9f', '9f 9f', '8f 7'], END],
	['not even if it begins in the same second', ['7f 7', '7 6'], END],
	['and a record that is listed late is found', ['9 8 7f', '6 5k 4'], `0 ${END}`],

	['a pinned record, which newer ones follow', ['3f 9 8 7 2'], '1 2 3 4'],
	['the floor below a pinned record', ['3f 9 8f 7'], `1 ${END}`],
	['four older records for a newer one are too few', ['5f 4 3 2 1 9'], '1 2 3 4 5'],
	['five older records are enough', ['5f 4 3 2 1 0 9'], END],
	['newer records that are done do not count', ['5f 9k 4'], END],
	['newer records that are loose count', ['5f 9l 4'], '2'],
	['older and newer records count over all pages', ['5f 9 4 3 2', '1 0'], `${END}`],
	['without a time, there is no floor', ['-f 9 8'], '1 2'],

	['a record without a time that is at a floor is done', ['9 -f 8f 7'], `0 ${END}`],
	[
		'twenty known records in a row over two pages end the list',
		[rowOf(10, '9k'), `${rowOf(10, '9k')} 5`],
		ROW,
	],
	['with a gap, they are not a row', [`${rowOf(15, '9k')} 9 ${rowOf(15, '9k')}`], '15'],
	['records above the last known one are new', [`9 ${rowOf(20, '8k')} 7 6k 5`], `0 21 ${ROW}`],
	['a floor after a page of done records', ['9k 9k', '8fk 7'], END],

	['without times, five in a row end the list', [`- ${rowOf(5, '-k')} -`], `0 ${END}`],
	['four are too few', [`- ${rowOf(4, '-k')} -`], '0 5'],
	['a time in the future counts as a time', [`a ${rowOf(5, '-k')} -`], '0 6'],
	['an empty page', [''], ''],

	[
		'most records are above one that is newer by days',
		['9 500000 9 9 999999'],
		'0 1 2 3 4 unsorted',
	],
	['pinned records are no disorder', ['9 9 999999f 500000f 9'], `0 1 ${END}`],
	['three pinned records of five are no disorder', ['9 9 9 999999 999998'], '0 1 2 3 4'],
	['four pinned records of five are', ['9 9 9 9 999999'], '0 1 2 3 4 unsorted'],
	['disorder within a day does not count', ['9 50000f 9 9 86000'], '0 2 3 4'],
];

const LIST = factsOf('list', new Map());

/** A run that met known records. */
const KNOWN: Parameters<WatchedList['settle']>[0] = {
	...{ reason: 'known', claimsMore: false, cutByLimit: 0, reused: { pages: 0, age: 0 } },
};

/** Returns a list that is newest first, read from the top. */
function listWith(recalled: Map<string, boolean>): WatchedList {
	const mode = { isResumed: false, isNewestFirst: true, takesBaseline: false };
	return new WatchedList(mode, factsOf('list', recalled), () => false);
}

/** Adds the facts that an earlier run has remembered about a record. */
function remember(facts: Set<string>, record: { name: string; time?: number }, mark: string): void {
	if (mark.includes('k')) facts.add(LIST.known(record));
	if (mark.includes('f')) facts.add(LIST.floor(record));
	if (mark.includes('l')) facts.add(LIST.loose(record));
}

/** Recalls the facts that a page needs, each once. */
function recall(
	list: WatchedList,
	page: Parameters<WatchedList['factsToRecall']>[0],
	facts: Set<string>,
	recalled: Map<string, boolean>,
): void {
	for (let asked; (asked = list.factsToRecall(page)).length > 0;) {
		for (const fact of new Set(asked)) {
			expect(recalled.has(fact)).toBe(false);
			recalled.set(fact, facts.has(fact));
		}
	}
}

test.each(rows)('which records are new, and whether the list ends: %s', (_, pages, expected) => {
	const facts = new Set([LIST.watched]);
	const recalled = new Map<string, boolean>();
	const list = listWith(recalled);
	let outcome: string[] = [];
	for (const [number, page] of pages.entries()) {
		const marks = page.split(' ').filter((mark) => mark !== '');
		const records = marks.map((mark, index) => {
			const time = /^\d/.test(mark) ? parseInt(mark, 10) : undefined;
			const record = { name: `${number} ${index}`, time };
			remember(facts, record, mark);
			return record;
		});
		const showsTimes = /[\da]/.test(page);
		const toJudge = { records, showsTimes };
		recall(list, toJudge, facts, recalled);
		const judged = list.judge(toJudge);
		judged.markRead?.();
		const { doubt = '' } = list.settle(KNOWN);
		const indexes = records.flatMap((record, index) =>
			judged.newRecords.has(record) ? String(index) : [],
		);
		outcome = [...indexes, judged.isLast ? END : '', doubt];
	}
	expect(outcome.filter((word) => word !== '').join(' ')).toBe(expected);
});

test('a page of a hundred thousand records in the wrong order does not block the process', () => {
	const records = Array.from({ length: 100_000 }, (_, time) => ({ name: `${time}`, time }));
	const list = listWith(new Map(records.map((record) => [LIST.floor(record), true])));
	// Other work of the machine does not count.
	const began = process.cpuUsage();
	list.judge({ records, showsTimes: true });
	expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
});
