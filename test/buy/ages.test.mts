import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { passMinutes } from '../harness/clock.mts';
import { postsByOffset, useGateway } from '../harness/gateway.mts';
import { nextOf } from '../harness/money.mts';
import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';
import type { NodeRun, NodeRunOptions } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const POSTS = 42;

/** How many posts there are now; a page is twelve of them. */
let posts: number;
let failing: string | undefined;
beforeEach(() => {
	posts = POSTS;
	failing = undefined;
	const pageOf = postsByOffset(() => posts);
	gateway.answerWith((call) => {
		const cursor = String(call.body.input.end_cursor ?? 0);
		return cursor === failing ? { status: 400, body: {} } : pageOf(call);
	});
});

async function run(more: IDataObject = {}, options: NodeRunOptions = {}): Promise<NodeRun> {
	const parameters = { ...getPosts.parameters('u'), returnAll: true, output: 'raw', ...more };
	return await world.run(parameters, { ...gateway.at, report: true, ...options });
}
const byHand: NodeRunOptions = { reuses: true };
const inProduction: NodeRunOptions = { reuses: true, mode: 'trigger' };
const FIRST_PAGE = { returnAll: false, limit: 12 };

/** Five minutes later there are so many more on top. */
function grow(by: number): void {
	posts += by;
	passMinutes(5);
}

const idsOf = ({ records }: NodeRun) => records.map(({ id }) => String(id));
const idsFrom = (newest: number) =>
	Array.from({ length: newest }, (_, index) => `p${newest - index}`);
const callsSince = (before: number) => gateway.calls.length - before;

describe('no page of a list is older than the one before it', () => {
	test('of pages that a failed run left, those behind a newer page are bought', async () => {
		failing = '36';
		expect((await run({}, inProduction)).status).toBe('error');
		failing = undefined;
		await run(FIRST_PAGE, inProduction);
		grow(5);
		const { length } = gateway.calls;
		expect(idsOf(await run({}, inProduction))).toEqual(idsFrom(47));
		expect(callsSince(length)).toBe(4);
	});

	test.each([
		['nor is the one where Resume From goes on', true, 3, 47],
		['but after a position of an older version, which does not tell', false, 0, 35],
	])('%s', async (_label, hasTime, calls, all) => {
		await run({}, inProduction);
		grow(5);
		const next = nextOf(await run(FIRST_PAGE, inProduction), 0)!;
		expect(next).toMatchObject({ at: expect.any(Number) });
		if (!hasTime) delete next.at;
		const { length } = gateway.calls;
		const rest = idsOf(await run({ options: { resumeFrom: next } }, byHand));
		expect(rest).toEqual(idsFrom(all).slice(-rest.length));
		expect(rest).toHaveLength(hasTime ? 35 : 30);
		expect(callsSince(length)).toBe(calls);
	});
});

test('a position of a clock that is ahead makes no try buy a page twice', async () => {
	const next = nextOf(await run(FIRST_PAGE, inProduction), 0)!;
	failing = '24';
	const options = { resumeFrom: { ...next, at: Number(next.at) + 3_600_000 } };
	const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	await run({ options }, { node });
	const asked = gateway.calls.map(({ body }) => body.input.end_cursor);
	expect(asked).toEqual([undefined, '12', '24', '24']);
});
