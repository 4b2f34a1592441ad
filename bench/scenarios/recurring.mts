import type { Ask, Peer } from '../harness/ask.mts';
import { startGateway } from '../harness/gateway.mts';
import { startN8nEngine } from '../harness/n8n.mts';
import { missedIn } from '../harness/scenario.mts';
import type { Scenario } from '../harness/scenario.mts';
import { cpuOf, median, ratio } from '../harness/statistics.mts';
import { longestBlock } from '../harness/thread.mts';
import { dataAccess } from '../peers/dataAccess.mts';
import { httpRequest } from '../peers/httpRequest.mts';

const PEERS = [dataAccess, httpRequest];

const PAGE_SIZE = 12;

/** Only for Data Access: HTTP Request takes half a minute to read a thousand lists once. */
const ROUNDS = 3;

/** Milliseconds of a call, as at a platform. With a second, the scenario would take six minutes. */
const LATENCIES = [300];

/** The node's default. */
const CONCURRENCY = 3;

interface Run {
	calls: number;
	records: number;
	/** Calls of n8n's helper for what nodes remember. */
	accesses: number;
	/** CPU milliseconds. */
	cpu: number;
}

/** What a peer takes for lists that it has read before. */
interface Outcome {
	quiet: Run;
	/** Milliseconds. */
	longestHold: number;
	/** CPU milliseconds if all records are wanted. */
	cpuOfAll: number;
	grown: Run;
}

export const scenario: Scenario = {
	title: 'A thousand lists, again and again',
	measures:
		'What a scheduled workflow takes that reads many users’ posts and delivers only new ones, in the engine of n8n 2.41 with its own helper for what nodes remember: calls, records told again, accesses of that memory, the longest hold of the thread, CPU over a run that delivers everything, and with slow calls accesses and wall time.',
	matters:
		'People watch hundreds of lists on a schedule, and most of the time nothing is new: that must cost one call a list, and little else.',
	goal: 'Data Access, for 1,000 lists: 1,000 calls, 0 records told again, at most 25 accesses, 75 ms and 1.5; 1,000 calls and 100 records where 100 lists have a new one; and behind calls of 300 ms at most 25 accesses, and 1.10 of calls × latency ÷ concurrency.',
	async run({ quick }) {
		const lists = quick ? 20 : 1000;
		const growing = lists / 10;
		const gateway = await startGateway();
		const n8n = await startN8nEngine(gateway, PEERS);
		const users = Array.from({ length: lists }, (_, at) => `watched-${at}-size-${PAGE_SIZE}`);

		const read = async (peer: Peer, ask: Partial<Ask>) => {
			const whole = { pageSize: PAGE_SIZE, ...ask };
			const { execution, records } = await n8n.run(peer, whole, users);
			if (execution.error) throw new Error(`${peer.name}: ${execution.error.message}`);
			return records;
		};
		const look = async (peer: Peer): Promise<Run> => {
			const { calls } = (await gateway.ledger()).summary;
			const accesses = n8n.memory.calls();
			let records = 0;
			const cpu = await cpuOf(async () => (records = await read(peer, { onlyNew: true })));
			return {
				calls: (await gateway.ledger()).summary.calls - calls,
				records,
				accesses: n8n.memory.calls() - accesses,
				cpu,
			};
		};

		const outcomes = new Map<Peer, Partial<Outcome>>();
		for (const peer of PEERS) {
			await look(peer);
			const types = peer.nodes({ pageSize: PAGE_SIZE, onlyNew: true }, gateway, {});
			const names = types.map(({ type }) => type);
			const quiet: Run[] = [];
			const [cpuOfAll, holds]: number[][] = [[], []];
			const rounds = quick || peer !== dataAccess ? 1 : ROUNDS;
			for (let round = 0; round < rounds; round++) {
				quiet.push(await look(peer));
				cpuOfAll.push(await cpuOf(async () => await read(peer, {})));
				const again = async () => await read(peer, { onlyNew: true });
				holds.push(await longestBlock(n8n.engine, again, names));
			}
			const most = (what: keyof Run) => Math.max(...quiet.map((run) => run[what]));
			outcomes.set(peer, {
				quiet: {
					calls: most('calls'),
					records: most('records'),
					accesses: most('accesses'),
					cpu: median(quiet.map((run) => run.cpu)),
				},
				longestHold: median(holds),
				cpuOfAll: median(cpuOfAll),
			});
		}
		for (const user of users.slice(0, growing)) await gateway.changeList(user, { add: 1 });
		for (const peer of PEERS) outcomes.get(peer)!.grown = await look(peer);
		const slow: string[][] = [];
		for (const latencyMs of LATENCIES) {
			await gateway.configure({ latencyMs });
			const began = Date.now();
			const { calls, accesses } = await look(dataAccess);
			const wall = Date.now() - began;
			const least = (calls * latencyMs) / CONCURRENCY;
			slow.push([`${latencyMs} ms`, String(calls), String(accesses), ratio(wall / least)]);
		}
		gateway.close();
		await n8n.close();

		const row = (label: string, goal: string | number, cell: (of: Outcome) => string | number) => [
			label,
			...PEERS.map((peer) => cell(outcomes.get(peer) as Outcome)),
			goal,
		];
		const columns = ['What', 'Data Access', 'HTTP Request + Remove Duplicates', 'Goal'];
		const goalOf = (cells: Array<string | number>) =>
			typeof cells.at(-1) === 'number' ? cells.at(-1) : undefined;
		const quietRows = [
			row('Calls', lists, ({ quiet }) => quiet.calls),
			row('Records told again', 0, ({ quiet }) => quiet.records),
			row('Accesses of the memory', '≤ 25', ({ quiet }) => quiet.accesses),
			row('Longest hold of the thread (ms)', '≤ 75', (of) => of.longestHold.toFixed(0)),
			row('CPU (ms/list)', '–', (of) => (of.quiet.cpu / lists).toFixed(2)),
			row('CPU / CPU where all are delivered', '≤ 1.5', (of) => ratio(of.quiet.cpu / of.cpuOfAll)),
		];
		const grownRows = [
			row('Calls', lists, ({ grown }) => grown.calls),
			row('Records', growing, ({ grown }) => grown.records),
			row('Accesses of the memory', '–', ({ grown }) => grown.accesses),
		];
		return [
			{
				caption: `Nothing new in ${lists} lists of ${PAGE_SIZE} records`,
				columns,
				rows: quietRows,
				missed: missedIn(quietRows, goalOf),
				note: 'Data Access delivers only new records by itself. The memory’s rows are in this process: what n8n’s database adds is not measured.',
			},
			{
				caption: `One new record in each of ${growing} of the ${lists} lists`,
				columns,
				rows: grownRows,
				missed: missedIn(grownRows, goalOf),
			},
			{
				caption: `Nothing new in ${lists} lists, behind slow calls, ${CONCURRENCY} at once`,
				columns: ['A call takes', 'Calls', 'Accesses of the memory', 'Wall time'],
				rows: slow,
				missed: missedIn(slow, () => String(lists)),
				note: 'Wall time as a multiple of calls × latency ÷ concurrency. Goal: at most 25 accesses, and 1.10.',
			},
		];
	},
};
