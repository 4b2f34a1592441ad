import { expect, test } from '@jest/globals';

import { floorOf, isOpenAbove } from '../../nodes/DataAccess/watch/floors.ts';

type Row = [
	label: string,
	/** The times of a page's records; `f` marks a floor, `-` a record without a time. */
	page: string,
	/** The time of the floor, and the records that it leaves open, by their places. */
	found: { floor?: number; open: number[] },
	more?: { before?: string },
];

const rows: Row[] = [
	['nothing is a floor: all is open', '9 8 7', { open: [0, 1, 2] }],
	['the floor on top', '9f 8 7', { floor: 9, open: [0] }],
	['the floor below new records', '9 8f 7', { floor: 8, open: [0, 1] }],
	['the topmost of several', '9 8f 7f 6', { floor: 8, open: [0, 1] }],
	['records of the same second as the floor', '9 8f 8 7', { floor: 8, open: [0, 1, 2] }],

	['the last record of a page proves nothing', '9 8 7f', { open: [0, 1, 2] }],
	['a page of one second proves nothing', '7f 7 7', { open: [0, 1, 2] }],
	['the next page proves it', '6 5', { floor: 7, open: [] }, { before: '7f' }],
	['but not where it begins as new', '7 7', { open: [0, 1] }, { before: '7f' }],

	['a pinned record is no floor: newer ones follow', '3f 9 8 7', { open: [0, 1, 2, 3] }],
	['the floor below a pinned record', '3f 9 8f 7', { floor: 8, open: [0, 1, 2] }],
	['an edited record is no floor: its time is new', '9 8f 7', { floor: 8, open: [0, 1] }],
	['what is behind a floor must be sorted', '9f 7 8', { open: [0, 1, 2] }],
	['sorted again, a lower one counts', '9f 7 8f 6', { floor: 8, open: [0, 1, 2] }],
	['on top, one with an older time', '7 9 8f 6', { floor: 8, open: [0, 1, 2] }],
	['below the floor, one as new as it', '8f 7 9 6 5', { open: [0, 1, 2, 3, 4] }],

	['a record without a time above the floor', '- 8f 7', { floor: 8, open: [0, 1] }],
	['below the last record at a floor', '8f 7 -', { floor: 8, open: [0] }],
	['between two records at floors', '8f - 7f 6', { floor: 8, open: [0, 1] }],
	['no times at all', '- -', { open: [0, 1] }],
	['an empty page', '', { open: [] }],
];

test.each(rows.map((row) => ({ label: row[0], row })))(
	'from where on a page holds nothing new, by time: $label',
	({ row }) => {
		const [, page, found, { before } = {}] = row;
		const marks = page.split(' ').filter((mark) => mark !== '');
		const timeOf = (mark: string) => (mark === '-' ? undefined : parseInt(mark, 10));
		const isMarked = ({ name = '' }) => name.endsWith('f');
		const recordOf = (mark: string) => ({ name: mark, time: timeOf(mark) });
		const records = marks.map(recordOf);
		const floor = floorOf(before === undefined ? undefined : recordOf(before), records, isMarked);
		const open = [...records.keys()].filter((place) =>
			isOpenAbove(floor, records[place]!.time, place),
		);
		expect({ floor: floor?.time, open }).toEqual({ floor: undefined, ...found });
	},
);
