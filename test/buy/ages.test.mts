import { beforeEach, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { passMinutes } from '../harness/clock.mts';
import { postsByOffset, useGateway } from '../harness/gateway.mts';
import { nextOf } from '../harness/money.mts';
import { getPosts } from '../harness/operations.mts';
import { triesOf, useWorld } from '../harness/world.mts';
import type { NodeRun, NodeRunOptions } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

/** The present number of posts; a page has twelve of them. */
let posts: number;
let failing: string | undefined;
beforeEach(() => {
	posts = 42;
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

const idsOf = ({ records }: NodeRun) => records.map(({ id }) => String(id));
const idsFrom = (newest: number) =>
	Array.from({ length: newest }, (_, index) => `p${newest - index}`);

test.each([
	['never uses a page older than the previous one', true, 3, 47],
	['may, with a position of an older version that has no time', false, 0, 35],
])('Resume From %s', async (_label, hasTime, calls, all) => {
	await run({}, inProduction);
	posts += 5;
	passMinutes(5);
	const next = nextOf(await run(FIRST_PAGE, inProduction), 0)!;
	expect(next).toMatchObject({ at: expect.any(Number) });
	if (!hasTime) delete next.at;
	const { length } = gateway.calls;
	const rest = idsOf(await run({ options: { resumeFrom: next } }, byHand));
	expect(rest).toEqual(idsFrom(all).slice(-rest.length));
	expect(rest).toHaveLength(hasTime ? 35 : 30);
	expect(gateway.calls.length - length).toBe(calls);
});

test('with a position from a clock that is ahead, no try buys a page twice', async () => {
	const next = nextOf(await run(FIRST_PAGE, inProduction), 0)!;
	failing = '24';
	const options = { resumeFrom: { ...next, at: Number(next.at) + 3_600_000 } };
	await run({ options }, { node: triesOf(2) });
	const requested = gateway.calls.map(({ body }) => body.input.end_cursor);
	expect(requested).toEqual([undefined, '12', '24', '24']);
});

test('if the clock is set back within a list, no try buys a page twice', async () => {
	const pageOf = postsByOffset(() => posts);
	gateway.answerWith((call) => {
		if (gateway.calls.length === 2) passMinutes(-5);
		return call.body.input.end_cursor === '36' ? { status: 400, body: {} } : pageOf(call);
	});
	await run({}, { node: triesOf(2) });
	const requested = gateway.calls.map(({ body }) => body.input.end_cursor);
	expect(requested).toEqual([undefined, '12', '24', '36', '36']);
});
