import { afterEach, describe, expect, jest, test } from '@jest/globals';

import { built } from '../harness/built.mts';
import { safeIn } from '../harness/money.mts';
import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRunOptions } from '../harness/world.mts';

const world = useWorld();
afterEach(() => {
	jest.restoreAllMocks();
});

const posts = (more: object = {}) => ({
	...getPosts.parameters('size-8'),
	pageSize: 2,
	returnAll: true,
	output: 'raw',
	...more,
});

/** A bug in the node, which shows once. */
function breaks(module: string, name: string): void {
	const broken = () => {
		throw new TypeError('a bug');
	};
	jest.spyOn(built<Record<string, () => unknown>>(module), name).mockImplementationOnce(broken);
}

const goesOn: NodeRunOptions = { node: { onError: 'continueRegularOutput' } };
const codesIn = (errors: Array<{ error: { code?: unknown } }>) =>
	errors.map(({ error }) => error.code);

describe.each([
	['hint', 'deliver/hint', 'hintFor'],
	['report', 'deliver/report', 'reportOf'],
])('an exception in the %s costs no record', (_label, module, name) => {
	const bought = () => world.emulator.ledger.length;

	test('under Stop: n8n’s Retry delivers them', async () => {
		breaks(module, name);
		const failed = await world.run(posts(), { report: true });
		expect(failed.error?.errorResponse).toMatchObject({ code: 'UNEXPECTED', callsMade: 4 });
		expect(safeIn(failed.error?.description)).toEqual({ pages: 4 });
		const retry = await world.run(posts(), { report: true, context: failed.context });
		expect([retry.records.length, bought()]).toEqual([8, 4]);
	});

	test('under Continue: the next run delivers them, and nothing is remembered', async () => {
		const options = { ...goesOn, report: true, mode: 'trigger' } as const;
		breaks(module, name);
		const failed = await world.run(posts({ onlyNew: true }), options);
		expect([failed.records, codesIn(failed.errors)]).toEqual([[], ['UNEXPECTED']]);
		const next = await world.run(posts({ onlyNew: true }), options);
		expect([next.records.length, bought()]).toEqual([8, 4]);
	});
});

test('an exception at the end of a list costs none of its records', async () => {
	breaks('deliver/happened', 'askedOf');
	const run = await world.run(posts(), goesOn);
	expect([run.records.length, codesIn(run.errors)]).toEqual([8, ['UNEXPECTED']]);
	expect(world.emulator.ledger).toHaveLength(4);
});
