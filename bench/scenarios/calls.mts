import { setTimeout as delay } from 'node:timers/promises';

import type { Fault } from '../../emulator/faults/fault.mts';
import type { ListSettings } from '../../emulator/lists/list.mts';
import { RUN_ROUTES } from '../../test/harness/freeRoutes.mts';
import type { Ask, NodeSettings, Peer } from '../harness/ask.mts';
import { startGateway } from '../harness/gateway.mts';
import type { Gateway } from '../harness/gateway.mts';
import { startN8nEngine } from '../harness/n8n.mts';
import type { N8nEngine } from '../harness/n8n.mts';
import { missedIn } from '../harness/scenario.mts';
import type { Scenario } from '../harness/scenario.mts';
import { ratio } from '../harness/statistics.mts';
import { dataAccess } from '../peers/dataAccess.mts';
import { httpRequest } from '../peers/httpRequest.mts';
import { lean } from '../peers/lean.mts';

const PEERS = [dataAccess, httpRequest, lean];

const PAGE_SIZE = 12;
const PAGES = 5;
const RECORDS = PAGE_SIZE * PAGES;

/** Maximum number of times that a user runs a failed workflow again. */
const MOST_RUNS = 3;

/** Number of charged calls that the balance pays for, because some peers would never stop. */
const BALANCE = 100;

/** The hours of a week. A year would take most of an hour to measure, for nearly the same ratio. */
const WEEK = 7 * 24;

/** Something that happens to a list, and the minimum that it takes to get the list. */
interface Case {
	label: string;
	users: string[];
	ask?: Partial<Ask>;
	faults?: Fault[];
	/** The gateway lists its runs, so that a lost answer can be recovered. */
	listsRuns?: boolean;
	/** What is special about every list. */
	list?: Partial<ListSettings>;
	node?: NodeSettings;
	/** Number of scheduled executions; by default, one manual run. */
	scheduled?: number;
	/** Number of charged calls that the balance pays for; by default BALANCE. */
	balance?: number;
	/** Minimum number of charged calls for the records. */
	needed: number;
	/** Records of those calls beyond those that were requested. */
	spare?: number;
	/** Number of requested records. */
	wanted: number;
}

const ONE = [`one-size-${RECORDS}`];
const TEN = Array.from({ length: 10 }, (_, index) => `ten-${index}-size-${PAGE_SIZE}`);

const CASES: Case[] = [
	{ label: 'Nothing goes wrong', users: ONE, needed: PAGES, wanted: RECORDS },
	{
		label: 'A rate limit (429) on page 3 of 5',
		users: ONE,
		faults: [{ kind: 'rateLimited', match: { page: 3 } }],
		needed: PAGES,
		wanted: RECORDS,
	},
	{
		// Before the next row, because a route that was missing is not requested again soon.
		label: 'The answer to page 3 of 5 is lost',
		users: ONE,
		faults: [{ kind: 'cutBody', match: { page: 3 } }],
		listsRuns: true,
		needed: PAGES,
		wanted: RECORDS,
	},
	{
		// The lost answer is charged, so the list takes at least six calls.
		label: 'The gateway hangs up on page 4 of 5',
		users: ONE,
		faults: [{ kind: 'reset', match: { page: 4 } }],
		needed: PAGES + 1,
		wanted: RECORDS,
	},
	{
		label: 'Retry On Fail is on, a 503 on page 3 of 5',
		users: ONE,
		faults: [{ kind: 'server', httpStatus: 503, match: { page: 3 } }],
		node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
		needed: PAGES,
		wanted: RECORDS,
	},
	{
		label: 'A limit in the middle of page 3 of 5',
		users: ONE,
		ask: { limit: 30 },
		needed: 3,
		spare: 6,
		wanted: 30,
	},
	{
		// A user who sees the refusal corrects the item and runs the workflow again.
		label: '10 input items, one of which is refused at first',
		users: TEN,
		faults: [{ kind: 'refused', match: { call: 7 } }],
		needed: TEN.length,
		wanted: TEN.length * PAGE_SIZE,
	},
	{
		label: 'A list that claims more for ever',
		users: ONE,
		list: { endless: true },
		needed: PAGES,
		wanted: RECORDS,
	},
	{
		// The newest page shows that nothing is new.
		label: 'A week of hourly searches, nothing new',
		users: ONE,
		ask: { onlyNew: true },
		scheduled: WEEK,
		balance: WEEK * PAGES * 2,
		needed: PAGES + WEEK - 1,
		spare: PAGE_SIZE * (WEEK - 1),
		wanted: RECORDS,
	},
];

interface Outcome {
	/** Charged calls. */
	calls: number;
	/** Records that were paid for. */
	bought: number;
	/** Number of distinct records in the output. */
	delivered: number;
}

async function outcomeOf(
	{ users, ask, faults = [], listsRuns, list, node, ...more }: Case,
	peer: Peer,
	gateway: Gateway,
	n8n: N8nEngine,
	place: number,
): Promise<Outcome> {
	const { scheduled = 0, balance = BALANCE } = more;
	await gateway.reset();
	if (listsRuns) await gateway.configure({ freeRoutes: RUN_ROUTES });
	n8n.memory.reset();
	if (list) await gateway.setList('*', list);
	for (const fault of faults) await gateway.addFault(fault);
	const whole = { pageSize: PAGE_SIZE, ...ask };
	// Pages that are kept after failures must not serve the next case.
	const own = users.map((user) => `case-${place}-${user}`);
	let delivered = 0;
	for (let run = 0; run < Math.max(scheduled, MOST_RUNS); run++) {
		const running = n8n.run(peer, whole, own, { node });
		await stopAt(balance, running, gateway);
		const { execution, records } = await running;
		// A record that a later execution returns again counts once.
		if (!execution.error) delivered = Math.max(delivered, records);
		if (run + 1 >= scheduled && !execution.error) break;
	}
	const { entries } = await gateway.ledger();
	const charged = entries.filter((entry) => entry.charged > 0);
	return {
		calls: charged.length,
		// A lost answer has no records, unless the gateway lists its run.
		bought: charged.reduce(
			(sum, { records, delivered }) => sum + (delivered || listsRuns ? records : 0),
			0,
		),
		delivered,
	};
}

/** Refuses all further calls once the balance is used up. */
async function stopAt(balance: number, running: Promise<unknown>, gateway: Gateway): Promise<void> {
	const end = running.then(() => true);
	while (!(await Promise.race([end, delay(100, false)]))) {
		const { summary } = await gateway.ledger();
		if (summary.calls < balance) continue;
		await gateway.addFault({ kind: 'refused', httpStatus: 402, times: null });
		return;
	}
}

export const scenario: Scenario = {
	title: 'Calls bought',
	measures:
		'Charged calls over the calls without which the list cannot be had, and records delivered over records paid for, counted by the ledger of the gateway.',
	matters:
		'Every call costs money, and a record that was paid for and lost has to be paid for again.',
	goal: 'Data Access: 1.00 and 1.00 in every row.',
	async run() {
		const gateway = await startGateway();
		const n8n = await startN8nEngine(gateway, PEERS);
		const calls: string[][] = [];
		const records: string[][] = [];
		for (const [place, each] of CASES.entries()) {
			const { label, needed, wanted, spare = 0 } = each;
			const [callsRow, recordsRow]: [string[], string[]] = [[label], [label]];
			for (const peer of PEERS) {
				const { calls, bought, delivered } = await outcomeOf(each, peer, gateway, n8n, place);
				const isWhole = delivered >= wanted;
				const times = calls >= (each.balance ?? BALANCE) ? '∞' : ratio(calls / needed);
				callsRow.push(isWhole ? times : `${times} *`);
				// Records that come with a needed page count as delivered.
				recordsRow.push(
					ratio(delivered === 0 ? 0 : (Math.min(delivered, wanted) + spare) / bought),
				);
			}
			calls.push(callsRow);
			records.push(recordsRow);
		}
		gateway.close();
		await n8n.close();
		const names = PEERS.map(({ name }) => name);
		return [
			{
				caption: 'Calls bought / calls needed',
				columns: ['What happens', ...names],
				rows: calls,
				missed: missedIn(calls, () => ratio(1)),
				note: `A workflow that fails is run again, ${MOST_RUNS} times in all at most, and all its calls count. * the list never came whole; ∞ it went on buying until the balance was used up.`,
			},
			{
				caption: 'Records delivered / records paid for',
				columns: ['What happens', ...names],
				rows: records,
				missed: missedIn(records, () => ratio(1)),
				note: 'Records that stand on a needed page beyond what was asked for count as delivered: nobody can buy half a page.',
			},
		];
	},
};
