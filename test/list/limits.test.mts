import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { ListSettings } from '../../emulator/emulator.mts';
import { pageOfPosts, runOf, useGateway } from '../harness/gateway.mts';
import { eachEnding, getPosts } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { contextOf, useWorld } from '../harness/world.mts';
import type { NodeRun } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const SIZE = 45;

type List = Partial<ListSettings>;

function runList(operation: OperationCase, parameters: IDataObject, list: List = {}) {
	world.emulator.setList(operation.name, operation.listKey('list'), { size: SIZE, ...list });
	return world.run({ ...operation.parameters('list'), ...parameters }, { report: true });
}

/** Returns the IDs of all bought records, each once, in order. */
const bought = () => [...new Set(world.emulator.ledger.flatMap(({ recordIds }) => recordIds))];
const delivered = ({ records }: NodeRun) => records.map(({ id }) => id);

describe.each(eachEnding)('No page beyond Limit: %s', (_label, operation) => {
	const { pageSize } = operation;

	const limits = [1, pageSize - 1, pageSize, pageSize + 1, SIZE];
	test.each(limits)(
		'Limit %i: exactly this many records, and no page beyond them',
		async (limit) => {
			const run = await runList(operation, { limit });
			expect(world.emulator.ledger).toHaveLength(Math.ceil(limit / pageSize));
			expect(delivered(run)).toEqual(bought().slice(0, limit));
			expect(run.records).toHaveLength(limit);
			const isWhole = limit === SIZE && !operation.endsUnannounced;
			expect(contextOf(run).reason).toBe(isWhole ? 'end' : 'limit');
		},
	);

	test('50 records by default, all with Return All', async () => {
		const usual = await runList(operation, {}, { size: 60 });
		expect(usual.records).toHaveLength(50);
		expect(world.emulator.ledger).toHaveLength(Math.ceil(50 / pageSize));
		world.emulator.reset();
		const all = await runList(operation, { returnAll: true, limit: 7 }, { size: 60 });
		expect(all.records).toHaveLength(60);
	});
});

describe.each(eachEnding)('No endless lists: %s', (_label, operation) => {
	const { pageSize } = operation;
	const isImages = operation.endsUnannounced;

	test('a repeated position ends the list', async () => {
		const run = await runList(operation, { returnAll: true }, { endless: true });
		expect(delivered(run)).toEqual(bought());
		expect(run.records).toHaveLength(SIZE);
		expect(world.emulator.summary().duplicates).toEqual([]);
		const pages = Math.ceil(SIZE / pageSize);
		// An image search increases its page number, so only the records of the next page show the repetition.
		expect(world.emulator.ledger).toHaveLength(isImages ? pages + 1 : pages);
		if (isImages) return;
		expect(contextOf(run).reason).toBe('repeatedPosition');
		expect(run.hints[0].type).toBe('warning');
	});
});

test('an empty page that leads to itself is a repeated position, too', async () => {
	const more = { has_next_page: true, end_cursor: 'a' };
	gateway.answerWith(({ body: { input } }) => ({
		body: runOf(pageOfPosts(input.end_cursor ? [] : [{ id: '1' }], more)),
	}));
	const run = await world.run({ ...getPosts.parameters('a'), returnAll: true }, gateway.at);
	expect([gateway.calls.length, contextOf(run).reason]).toEqual([2, 'repeatedPosition']);
});
