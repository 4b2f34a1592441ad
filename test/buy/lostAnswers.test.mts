import { beforeEach, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../emulator/emulator.mts';
import { shareClock, skipWaits } from '../harness/clock.mts';
import { RUN_ROUTES } from '../harness/freeRoutes.mts';
import { dollars, statementOf } from '../harness/money.mts';
import {
	getCommentReplies,
	getPosts,
	getSubComments,
	searchImages,
} from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld();

const PAGES = 3;
const PAGE_SIZE = 2;
const SIZE = PAGES * PAGE_SIZE;

const OPERATIONS = [getPosts, searchImages, getSubComments, getCommentReplies];
const pageSizes = Object.fromEntries(OPERATIONS.map(({ name }) => [name, PAGE_SIZE]));

beforeEach(() => {
	skipWaits();
	shareClock();
	world.emulator.configure({ pageSizes, freeRoutes: RUN_ROUTES });
});

/** The ways in which an answer is lost, though its call ran and was charged. */
const LOSSES: Array<[name: string, fault: Fault, isLate?: boolean]> = [
	['reset before any byte', { kind: 'reset' }],
	['ended in the headers', { kind: 'cutHeaders' }],
	['ended after the headers', { kind: 'cutBody', part: 0 }],
	['ended before the last byte', { kind: 'cutBody', part: 0.99 }],
	['never sent', { kind: 'hang' }, true],
	['too late', { kind: 'reset', delayMs: 1500 }, true],
	['a 504 as a web page', { kind: 'server', httpStatus: 504, body: 'html', charged: true }],
	['a bare 408', { kind: 'refused', httpStatus: 408, run: { status: 'COMPLETED' } }],
	['an empty body', { kind: 'emptyBody' }],
	['half of the JSON', { kind: 'invalidJson' }],
	['202, and over soon', { kind: 'accepted', run: { status: 'COMPLETED', endsAfterMs: 500 } }],
	['reset, and over soon', { kind: 'reset', run: { status: 'COMPLETED', endsAfterMs: 500 } }],
];

const HOSTS = ['node', 'tool', 'trigger'] as const;

interface Case {
	loss: (typeof LOSSES)[number];
	host: (typeof HOSTS)[number];
	page: number;
	items: number;
	form: 'flat' | 'grouped';
	operation: OperationCase;
}

const CASES = LOSSES.flatMap((loss, row) =>
	HOSTS.map((host, column): Case => ({
		loss,
		host,
		page: 1 + ((row + column) % PAGES),
		items: (row + (column >> 1)) % 2 === 0 || host === 'trigger' ? 1 : 3,
		form: (row + column) % 2 === 0 ? 'flat' : 'grouped',
		operation: OPERATIONS[(row + 2 * column) % OPERATIONS.length]!,
	})),
);

/** Every two of a loss, a host, a page, a number of items and a form occur together. */
const casesNamed = CASES.map((each) => {
	const { loss, host, page, items, form, operation } = each;
	const name = `${loss[0]} | ${host} | page ${page} | ${items} items | ${form} | ${operation.name}`;
	return [name, each] as const;
});

/** What a run delivered, and what it says that it spent. */
interface Outcome {
	ids: string[];
	calls: number;
	cost: number;
	possible: number;
}

/** The parameters of a list that an expression names. */
function listFrom({ parameters }: OperationCase, expression: string): IDataObject {
	const fields = Object.entries(parameters('LIST')).map(([name, value]) => {
		const isKey = String(value).includes('LIST');
		return [name, isKey ? `=${String(value).replace('LIST', `{{ ${expression} }}`)}` : value];
	});
	return { ...Object.fromEntries(fields), pageSize: PAGE_SIZE };
}

async function outcomeOf(
	{ host, operation, loss: [, , isLate] }: Case,
	lists: string[],
): Promise<Outcome> {
	const { idOf, parameters } = operation;
	const options = isLate ? { timeout: operation === getCommentReplies ? 30 : 1 } : {};
	const common = { returnAll: true, output: 'raw', maxCost: 1, options };
	const own = { ...listFrom(operation, '$json.list'), ...common };
	switch (host) {
		case 'node': {
			const run = await world.run(own, { items: lists.map((list) => ({ list })) });
			expect(run).toMatchObject({ status: 'success', errors: [] });
			return { ids: run.records.map(idOf), ...statementOf(run) };
		}
		case 'tool': {
			const uses = lists.map((list) => ({ list }));
			const asked = { ...listFrom(operation, "$fromAI('list')"), ...common };
			const { answers, context, status } = await world.runAgent(asked, [uses]);
			expect(status).toBe('success');
			const { calls, cost, possibleCost } = context as Record<string, number>;
			const ids = answers.flat(2).map(idOf);
			return { ids, calls, cost, possible: possibleCost };
		}
		case 'trigger': {
			const asked = {
				...parameters(lists[0]!),
				pageSize: PAGE_SIZE,
				output: 'raw',
				firstPoll: 'emit',
				maxCost: 1,
			};
			const { output, spent } = await world.poll(asked, { staticData: {} });
			const text = spent.join();
			const ids = output?.[0]?.map(({ json }) => idOf(json)) ?? [];
			return { ids, ...statementOf({ hint: text } as never) };
		}
	}
}

let casesRun = 0;

test.each(casesNamed)('an answer that was lost is found again: %s', async (_name, each) => {
	const number = ++casesRun;
	const { loss, page, items, form, operation, host } = each;
	const [, fault, isLate] = loss;
	world.emulator.configure({ inputFormat: form });
	const lists = Array.from({ length: items }, (_, item) => `l${number}-${item}-size-${SIZE}`);
	// The trigger has no Timeout, and replies none that is short.
	const isSlow = isLate && (host === 'trigger' || operation === getCommentReplies);
	const met: Fault = isSlow ? { kind: 'reset', delayMs: 300 } : fault;
	world.emulator.addFault({ ...met, match: { key: operation.listKey(lists[0]!), page } });
	const outcome = await outcomeOf(each, lists);
	const { ledger, freeLedger } = world.emulator;
	const positions = ledger.map(({ position }) => position);
	expect({ ...outcome, ids: outcome.ids.toSorted() }).toMatchObject({
		ids: ledger.flatMap(({ recordIds }) => recordIds).toSorted(),
		calls: ledger.length,
		cost: dollars(ledger.reduce((sum, { charged }) => sum + charged, 0)),
		possible: 0,
	});
	expect(new Set(outcome.ids).size).toBe(SIZE * items);
	expect(new Set(positions).size).toBe(positions.length);
	expect(new Set(freeLedger.map(({ method }) => method))).toEqual(new Set(['GET']));
});
