import { startBench } from '../../test/harness/measure.mts';
import { startGateway } from '../harness/gateway.mts';
import type { Scenario } from '../harness/scenario.mts';
import { median, ratio } from '../harness/statistics.mts';
import { askByUndici } from '../peers/undici.mts';

const LATENCY_MS = 100;
/** On a page, and in a list. */
const POSTS = 12;
const CALLS_PER_SECOND = 10;

export const scenario: Scenario = {
	title: 'Wall time',
	measures: `Time for many input items of one page each, at a gateway that takes ${LATENCY_MS} ms for every answer, over the time that its answers alone take, beside a bare undici loop with as many calls in flight; and at a gateway that lets ${CALLS_PER_SECOND} calls a second through, over the time that this limit allows.`,
	matters: 'A workflow over a sheet of keywords should take no longer than the gateway makes it.',
	goal: 'At most 1.05 with the latency, 1.15 with the limit, and no record lost.',
	async run({ quick }) {
		const bench = await startBench();
		const gateway = await startGateway();
		const rounds = quick ? 1 : 3;

		async function secondsFor(items: number, concurrency: number): Promise<number> {
			await gateway.reset();
			await gateway.configure({ latencyMs: LATENCY_MS });
			return await timed(items, concurrency);
		}

		/** What this machine needs for the same calls without n8n and the node. */
		async function floorFor(items: number, concurrency: number): Promise<number> {
			await gateway.reset();
			await gateway.configure({ latencyMs: LATENCY_MS });
			const users = Array.from({ length: items }, (_, index) => `u-${index}-size-${POSTS}`);
			const begin = performance.now();
			const worker = async () => {
				for (let user = users.shift(); user; user = users.shift()) {
					await askByUndici({ pageSize: POSTS }, gateway, [user]);
				}
			};
			await Promise.all(Array.from({ length: concurrency }, worker));
			return (performance.now() - begin) / 1000;
		}

		async function timed(items: number, concurrency: number): Promise<number> {
			const users = Array.from({ length: items }, (_, index) => ({
				user: `u-${index}-size-${POSTS}`,
			}));
			const begin = performance.now();
			const execution = await bench.run(
				{
					resource: 'user',
					operation: 'getPosts',
					userId: '={{ $json.user }}',
					returnAll: true,
					maxCost: 0,
					options: { concurrency },
				},
				{ items: users, baseUrl: gateway.url },
			);
			const seconds = (performance.now() - begin) / 1000;
			const records = execution.items('Data Access').length;
			if (records !== items * POSTS) throw new Error(`${records} records of ${items * POSTS} came`);
			return seconds;
		}

		// The first call of a process loads what the others find loaded.
		await gateway.configure({ latencyMs: 0 });
		await timed(10, 3);

		const latencyRows: Array<Array<string | number>> = [];
		const items = quick ? 20 : 200;
		for (const concurrency of [1, 3, 10]) {
			const few = concurrency === 1 ? items / 4 : items;
			const [seconds, floors]: number[][] = [[], []];
			for (let round = 0; round < rounds; round++) {
				floors.push(await floorFor(few, concurrency));
				seconds.push(await secondsFor(few, concurrency));
			}
			const ideal = (Math.ceil(few / concurrency) * LATENCY_MS) / 1000;
			const [taken, floor] = [median(seconds), median(floors)];
			latencyRows.push([
				few,
				concurrency,
				ideal.toFixed(1),
				floor.toFixed(1),
				taken.toFixed(1),
				ratio(taken / ideal),
				ratio(taken / floor),
			]);
		}

		const limitRows: Array<Array<string | number>> = [];
		const limited = quick ? 25 : 200;
		for (const concurrency of quick ? [10] : [3, 10]) {
			await gateway.reset();
			await gateway.configure({ callsPerSecond: CALLS_PER_SECOND });
			const taken = await timed(limited, concurrency);
			// The first second's calls go through at once.
			const ideal = Math.ceil(limited / CALLS_PER_SECOND) - 1;
			const { entries } = await gateway.ledger();
			const refused = entries.filter(({ httpStatus }) => httpStatus === 429).length;
			limitRows.push([
				limited,
				concurrency,
				ideal.toFixed(1),
				taken.toFixed(1),
				ratio(taken / ideal),
				refused,
			]);
		}
		gateway.close();
		bench.close();
		const columns = ['Input items', 'Concurrency', 'Ideal (s)'];
		return [
			{
				caption: `${LATENCY_MS} ms latency`,
				columns: [...columns, 'undici (s)', 'Data Access (s)', '/ ideal', '/ undici'],
				rows: latencyRows,
			},
			{
				caption: `${CALLS_PER_SECOND} calls a second`,
				columns: [...columns, 'Data Access (s)', '/ ideal', '429 answers'],
				rows: limitRows,
				note: 'Every record came, in every row. A 429 costs nothing.',
			},
		];
	},
};
