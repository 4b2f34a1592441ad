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

interface Case {
	loss: (typeof LOSSES)[number];
	page: number;
	items: number;
	form: 'flat' | 'grouped';
	operation: OperationCase;
}

const CASES = LOSSES.map((loss, row): [name: string, each: Case] => {
	const page = 1 + (row % PAGES);
	const items = row % 4 < 2 ? 1 : 3;
	const form = row % 2 === 0 ? 'flat' : 'grouped';
	const operation = OPERATIONS[row % OPERATIONS.length]!;
	const name = `${loss[0]} | page ${page} | ${items} items | ${form} | ${operation.name}`;
	return [name, { loss, page, items, form, operation }];
});

/** The parameters of the list that each input item names. */
function listFrom({ parameters }: OperationCase): IDataObject {
	const fields = Object.entries(parameters('LIST')).map(([name, value]) => {
		const isKey = String(value).includes('LIST');
		return [name, isKey ? `=${String(value).replace('LIST', '{{ $json.list }}')}` : value];
	});
	return { ...Object.fromEntries(fields), pageSize: PAGE_SIZE };
}

test.each(CASES)('an answer that was lost is found again: %s', async (_name, each) => {
	const { loss, page, items, form, operation } = each;
	const [, fault, isLate] = loss;
	world.emulator.configure({ inputFormat: form });
	const number = CASES.findIndex(([, other]) => other === each);
	const lists = Array.from({ length: items }, (_, item) => ({
		list: `l${number}-${item}-size-${SIZE}`,
	}));
	// Replies have no short Timeout.
	const isSlow = isLate && operation === getCommentReplies;
	const met: Fault = isSlow ? { kind: 'reset', delayMs: 300 } : fault;
	world.emulator.addFault({ ...met, match: { key: operation.listKey(lists[0]!.list), page } });
	const parameters = { ...listFrom(operation), returnAll: true, output: 'raw', maxCost: 1 };
	const options = isLate ? { timeout: isSlow ? 30 : 1 } : {};
	const run = await world.run({ ...parameters, options }, { items: lists });
	expect(run).toMatchObject({ status: 'success', errors: [] });
	const { ledger, freeLedger } = world.emulator;
	const ids = run.records.map(operation.idOf);
	expect(ids.toSorted()).toEqual(ledger.flatMap(({ recordIds }) => recordIds).toSorted());
	expect(new Set(ids).size).toBe(SIZE * items);
	const cost = dollars(ledger.reduce((sum, { charged }) => sum + charged, 0));
	expect(statementOf(run)).toMatchObject({ calls: ledger.length, cost, possible: 0 });
	expect(new Set(ledger.map(({ position }) => position)).size).toBe(ledger.length);
	expect(new Set(freeLedger.map(({ method }) => method))).toEqual(new Set(['GET']));
});
