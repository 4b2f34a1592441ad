import { describe, expect, jest, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { outside } from '../harness/native.mts';
import { getAnswers, getPosts, searchVideos } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { postsByOffset } from '../harness/gateway.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';
import { API_KEY } from '../harness/world.mts';
import type { PollRunOptions } from '../harness/world.mts';

const world = useWorld({ settings: { size: 60 } });
const gateway = useGateway();

const { Date } = outside;
const now = Date.now.bind(Date);

/** What a poll emits, and the page positions that it has bought. */
interface Polled {
	ids: string[];
	pages: string[];
	logged: string[];
}

/** A trigger whose polls tell what they emitted and bought. */
function triggerOf(operation: OperationCase, own: IDataObject = {}) {
	const staticData: IDataObject = {};
	const bought: string[] = [];
	const emitted: string[] = [];
	return {
		staticData,
		/** All pages that were bought since the baseline, by list and position. */
		bought,
		emitted,
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
			bought.push(...pages);
			emitted.push(...ids);
			return { ids, pages, logged };
		},
	};
}

const mostOf = (values: readonly string[]) =>
	Math.max(...values.map((value) => values.filter((other) => other === value).length));

interface Burst {
	operation: OperationCase;
	parameters?: IDataObject;
	add: number;
	/** Polls until the trigger is quiet again, at one page each. */
	polls: number;
}

const [videos, answers] = [{ sort: 'latest' }, { order: 'updated' }];
const capped = { maxPages: 3, maxCost: 0.0045 };

describe('a burst of new records', () => {
	test.each<[string, Burst]>([
		['48 posts', { operation: getPosts, parameters: { maxPages: 3 }, add: 48, polls: 3 }],
		['48 posts, Max Cost', { operation: getPosts, parameters: capped, add: 48, polls: 3 }],
		['360 posts', { operation: getPosts, add: 360, polls: 8 }],
		['120 videos', { operation: searchVideos, parameters: videos, add: 120, polls: 3 }],
		['60 answers', { operation: getAnswers, parameters: answers, add: 60, polls: 4 }],
	])('of %s comes whole, and no page is bought more than twice', async (_label, burst) => {
		const { operation, parameters, add, polls } = burst;
		const trigger = triggerOf(operation, parameters);
		await trigger.poll();
		trigger.bought.length = 0;
		trigger.add(add);
		for (let poll = 0; poll < polls; poll++) await trigger.poll();
		expect([trigger.emitted.length, new Set(trigger.emitted).size]).toEqual([add, add]);
		expect(mostOf(trigger.bought)).toBeLessThanOrEqual(2);
		const quiet = await trigger.poll();
		expect([quiet.ids, quiet.pages]).toEqual([[], ['1']]);
	});

	test('comes whole where every first page is slow, and n8n waits for 36 seconds', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(48);
		let [hour, began] = [0, 0];
		jest.spyOn(Date, 'now').mockImplementation(() => {
			const calls = world.emulator.ledger.length - began;
			return now() + hour * 3_600_000 + (calls > 0 ? 30_000 : 0);
		});
		for (hour = 1; hour < 9; hour++) {
			began = world.emulator.ledger.length;
			const { pages } = await trigger.poll({}, { budget: 36_000 });
			expect(pages).toEqual([String(hour < 6 ? hour : 1)]);
		}
		expect([trigger.emitted.length, new Set(trigger.emitted).size]).toEqual([48, 48]);
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
		const bought: unknown[] = [];
		for (const growth of [100, 100, 30, 0, 0, 0, 0, 0]) {
			posts += growth;
			const before = gateway.calls.length;
			await poll();
			for (const { body } of gateway.calls.slice(before)) {
				bought.push(posts - Number(body.input.end_cursor ?? 0));
			}
		}
		expect([trigger.emitted.length, new Set(trigger.emitted).size]).toEqual([230, 230]);
		const calls = gateway.calls.length;
		await poll();
		expect(gateway.calls).toHaveLength(calls + 1);
	});

	test('comes whole where the position of a cut poll has expired', async () => {
		const trigger = triggerOf(getPosts, { maxCost: 1 });
		await trigger.poll();
		trigger.add(70);
		await trigger.poll();
		world.emulator.addFault({ kind: 'refused', httpStatus: 422, match: { page: 6 } });
		const refused = await trigger.poll();
		expect([refused.ids, refused.pages, refused.logged]).toEqual([[], ['6'], []]);
		const whole = await trigger.poll();
		expect(whole.pages).toEqual(['1', '2', '3', '4', '5', '6']);
		expect(new Set(trigger.emitted).size).toBe(70);
		expect((await trigger.poll()).pages).toEqual(['1']);
	});

	test('is told oldest first, as far as one poll reads it', async () => {
		const trigger = triggerOf(getPosts);
		await trigger.poll();
		trigger.add(30);
		const [first, second] = [await trigger.poll({ maxPages: 1 }), await trigger.poll()];
		const { output } = await world.poll(getPosts.parameters('u'), {
			mode: 'manual',
			staticData: {},
		});
		expect(first.ids).toEqual(output?.[0]?.map(({ json }) => json.id));
		expect(second.ids).toHaveLength(18);
	});
});

test('a quiet poll changes nothing that n8n keeps', async () => {
	const trigger = triggerOf(getPosts);
	await trigger.poll();
	const kept = JSON.stringify(trigger.staticData);
	await trigger.poll();
	expect(JSON.stringify(trigger.staticData)).toBe(kept);
});

test('the key is in nothing that n8n keeps for a cut poll', async () => {
	const trigger = triggerOf(getPosts);
	await trigger.poll();
	trigger.add(70);
	await trigger.poll();
	expect(JSON.stringify(trigger.staticData)).toContain('"next"');
	expect(JSON.stringify(trigger.staticData)).not.toContain(API_KEY);
});
