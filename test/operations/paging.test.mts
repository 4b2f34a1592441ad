import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { positionIn } from '../harness/money.mts';
import { callsForAll, eachOperation } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { contextOf, useWorld } from '../harness/world.mts';
import type { NodeRun } from '../harness/world.mts';

const world = useWorld();

/** Reads a whole list of this size, and expects each of its records once, in order. */
async function readAll(
	operation: OperationCase,
	size: number,
	{ calls, ...parameters }: IDataObject & { calls: number },
): Promise<NodeRun> {
	const { emulator } = world;
	const all = { ...operation.parameters(`list-size-${size}`), returnAll: true };
	const run = await world.run({ ...all, ...parameters });
	expect(run.status).toBe('success');
	expect(run.errors).toEqual([]);
	const pages = emulator.ledger.map(({ page }) => page);
	expect(pages).toEqual(Array.from({ length: calls }, (_, index) => index + 1));
	expect(emulator.ledger.map(({ served }) => served)).not.toContain(false);
	expect(emulator.summary().duplicates).toEqual([]);
	const ids = [...new Set(emulator.ledger.flatMap(({ recordIds }) => recordIds))];
	expect(ids).toHaveLength(size);
	expect(run.records.map(({ id }) => id)).toEqual(ids);
	expect(contextOf(run)).toMatchObject({ calls, records: size, reason: 'end' });
	expect(positionIn(run.hint)).toBeUndefined();
	return run;
}

describe.each(eachOperation)('%s', (_label, operation) => {
	const { pageSize } = operation;

	// The emulator checks that each page is requested with exactly the right position.
	test.each([1, pageSize, 3 * pageSize + 2])('reads a list of %i records', async (size) => {
		await readAll(operation, size, { calls: callsForAll(operation, size) });
	});

	test.each(operation.lists)('reads a list: $label', async ({ settings, parameters, calls }) => {
		world.emulator.configure(settings ?? {});
		await readAll(operation, 45, { calls: calls ?? callsForAll(operation, 45), ...parameters });
	});

	test('reads a list without records', async () => {
		const run = await readAll(operation, 0, { calls: 1 });
		expect(run.items).toEqual([]);
		expect(world.emulator.summary().charged).toBe(operation.price);
	});
});
