import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { idsOf, soldIds, statementOf } from '../harness/money.mts';
import { allPosts, getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';

const PRICE = getPosts.price;

const world = useWorld();

/** Lists of three pages each. */
const items = ['a', 'b', 'c'].map((name) => ({ list: `${name}-size-6` }));
const posts = (options: object = {}) => allPosts('={{ $json.list }}', { options });

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

describe('an error says what a workflow needs to go on', () => {
	const failure = (key: string) => ({ kind: 'platform', match: { key, page: 2 } }) as const;
	const expected = {
		code: 'PLATFORM_ERROR',
		httpStatus: 200,
		layer: 'platform',
		itemIndex: 1,
		callsMade: 2,
		cost: 2 * PRICE,
		mayBeCharged: false,
	};

	test('under Stop', async () => {
		world.emulator.addFault(failure(items[1].list));
		const run = await world.run(posts({ concurrency: 1 }), { items });
		// Nothing was delivered, so that to go on is to begin.
		const { next, ...told } = run.error?.errorResponse as IDataObject;
		expect([told, next]).toMatchObject([expected, { list: expect.any(String) }]);
		expect(next).not.toHaveProperty('end_cursor');
		expect(statementOf(run)).toMatchObject({ calls: 5, cost: world.emulator.summary().charged });
	});

	test.each([
		['continueRegularOutput', 0],
		['continueErrorOutput', 1],
	] as const)('under %s, after all the data', async (onError, output) => {
		world.emulator.addFault(failure(items[1].list));
		const run = await world.run(posts({ concurrency: 1 }), { items, node: { onError } });
		const last = run.execution.items('Data Access', output).at(-1)!;
		// n8n itself puts the input item into what leaves by the output for errors.
		expect(Object.keys(last.json).slice(output)).toEqual(['error', 'message']);
		expect(itemOf(last)).toBe(1);
		const text = expect.any(String);
		const next = { list: text, end_cursor: text, at: expect.any(Number) };
		const errors = run.errors.map(({ error }) => error);
		expect(errors).toEqual([expect.objectContaining({ ...expected, next })]);
		// What was bought before the failure is delivered, in the order of the input.
		expect(run.items.map(itemOf).slice(0, 14)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2]);
		expect(idsOf(run, getPosts)).toEqual(soldIds(world.emulator.ledger));
	});
});
