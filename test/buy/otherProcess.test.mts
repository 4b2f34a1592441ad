import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { skipWaits } from '../harness/clock.mts';
import { pageOfPosts, useGateway } from '../harness/gateway.mts';
import { until } from '../harness/money.mts';
import type { RunElsewhere } from '../harness/n8nProcess.mts';
import { allPosts, getPosts } from '../harness/operations.mts';
import { keepRuns } from '../harness/runsGateway.mts';
import { CREDENTIAL_NAME, workflowOf } from '../harness/workflows.mts';
import { API_KEY, CONTINUE, useWorld } from '../harness/world.mts';

/*
 * Two n8n processes and one gateway, as in queue mode. Neither knows what the other has read, and the list grows
 * meanwhile.
 */

const world = useWorld();
const gateway = useGateway();

let other: ChildProcess;
beforeAll(async () => {
	const execArgv = process.features.typescript ? [] : process.execArgv;
	other = fork('test/harness/n8nProcess.mts', { execArgv });
	await once(other, 'message');
});
afterAll(() => void other.disconnect());

/** Runs the node in the other process; with a context, as n8n's Retry. */
async function runElsewhere(parameters: IDataObject, baseUrl: string, context?: IDataObject) {
	const apiKey = { apiKey: API_KEY, provider: world.emulator.provider };
	const credential = { ...apiKey, baseUrl, inputFormat: 'flat', customizePlatformNames: false };
	const credentials = { [CREDENTIAL_NAME]: credential };
	other.send({ workflow: workflowOf(parameters, CONTINUE), credentials, context });
	const [run] = (await once(other, 'message')) as [RunElsewhere];
	return run;
}

const SIZE = 5;

test('a Retry in another process uses the paid pages and recovers the lost one, without a gap or a second purchase', async () => {
	skipWaits();
	const { emulator } = world;
	const list = 'grows size-20';
	const before = await world.run(allPosts(list));
	emulator.reset();
	const baseUrl = `${emulator.url}/retried`;
	const parameters = allPosts(list, { pageSize: SIZE });
	emulator.configure({ freeRoutes: { runs: 'down', run: 'there' } });
	emulator.addFault({ kind: 'reset', match: { page: 2 } });
	const failed = await world.run(parameters, { credential: { baseUrl } });
	expect(failed.error?.errorResponse).toMatchObject({ code: 'NO_ANSWER', mayBeCharged: true });

	emulator.changeList('fetch_user_posts_v2', list, { add: 3 });
	emulator.configure({ freeRoutes: { runs: 'there' } });
	const { records, error } = await runElsewhere(parameters, baseUrl, failed.context);
	expect(error).toBeUndefined();
	expect(records.map(getPosts.idOf)).toEqual(before.records.map(getPosts.idOf));
	expect(emulator.ledger.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5]);
});

test('if two processes lose the same page of a growing list, neither gets a page that leaves a gap', async () => {
	let newest = 1020;
	let isOver = false;
	const kept = keepRuns(gateway, {
		output({ end_cursor = '0' }) {
			const from = Number(end_cursor);
			const ids = Array.from({ length: SIZE }, (_, at) => ({ id: `${newest - from - at}` }));
			return pageOfPosts(ids, { has_next_page: true, end_cursor: `${from + SIZE}` });
		},
		async call(_number, { input }) {
			if (input.end_cursor !== '5') return 'page';
			// The first of them is lost only when the other execution has ended.
			if (newest === 1020) {
				newest += 3;
				await until(() => isOver);
			}
			return 'lost';
		},
	});
	const parameters = { ...getPosts.parameters('list'), output: 'raw', pageSize: SIZE, limit: 15 };
	const first = world.run(parameters, gateway.at);
	await until(() => newest > 1020);
	const second = await runElsewhere(parameters, gateway.url);
	isOver = true;
	const down = (from: number) => Array.from({ length: 15 }, (_, at) => ({ id: `${from - at}` }));
	expect((await first).records).toEqual(down(1020));
	expect(second.records).toEqual(down(1023));
	// The first run has the three new records on two pages.
	const requested = kept.runs.map(({ input }) => input.end_cursor ?? '0');
	expect(requested).toEqual(['0', '5', '0', '5', '10', '10', '15']);
});
