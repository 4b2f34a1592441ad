import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { ListChange } from '../../emulator/emulator.mts';
import { getPosts, searchImages } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld({ settings: { size: 30 } });

/** What the trigger of version 0.1.0 has left in n8n, as its own polls of this emulator wrote it. */
interface Left {
	list: string;
	/** Fingerprints, one behind the other. */
	values: string;
}

const POSTS: Left = {
	list: 'Z0cL4o',
	values: [
		'Ay_7z3WjyIO9tx98C-IpgMv21YpDZ0Af6-501352DsIo8sMgGP5mbbzpt36l0h7tgffQI3JI',
		'54mtYiixhSHW3Z_fZWI9xsX7ZYpqndO3Nsu4uqXFjo5Kxd9FjU2PDnHNOlE2yZq1yz8SSa20',
		'e0PB3af1KqmD',
	].join(''),
};

const EMITTED_POSTS: Left = {
	list: 'Z0cL4o',
	values: [
		'Ay_7z3WjyIO9tx98C-IpgMv21YpDZ0Af6-501352DsIo8sMgGP5mbbzpt36l0h7tgffQI3JI',
		'p2o74cDBn4dPNuVB4Z2nWi1-PSu--bAv_eRWI4h_fXmzwmT0CXsKBVs58zpsnoUWsNzUrUN_',
		'9xeiCAX6toMYufEcKq81xrihG0ihgrxygyxp54mtYif1KqmD',
	].join(''),
};

const POSTS_WITH_TWO_NEW: Left = {
	list: 'Z0cL4o',
	values: [
		'Ay_7z3WjyIO9tx98C-IpgMv21YpDZ0Af6-501352DsIo8sMgGP5mbbzpt36l0h7tgffQI3JI',
		'54mtYiixhSHW3Z_fZWI9xsX7ZYpqndO3Nsu4uqXFjo5Kxd9FjU2PDnHNOlE2yZq1yz8SSa20',
		'e0PB3af1KqmDkDF8WUSKYh8q',
	].join(''),
};

const POSTS_WITH_A_GAP: Left = {
	list: 'Z0cL4o',
	values: [
		'Ay_7z3WjyIO9tx98C-IpgMv21YpDZ0Af6-501352DsIo8sMgGP5mbbzpt36l0h7tgffQI3JI',
		'54mtYiixhSHW3Z_fZWI9xsX7ZYpqndO3Nsu4uqXFjo5Kxd9FjU2PDnHNOlE2yZq1yz8SSa20',
		'e0PB3a_GhyEx7M21R71y7O57KyJZ-Q2lvDuM-S0L-nve83Qu8V2M0XxVLPT91hG964ISZ0aX',
		'niYSW5oFaFVYxYA7cVZYlFD7K2tk36RKJuCFii-AsgoOGTllXyj9kTsi3fBpLQ4iFqZlhrSN',
		'PuN8X_AxHWpgHm-b3upodoEq7F7VPf8Pd07StgKhtteRTJNDeTky0NrjRnWiCtCPCRUM18Bj',
		'R8C34t',
	].join(''),
};

const IMAGES: Left = {
	list: 'SL3_CM',
	values: [
		'MQVAvY5-IkvcffVMIfgc15Jv1JPLR3kppUsY-c_cuD986AlqcIVOnVmav7D_RuZww30ya74M',
		'RoPNUaeXowp73bsMKV9YTWUG5-yBtcUpaKWDeoD47zrV9WYrjnqOQpCJtmrS7LAHzuXjAfMx',
		'eqC53F-5WOiFLE_XXgyGqbMIVXGWHEKHeWuy',
	].join(''),
};

/** The two forms in which it did so: an early one, and one that outlasts a new name. */
const forms: Array<[string, (kept: IDataObject) => IDataObject]> = [
	['under its name', (kept) => ({ 'node:Data Access Trigger': kept })],
	[
		'under its name and its ID',
		(kept) => ({
			'node:Data Access Trigger': { ...kept, commits: 1 },
			global: { 'dataAccessTrigger Data Access Trigger': { ...kept, commits: 1 } },
		}),
	],
];

const rows: Array<[string, OperationCase, Left, ListChange[], inGap: number]> = [
	['a baseline', getPosts, POSTS, [], 0],
	['a list that was emitted', getPosts, EMITTED_POSTS, [], 0],
	['new records', getPosts, POSTS_WITH_TWO_NEW, [{ add: 2 }], 0],
	// What its gap holds counts as old, as far as no page shows it together with known records.
	['a gap', getPosts, POSTS_WITH_A_GAP, [{ add: 40 }], 16],
	['a baseline in another order', searchImages, IMAGES, [], 0],
];

describe.each(forms)('a trigger with a memory of version 0.1.0 %s', (_label, formOf) => {
	describe.each(rows)('%s', (_what, operation, { list, values }, changes, inGap) => {
		const change = (changed: ListChange) =>
			world.emulator.changeList(operation.name, operation.listKey('u'), changed);

		/** The trigger as it is after the update. */
		function updated() {
			for (const changed of changes) change(changed);
			const staticData = formOf({ list, values: values.match(/.{6}/g) });
			return async (parameters: IDataObject = {}) => {
				const before = world.emulator.ledger.length;
				const { output } = await world.poll(
					{ ...operation.parameters('u'), output: 'raw', ...parameters },
					{ staticData },
				);
				const ids = output?.[0]?.map(({ json }) => operation.idOf(json)) ?? [];
				return { ids, bought: world.emulator.ledger.slice(before) };
			};
		}

		test('emits nothing old, and takes no new baseline', async () => {
			const poll = updated();
			expect((await poll()).ids).toEqual([]);
			change({ add: 3, at: 0 });
			expect((await poll()).ids).toHaveLength(3);
			expect((await poll()).ids).toEqual([]);
		});

		test('loses nothing that came before the update', async () => {
			const poll = updated();
			change({ add: 15, at: 0 });
			const { ids, bought } = await poll();
			const newest = bought.flatMap(({ recordIds }) => recordIds).slice(0, 15);
			expect([...ids].sort()).toEqual([...newest].sort());
			const quiet = await poll();
			expect(quiet.ids).toEqual([]);
			if (operation === getPosts) expect(quiet.bought).toHaveLength(1);
		});

		test('emits nothing old with a larger page', async () => {
			const poll = updated();
			const parameters = operation === getPosts ? { pageSize: 50 } : {};
			expect((await poll(parameters)).ids).toHaveLength(inGap);
			expect((await poll(parameters)).ids).toEqual([]);
		});
	});
});
