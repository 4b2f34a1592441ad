import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { forgetBuilt } from '../harness/built.mts';
import { passMinutes } from '../harness/clock.mts';
import { nextOf, safeIn, statementOf } from '../harness/money.mts';
import { allPosts, articleOf, runAny } from '../harness/operations.mts';
import { CONTINUE, contextOf, triesOf, useWorld } from '../harness/world.mts';
import type { NodeRun, NodeRunOptions } from '../harness/world.mts';

const world = useWorld();

/** Returns parameters for the comments of an article. The user names the path of the records. */
const comments = (recordsPath: string): IDataObject =>
	runAny('/api/v1/chat_mp/v2/fetch_article_comments', {
		input: JSON.stringify({ url: articleOf('size-5') }),
		...{ recordsPath, returnAll: true },
	});
const PRICE = 0.01;

const calls = () => world.emulator.ledger.length;

describe('a paid page that could not be read', () => {
	test('is read by a corrected run, at no further cost', async () => {
		const wrong = await world.run(comments('coments'));
		expect(statementOf(wrong)).toMatchObject({ calls: 1, cost: PRICE });
		// Gateway > Get Runs shows this gateway run.
		expect(wrong.error?.errorResponse).toMatchObject({ runId: expect.stringMatching(/^run_/) });
		const right = await world.run(comments('comments'));
		expect(right.records).toHaveLength(5);
		expect(statementOf(right)).toMatchObject({ calls: 0, cost: 0 });
		// It has been delivered, so the next run buys it.
		await world.run(comments('comments'));
		expect(calls()).toBe(2);
	});

	test.each([
		['by another run', () => ({}), 2],
		['by a run under Continue', () => ({ node: { onError: 'continueRegularOutput' as const } }), 2],
		['by n8n’s Retry, not even later', ({ context }: NodeRun) => ({ context }), 1],
	])('under a wrong path, is not bought again for 15 minutes: %s', async (...row) => {
		const [, optionsAfter, most] = row;
		const wrong = await world.run(comments('coments'));
		const again = async (path: string) =>
			await world.run(comments(path), optionsAfter(wrong) as NodeRunOptions);
		for (const path of ['comment', 'coments']) {
			passMinutes(7);
			const { error, errors } = await again(path);
			const { code, callsMade, cost, mayBeCharged } = (errors[0]?.error ??
				error?.errorResponse) as IDataObject;
			expect([code, callsMade, cost, mayBeCharged]).toEqual(['UNRECOGNISED_ANSWER', 0, 0, false]);
			expect(String(errors[0]?.message ?? error?.description)).toContain('Nothing was charged');
		}
		expect(calls()).toBe(1);
		passMinutes(2);
		const { error, errors } = await again('comment');
		expect(errors[0]?.error ?? error?.errorResponse).toMatchObject({ callsMade: most - 1 });
		expect(calls()).toBe(most);
	});

	test('counts as charged in the error of a later try, too', async () => {
		const run = await world.run(comments('coments'), { node: triesOf(2) });
		expect(calls()).toBe(1);
		const { error } = run;
		expect(error?.errorResponse).toMatchObject({ callsMade: 1, cost: PRICE });
		expect(`${error?.message} ${error?.description}`).not.toContain('not charged');
	});

	test('and was damaged in n8n’s store is bought by a Retry', async () => {
		const { context } = await world.run(comments('coments'));
		forgetBuilt();
		const { pages } = contextOf({ context }) as { pages: Record<string, { packed: string }> };
		for (const page of Object.values(pages)) page.packed = 'damaged';
		expect((await world.run(comments('comments'), { context })).records).toHaveLength(5);
		expect(calls()).toBe(2);
	});

	test.each([
		['under a wrong path', {}, 'coments'],
		['without a path', { code: 1, message: 'partial' }, ''],
	])('is not bought again if it was delivered before: %s', async (_label, fields, path) => {
		world.emulator.addFault({ kind: 'beside', fields });
		const byHand = { reuses: true };
		await world.run(comments('comments'), byHand);
		const { records, error } = await world.run(comments(path), byHand);
		expect(records).toEqual([]);
		const failure = { code: 'UNRECOGNISED_ANSWER', callsMade: 0, cost: 0 };
		expect(error?.errorResponse).toMatchObject(failure);
		expect((await world.run(comments('comments'), byHand)).records).toHaveLength(5);
		expect(calls()).toBe(1);
	});

	test('is bought again by Resume From and by n8n’s Retry, so it does not count as kept', async () => {
		const posts = allPosts('size-6');
		const fail = () => world.emulator.addFault({ kind: 'unknownShape', match: { page: 2 } });
		fail();
		const cut = await world.run(posts, CONTINUE);
		const rest = await world.run({ ...posts, options: { resumeFrom: nextOf(cut, 0) } });
		expect([cut.records.length, rest.records.length]).toEqual([2, 4]);
		expect(world.emulator.ledger.map(({ page }) => page)).toEqual([1, 2, 2, 3]);
		world.renew();
		fail();
		const { context, error } = await world.run(posts);
		expect(safeIn(error?.description)).toEqual({ pages: 1 });
		forgetBuilt();
		expect((await world.run(posts, { context })).records).toHaveLength(6);
		expect(world.emulator.ledger.map(({ page }) => page)).toEqual([1, 2, 2, 3]);
	});

	test('does not affect the rows of a Retry', async () => {
		const items = [2, 5].map((limit) => ({ limit }));
		const posts = allPosts('size-6', { returnAll: false, limit: '={{ $json.limit }}' });
		world.emulator.addFault({ kind: 'unknownShape' });
		const { context } = await world.run(posts, { items });
		forgetBuilt();
		expect((await world.run(posts, { items, context })).records).toHaveLength(7);
		expect(world.emulator.ledger.map(({ page }) => page)).toEqual([1, 1, 2, 3]);
	});
});
