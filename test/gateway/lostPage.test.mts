import { beforeEach, expect, test } from '@jest/globals';

import { passMinutes, shareClock, skipWaits } from '../harness/clock.mts';
import { pageOfPosts, useGateway } from '../harness/gateway.mts';
import { until } from '../harness/money.mts';
import { getPosts } from '../harness/operations.mts';
import { keepRuns } from '../harness/runsGateway.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';
import type { NodeRun } from '../harness/world.mts';

const gateway = useGateway();
const world = useWorld();
beforeEach(() => {
	skipWaits();
	shareClock();
});

const PAGE_SIZE = 5;
const SECOND = 1 / 60;

/** Returns a page of a list whose newest record has this number. */
function pageAt(newest: number, { end_cursor = '0' }: Record<string, unknown>) {
	const from = Number(end_cursor);
	const ids = Array.from({ length: PAGE_SIZE }, (_, index) => ({ id: `${newest - from - index}` }));
	return pageOfPosts(ids, { has_next_page: true, end_cursor: `${from + PAGE_SIZE}` });
}

const posts = (more: object) => ({
	...getPosts.parameters('list'),
	...{ output: 'raw', pageSize: PAGE_SIZE, ...more },
});

const idsOf = ({ records }: NodeRun) => records.map(({ id }) => Number(id));
const down = (from: number, to: number) =>
	Array.from({ length: from - to + 1 }, (_, i) => from - i);

/**
 * Another execution requests the page at 5. A second later, the list has three new records. Then a run reads fifteen
 * records, and the answer of its page at 5 is lost.
 */
async function loseSecondPage(shown?: () => object) {
	let newest = 1020;
	let hasRead = false;
	const kept = keepRuns(gateway, {
		...{ shown, output: (input) => pageAt(newest, input) },
		async call(_number, { input }) {
			if (newest === 1020) await until(() => hasRead);
			return newest > 1020 && input.end_cursor === '5' ? 'lost' : 'page';
		},
	});
	const other = posts({ limit: 5, startPosition: { endCursor: '5' } });
	const theirs = world.run(other, gateway.at);
	await until(() => kept.runs.length > 0);
	passMinutes(SECOND);
	newest += 3;
	const run = await world.run(posts({ limit: 15 }), { ...gateway.at, ...CONTINUE });
	hasRead = true;
	await theirs;
	return { run, requested: kept.runs.slice(1).map(({ input }) => input.end_cursor ?? '0') };
}

test('a page that another execution bought before the previous page is not taken for the lost one', async () => {
	const { run, requested } = await loseSecondPage();
	expect(idsOf(run)).toEqual(down(1023, 1009));
	expect(requested).toEqual(['0', '5', '10']);
});

test('if the gateway states times only in its list, a page may stay lost, but leaves no gap', async () => {
	const { run, requested } = await loseSecondPage(() => ({ completedAt: undefined }));
	expect(idsOf(run)).toEqual(down(1023, 1024 - run.records.length));
	expect(new Set(requested).size).toBe(requested.length);
});

test('a search ends even if the clock is set back', async () => {
	const kept = keepRuns(gateway, {
		call: () => 'lost',
		look(number) {
			if (number === 2) passMinutes(-60);
			return { body: { items: [] } };
		},
	});
	const { errors } = await world.run(posts({ limit: 5 }), { ...gateway.at, ...CONTINUE });
	expect(errors).toMatchObject([{ error: { code: 'GATEWAY_ERROR' } }]);
	expect(kept.looks.length).toBeLessThan(10);
});
