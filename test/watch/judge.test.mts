import { expect, test } from '@jest/globals';

import { factsOf } from '../../nodes/DataAccess/watch/facts.ts';
import { WatchedList } from '../../nodes/DataAccess/watch/watchedList.ts';

const rowOf = (count: number, mark: string) => Array(count).fill(mark).join(' ');

type Row = [
	label: string,
	/**
	 * The times of the records of one page after the other; `-` is none, `a` one that lies ahead. Behind it,
	 * `k`: known, `f`: at a floor, `l`: delivered by a run that was cut.
	 */
	pages: string[],
	/** The places on the last page that are new; whether the list ends there, and why it may have missed something. */
	found: string,
];

const END = 'end';

const ROW = `${END} inARow`;

const rows: Row[] = [
	['nothing is known: all is new', ['9 8 7'], '0 1 2'],
	['the floor on top', ['9f 8 7'], END],
	['the floor below new records', ['9 8f 7'], `0 ${END}`],
	['the topmost of several', ['9 8f 7f 6'], `0 ${END}`],
	['records of the second of the floor above it are new', ['9 8 8f 7'], `0 1 ${END}`],
	['below it, they are old', ['9 8f 8 7'], `0 ${END}`],
	['what an index shows late is new above a known record', ['9 8fk 8 5 7k 6'], `0 2 3 ${END}`],
	['a record that was edited is not', ['9k 8f 7'], END],

	['the last record of a page proves nothing', ['9 8 7f'], '0 1'],
	['a page of one second proves nothing', ['7f 7 7'], '1 2'],
	['the next page proves it', ['9 8 7f', '6 5'], END],
	['a block of one second over two pages hides none', ['9f 9f', '9f 9f', '8f 7'], END],
	['also where it begins in the same second', ['7f 7', '7 6'], END],
	['and shows what is late', ['9 8 7f', '6 5k 4'], `0 ${END}`],

	['a pinned record: newer ones follow', ['3f 9 8 7 2'], '1 2 3 4'],
	['the floor below a pinned record', ['3f 9 8f 7'], `1 ${END}`],
	['four older for one that is newer are too few', ['5f 4 3 2 1 9'], '1 2 3 4 5'],
	['five are enough', ['5f 4 3 2 1 0 9'], END],
	['newer ones that are done do not count', ['5f 9k 4'], END],
	['those that a cut run delivered do', ['5f 9l 4'], '2'],
	['over all pages', ['5f 9 4 3 2', '1 0'], `${END}`],
	['without a time there is no floor', ['-f 9 8'], '1 2'],

	['a record at a floor that has no time is done', ['9 -f 8f 7'], `0 ${END}`],
	['known records alone end nothing', [rowOf(19, '9k')], ''],
	['but twenty in a row', [rowOf(20, '9k')], ROW],
	['over two pages', [rowOf(10, '9k'), `${rowOf(10, '9k')} 5`], ROW],
	['with a gap, they are none', [`${rowOf(15, '9k')} 9 ${rowOf(15, '9k')}`], '15'],
	['nor are those of a run that was cut', [rowOf(30, '9l')], ''],
	['what stands above the last is new', [`9 ${rowOf(20, '8k')} 7 6k 5`], `0 21 ${ROW}`],
	['a page of done records that no floor ends', ['9k 9k', '8fk 7'], END],

	['without times, five in a row', [`- ${rowOf(5, '-k')} -`], `0 ${END}`],
	['four are too few', [`- ${rowOf(4, '-k')} -`], '0 5'],
	['a time that lies ahead is shown', [`a ${rowOf(5, '-k')} -`], '0 6'],
	['an empty page', [''], ''],

	[
		'most records have one below that is newer by days',
		['9 500000 9 9 999999'],
		'0 1 2 3 4 unsorted',
	],
	['pinned ones do not count', ['9 9 999999f 500000f 9'], `0 1 ${END}`],
	['nor do three pinned ones of five', ['9 9 9 999999 999998'], '0 1 2 3 4'],
	['four of them do', ['9 9 9 9 999999'], '0 1 2 3 4 unsorted'],
	['nor does disorder within a day', ['9 50000f 9 9 86000'], '0 2 3 4'],
];

const LIST = factsOf('list', new Map());

/** A run that met known records. */
const KNOWN: Parameters<WatchedList['conclude']>[0] = {
	...{ reason: 'known', claimsMore: false, cutByLimit: 0, reused: { pages: 0, age: 0 } },
};

/** A list that is newest first, read from the top. */
function listWith(recalled: Map<string, boolean>): WatchedList {
	const mode = { isResumed: false, isNewestFirst: true, takesBaseline: false };
	return new WatchedList(mode, factsOf('list', recalled), () => false);
}

/** What an earlier run has left of a record. */
function remember(facts: Set<string>, record: { name: string; time?: number }, mark: string): void {
	if (mark.includes('k')) facts.add(LIST.known(record));
	if (mark.includes('f')) facts.add(LIST.floor(record));
	if (mark.includes('l')) facts.add(LIST.loose(record));
}

/** Asks what a page needs, round by round; how many facts each of these asks for. */
function recall(
	list: WatchedList,
	page: Parameters<WatchedList['factsToAsk']>[0],
	facts: Set<string>,
	recalled: Map<string, boolean>,
): number[] {
	const rounds: number[] = [];
	for (let asked; (asked = list.factsToAsk(page)).length > 0; rounds.push(asked.length)) {
		for (const fact of new Set(asked)) {
			expect(recalled.has(fact)).toBe(false);
			recalled.set(fact, facts.has(fact));
		}
	}
	return rounds;
}

test.each(rows)('what is new on a page, and whether it is the last: %s', (_, pages, found) => {
	const facts = new Set([LIST.watched]);
	const recalled = new Map<string, boolean>();
	const list = listWith(recalled);
	let told: string[] = [];
	for (const [number, page] of pages.entries()) {
		const marks = page.split(' ').filter((mark) => mark !== '');
		const records = marks.map((mark, place) => {
			const time = /^\d/.test(mark) ? parseInt(mark, 10) : undefined;
			const record = { name: `${number} ${place}`, time };
			remember(facts, record, mark);
			return record;
		});
		const showsTimes = /[\da]/.test(page);
		const toJudge = { records, showsTimes };
		recall(list, toJudge, facts, recalled);
		const judged = list.judge(toJudge);
		judged.accept?.();
		const { doubt = '' } = list.conclude(KNOWN);
		const places = records.flatMap((record, place) =>
			judged.newRecords.has(record) ? String(place) : [],
		);
		told = [...places, judged.isLast ? END : '', doubt];
	}
	expect(told.filter((word) => word !== '').join(' ')).toBe(found);
});

test.each<[label: string, page: string, asked: number[], stored: number]>([
	['a quiet list, at once', 'kf kf kf k k k k k k k k k', [1 + 12 + 3], 0],
	['one with a pinned record', 'kp kf kf kf k k k k k k k k', [1 + 12 + 3], 0],
	['one new record', 'n kf kf k k k k k k k k k', [1 + 12 + 3, 1], 1 + 3],
	['three new ones', 'n n n kf kf kf k k k k k k', [1 + 12 + 3, 9 + 3], 3 + 4],
	// Whether it was empty, too.
	['an unknown list', 'n n n n n n n n n n n n', [1 + 12 + 3, 1 + 9 + 12], 12 + 5 + 1],
])('few facts are asked for that do not hold, and stored: %s', (_label, page, counts, stored) => {
	const facts = new Set<string>();
	const records = page.split(' ').map((mark, place) => {
		const record = { name: `${place}`, time: mark.includes('p') ? 1 : 99 - place };
		remember(facts, record, mark);
		return record;
	});
	if (page.includes('k')) facts.add(LIST.watched);
	const recalled = new Map<string, boolean>();
	const list = listWith(recalled);
	expect(recall(list, { records, showsTimes: true }, facts, recalled)).toEqual(counts);
	// If nothing is new, nothing has to be taken out again.
	expect([...recalled.values()].every((holds) => holds)).toBe(stored === 0);
	list.judge({ records, showsTimes: true }).accept?.();
	// A first run has no doubt: nothing of it can be known.
	expect(list.conclude(KNOWN).doubt).toBeUndefined();
	expect(list.conclusion?.facts).toHaveLength(stored);
});

test.each([
	[0, false],
	[1, true],
])('a page of %i records is all that a baseline takes: %s', (count, isLast) => {
	const mode = { isResumed: false, isNewestFirst: true, takesBaseline: true };
	const records = [{ name: 'a', time: 9 }].slice(0, count);
	const list = new WatchedList(mode, LIST, () => false);
	expect(list.judge({ records, showsTimes: true }).isLast).toBe(isLast);
});

test('a page of a hundred thousand records in the wrong order holds up nothing', () => {
	const records = Array.from({ length: 100_000 }, (_, time) => ({ name: `${time}`, time }));
	const list = listWith(new Map(records.map((record) => [LIST.floor(record), true])));
	// Other work of the machine does not count.
	const began = process.cpuUsage();
	list.judge({ records, showsTimes: true });
	expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
});
