import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { DeliveredPage } from '../../nodes/DataAccess/list/collected.ts';
import { ListReading } from '../../nodes/DataAccess/list/listReading.ts';
import { boughtPage, queryOf } from '../parts/pages.mts';

test('the list stays at a page until that page is delivered', async () => {
	const requested: unknown[] = [];
	const delivered: unknown[] = [];
	const buy = async (input: IDataObject) => {
		const at = Number(input.end_cursor ?? 0);
		requested.push(at);
		const records = [{ id: `${at}a` }, { id: `${at}b` }];
		const nextInputs = at < 2 ? { end_cursor: String(at + 1) } : null;
		return boughtPage({ records, nextInputs });
	};
	const onRecords = async ({ records }: DeliveredPage) =>
		void delivered.push(...records.map(({ id }) => id));
	const start = { inputs: {}, seen: [], previousPageAt: 0 };
	const reading = new ListReading(
		{ list: 'L', input: {}, start, limit: 5, timeout: 1, memoryName: '', isResumed: false },
		{ query: queryOf('fetch_user_posts_v2'), buy, onRecords, onFailure() {} },
	);
	const names = async () => {
		const page = await reading.nextPage();
		return { page, records: page?.records.map(({ name }) => name) };
	};
	const first = await names();
	const again = await names();
	expect([again.records, requested]).toEqual([first.records, [0, 0]]);
	expect([reading.isOver, reading.collected.next]).toEqual([false, { list: 'L' }]);
	await again.page?.deliver();
	expect(reading.collected.next).toEqual({ list: 'L', end_cursor: '1' });
	while (!reading.isOver) await (await reading.nextPage())?.deliver();
	expect(delivered).toEqual(['0a', '0b', '1a', '1b', '2a']);
	expect(requested).toEqual([0, 0, 1, 2]);
});
