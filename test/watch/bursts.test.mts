import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { getAnswers, getPosts, searchVideos } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { postsByOffset } from '../harness/gateway.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';
import { API_KEY } from '../harness/world.mts';
import type { PollRunOptions } from '../harness/world.mts';

const world = useWorld({ settings: { size: 60 } });
const gateway = useGateway();

/** What a poll emits, and the page positions that it has bought. */
interface Polled {
	ids: string[];
	pages: string[];
	logged: string[];
}

/** A trigger whose polls tell what they emitted and bought. */
function triggerOf(operation: OperationCase, own: IDataObject = {}) {
	const staticData: IDataObject = {};
	return {
		staticData,
		add: (count: number) =>
			world.emulator.changeList(operation.name, operation.listKey('u'), { add: count }),
		async poll(
			parameters: IDataObject = {},
			options: Partial<PollRunOptions> = {},
		): Promise<Polled> {
			const before = world.emulator.ledger.length;
			const { output, logged } = await world.poll(
				{ ...operation.parameters('u'), output: 'raw', ...own, ...parameters },
				{ staticData, ...options },
			);
			const ids = output?.[0]?.map(({ json }) => operation.idOf(json)) ?? [];
			const pages = world.emulator.ledger.slice(before).map(({ page }) => String(page));
			return { ids, pages, logged };
		},
	};
}

const [videos, answers] = [{ sort: 'latest' }, { order: 'updated' }];

describe('a burst of new records', () => {
	test.each<[string, OperationCase, IDataObject, number, number]>([
		['200 posts', getPosts, {}, 200, 17],
		['120 videos', searchVideos, { ...videos, maxCost: 1 }, 120, 7],
		['60 answers', getAnswers, answers, 60, 13],
	])('of %s comes whole with the next poll, the oldest first', async (...row) => {
		const [, operation, parameters, add, calls] = row;
		const trigger = triggerOf(operation, parameters);
		await trigger.poll();
		trigger.add(add);
		const burst = await trigger.poll();
		const newestFirst = world.emulator.ledger.slice(-calls).flatMap(({ recordIds }) => recordIds);
		const expected = [...new Set(newestFirst)].slice(0, add).reverse();
		expect([burst.ids, burst.pages.length, burst.logged]).toEqual([expected, calls, []]);
		const quiet = await trigger.poll();
		expect([quiet.ids, quiet.pages]).toEqual([[], ['1']]);
	});

	test('comes whole behind cursors that are offsets', async () => {
		let posts = 60;
		gateway.answerWith(
			postsByOffset(
				() => posts,
				(post) => 1_700_000_000 + post,
			),
		);
		const trigger = triggerOf(getPosts);
		const poll = () => trigger.poll({ maxCost: 1 }, { credential: { baseUrl: gateway.url } });
		await poll();
		for (const growth of [100, 100, 30, 0]) {
			posts += growth;
			const before = gateway.calls.length;
			expect((await poll()).ids).toHaveLength(growth);
			expect(gateway.calls.length - before).toBe(Math.floor((growth + 1) / 12) + 1);
		}
	});
});

test('what an older version of the trigger has kept is read, but not where it was cut', async () => {
	const trigger = triggerOf(getPosts);
	await trigger.poll();
	trigger.add(30);
	const kept = trigger.staticData['node:Data Access Trigger'] as IDataObject;
	kept.next = { list: kept.list, end_cursor: 'long expired' };
	const polled = await trigger.poll();
	expect([polled.ids.length, polled.pages]).toEqual([30, ['1', '2', '3']]);
});

test('a quiet poll changes nothing that n8n keeps', async () => {
	const trigger = triggerOf(getPosts);
	await trigger.poll();
	const kept = JSON.stringify(trigger.staticData);
	await trigger.poll();
	expect(JSON.stringify(trigger.staticData)).toBe(kept);
});

test('the key is in nothing that n8n keeps or logs of a cut poll', async () => {
	const trigger = triggerOf(getPosts);
	await trigger.poll();
	trigger.add(70);
	const { logged } = await trigger.poll({ maxCost: 0.003 });
	expect(logged[0]).toContain('"list"');
	expect(JSON.stringify([trigger.staticData, logged])).not.toContain(API_KEY);
});
