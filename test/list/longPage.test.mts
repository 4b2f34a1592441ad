import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { ItemMaker } from '../../nodes/DataAccess/deliver/items.ts';
import { ShownRecords } from '../../nodes/DataAccess/list/shownRecords.ts';
import type { Query } from '../../nodes/DataAccess/operations/operation.ts';
import { mostInARow } from '../harness/eventLoop.mts';

const RECORDS = Array.from({ length: 10_000 }, (_, id): IDataObject => ({ id: String(id) }));

/** Milliseconds. A thousand records take longer than the thread may be blocked. */
const PER_RECORD = 0.02;

test('while the items of a long page are made, other work runs after each thousand records', async () => {
	const most = await mostInARow(PER_RECORD, async (work) => {
		const simplify = (record: IDataObject) => (work(), record);
		const form = { output: 'simplified' as const, columns: [], isForModel: false };
		const maker = new ItemMaker(form, { simplify } as unknown as Query, () => undefined);
		const page = { page: 1, records: RECORDS, next: () => null };
		expect(await maker.make(page, 0)).toHaveLength(RECORDS.length);
	});
	expect(most).toBeLessThanOrEqual(2000);
});

test('while the records of a long page are compared with earlier ones, other work runs after each thousand', async () => {
	const most = await mostInARow(PER_RECORD, async (work) => {
		const shown = new ShownRecords({ idOf: ({ id }) => (work(), String(id)) }, []);
		const { records } = await shown.compare(RECORDS);
		expect(records.every(({ isFresh }) => isFresh)).toBe(true);
	});
	expect(most).toBeLessThanOrEqual(2000);
});
