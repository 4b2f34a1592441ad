import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { sumsIn } from '../harness/money.mts';
import { searchImages } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import { API_KEY } from '../harness/world.mts';
import type { NodeRunOptions } from '../harness/world.mts';

const world = useWorld();

const run = (parameters: IDataObject = {}, options: NodeRunOptions = {}) =>
	world.run({ ...searchImages.parameters('a size-90'), returnAll: true, ...parameters }, options);

describe('n8n gets one line in its log at debug level', () => {
	const lineOf = async (...args: Parameters<typeof run>) => {
		const { execution } = await run(...args);
		expect(execution.logged.join()).not.toContain(API_KEY);
		return execution.logged.filter((text) => text.startsWith('Data Access: '));
	};

	test('for a run that delivers', async () => {
		const lines = await lineOf({ returnAll: false, limit: 30 });
		expect(lines.map(sumsIn)).toMatchObject([{ calls: 2, cost: 0.03 }]);
	});

	test('for one that a failure ends', async () => {
		world.emulator.addFault({ kind: 'refused', httpStatus: 402, match: { page: 2 } });
		expect((await lineOf()).map(sumsIn)).toMatchObject([{ calls: 2, cost: 0.015 }]);
	});

	test('for each try of Retry On Fail', async () => {
		world.emulator.addFault({ kind: 'refused', httpStatus: 400, match: { page: 2 } });
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		expect(await lineOf({}, { node })).toHaveLength(2);
	});
});
