import { expect, test } from '@jest/globals';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { runOf, useGateway } from '../harness/gateway.mts';
import { getAnswers, getPosts, searchImages } from '../harness/operations.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** Returns input items, each with a list of its own. */
const lists = (count: number, size: number) =>
	Array.from({ length: count }, (_, index) => ({ list: `list ${index} size-${size}` }));

const imagesOfEach = searchImages.parameters('={{ $json.list }}');

const ROWS = [[undefined, 3] as const, [2, 2] as const, [9, 6] as const];
test.each(ROWS)('concurrency %s: %i calls in parallel', async (concurrency, atOnce) => {
	// Calls are answered when this many are in flight, and only after a while, so that one too many would be noticed.
	let inFlight = 0;
	let most = 0;
	const release: Array<() => void> = [];
	gateway.answerWith(async () => {
		inFlight += 1;
		most = Math.max(most, inFlight);
		await new Promise<void>((resolve) => {
			release.push(resolve);
			if (release.length < atOnce) return;
			setTimeout(() => release.splice(0).forEach((answer) => answer()), 20);
		});
		inFlight -= 1;
		return { body: runOf({ data: { items: [{ image_info: { fileid: 'a' } }] } }) };
	});
	const options = concurrency === undefined ? {} : { concurrency };
	const parameters = { ...imagesOfEach, limit: 1, options };
	const run = await world.run(parameters, { items: lists(6, 20), ...gateway.at });
	expect(run.records).toHaveLength(6);
	expect(gateway.calls).toHaveLength(6);
	expect(most).toBe(atOnce);
});

test('records of parallel items are returned in the order of the input, paired with their item, whichever finishes first', async () => {
	// The first is the slowest, the last the fastest.
	for (const [index, { list }] of lists(4, 45).entries()) {
		const delayMs = 40 - 10 * index;
		const refused = { kind: 'refused', times: null } as const;
		world.emulator.addFault({ ...refused, match: { key: list, page: 4 }, delayMs });
	}
	const run = await world.run(
		{ ...imagesOfEach, limit: 60, options: { concurrency: 4 } },
		{ items: lists(4, 45), ...CONTINUE },
	);
	const data = run.items.filter(({ json }) => !('error' in json));
	const bought = lists(4, 45).flatMap(({ list }, item) => {
		const calls = world.emulator.ledger.filter(({ key }) => key === list);
		return calls.flatMap(({ recordIds }) => recordIds.map((id) => [item, id]));
	});
	expect(bought).toHaveLength(4 * 45);
	expect(data.map((each) => [itemOf(each), each.json.id])).toEqual(bought);
	expect(run.errors.map(({ error }) => error.itemIndex)).toEqual([0, 1, 2, 3]);
});

test('each item has its own limit, page size, order and fields', async () => {
	const items = [
		{ question: 'a-size-50', limit: 3, pageSize: 5, order: 'default' },
		{ question: 'b-size-50', limit: 12, pageSize: 10, order: 'updated' },
		{ question: 'c-size-50', limit: 1, pageSize: 20, order: 'undefined' },
	];
	const run = await world.run(
		{
			...getAnswers.parameters('={{ $json.question }}'),
			limit: '={{ $json.limit }}',
			pageSize: '={{ $json.pageSize }}',
			order: '={{ $json.order }}',
		},
		{ items },
	);
	const count = (item: number) => run.items.filter((each) => itemOf(each) === item).length;
	expect([count(0), count(1), count(2)]).toEqual([3, 12, 1]);
	const first = (question: string) =>
		world.emulator.ledger.find(({ input }) => input.question_id === question)?.input;
	expect(first('a-size-50')).toMatchObject({ limit: 5, order: 'default' });
	expect(first('b-size-50')).toMatchObject({ limit: 10, order: 'updated' });
	expect(first('c-size-50')).toMatchObject({ limit: 20, order: 'default' });
	expect(world.emulator.ledger).toHaveLength(4);
});

test('the input items are not changed, and all of them are read', async () => {
	const items = lists(2, 0);
	const before = JSON.stringify(items);
	const run = await world.run(imagesOfEach, { items });
	expect(run.items).toEqual([]);
	expect(JSON.stringify(items)).toBe(before);
	expect(run.execution.items('Items').map(({ json }) => json)).toEqual(JSON.parse(before));
	expect(world.emulator.ledger).toHaveLength(2);
});

const NOWHERE = '$("Nowhere").first().json';

test.each<[name: string, IDataObject]>([
	['User ID', { userId: `={{ $json.next ? 'u size-30' : ${NOWHERE} }}` }],
	['Resume From', { options: { resumeFrom: `={{ $json.next ? $json.next : ${NOWHERE} }}` } }],
	['Timeout', { options: { timeout: `={{ $json.next ? 30 : ${NOWHERE}.seconds }}` } }],
])('an expression in %s that fails for an item fails only this item', async (_, failing) => {
	const posts = getPosts.parameters('u size-30');
	const begun = await world.run({ ...posts, limit: 1, output: 'pages' });
	const next = begun.records[0]!.next as IDataObject;
	const items = [{}, { next }];
	const run = await world.run({ ...posts, limit: 2, ...failing }, { items, ...CONTINUE });
	const refused = { code: 'INVALID_INPUT', layer: 'input', callsMade: 0, itemIndex: 0 };
	expect(run.errors).toMatchObject([{ error: refused }]);
	expect(run.items.map(itemOf)).toEqual([1, 1, 0]);
});

test('the inputs of all items are read before the first call: under Stop, an invalid one costs nothing', async () => {
	const run = await world.run(imagesOfEach, { items: [...lists(2, 2), { list: '' }] });
	expect(run.error?.errorResponse).toMatchObject({ itemIndex: 2, callsMade: 0, cost: 0 });
	expect(world.emulator.ledger).toEqual([]);
});
