import assert from 'node:assert/strict';

import { RUN_ROUTES } from '../../harness/freeRoutes.mts';
import { callWebhook, executeByWebhook, executeWorkflow } from '../harness/executions.mts';
import { executionEnd, executionsOf } from '../harness/executions.mts';
import { retryExecution, succeeded } from '../harness/executions.mts';
import { changed, example } from '../harness/examples.mts';
import { withAccounts } from '../harness/outside.mts';
import type { RegularMode } from '../harness/regularMode.mts';
import { until } from '../harness/until.mts';
import { activate, saveWorkflow } from '../harness/workflows.mts';
import type { SavedWorkflow } from '../harness/workflows.mts';
import { paidPages } from '../harness/world.mts';
import { scheduled } from './examples.mts';
import type { Story } from './overRestart.mts';

const MESSAGES = 24;
/** Slack has taken this message when n8n is killed, but n8n does not know it. */
const LAST_MESSAGE = 8;

/** Save execution progress, as all examples with Only New Records have it. */
export function messagesGoOn(world: RegularMode): Story {
	let workflow: SavedWorkflow;
	return {
		promise: 'messages that go out one by one go on by Retry, and nothing is bought again',
		async begin() {
			const { rest, outside, emulator } = world;
			outside.forget();
			const watched = withAccounts(example('keywords-watched-to-slack'), outside);
			workflow = await activate(world, scheduled(watched));
			await succeeded(executeByWebhook(rest, workflow));
			emulator.changeList('fetch_search_videos', 'red fox', { add: MESSAGES });
			outside.silentFrom = LAST_MESSAGE;
			await callWebhook(rest, workflow);
			await until('the last message', 60, () => outside.messages.length === LAST_MESSAGE);
		},
		async goOn() {
			const { rest, outside } = world;
			outside.silentFrom = Infinity;
			const paid = paidPages(world, 'red fox').length;
			const [newest] = await executionsOf(rest, workflow);
			const killed = await executionEnd(rest, newest!.id);
			assert.equal(outside.messages.length, LAST_MESSAGE);
			await succeeded(retryExecution(rest, killed, false));
			const texts = outside.messages.map(({ text }) => text);
			assert.equal(new Set(texts).size, MESSAGES);
			assert.equal(texts.length, MESSAGES + 1);
			assert.equal(paidPages(world, 'red fox').length, paid);
		},
	};
}

const ROWS = 200;
const CUT_AT = 68;
const RECORDS = 2;
const keywords = Array.from({ length: ROWS }, (_, row) => `row ${row + 1} size-${RECORDS}`);

/** An execution that is killed in the middle of a sheet, and the example that continues it. */
export function sheetGoesOn(world: RegularMode): Story {
	let workflow: SavedWorkflow;
	return {
		promise: 'go-on-after-a-crash: each row of a killed execution is paid once',
		async begin() {
			const { rest, outside, emulator } = world;
			emulator.configure({ freeRoutes: RUN_ROUTES });
			outside.sheets.fill(
				'Keywords',
				keywords.map((keyword) => ({ keyword })),
			);
			outside.sheets.fill('Videos', [], ['key']);
			const inOrder = changed(example('go-on-after-a-crash'), 'Search videos', {
				parameters: { options: { includeInputFields: true, concurrency: 1 } },
			});
			workflow = await saveWorkflow(rest, withAccounts(inOrder, outside));
			emulator.addFault({ kind: 'hang', match: { key: keywords[CUT_AT - 1]! } });
			void executeWorkflow(rest, workflow, TRIGGER).catch(() => undefined);
			const isAsked = () => emulator.ledger.some(({ key }) => key === keywords[CUT_AT - 1]);
			await until(`row ${CUT_AT}`, 120, isAsked);
		},
		async goOn() {
			const { rest, outside } = world;
			const paid = () => keywords.map((keyword) => paidPages(world, keyword).length);
			assert.equal(paid().filter((pages) => pages > 0).length, CUT_AT);
			assert.deepEqual(outside.sheets.rows('Videos'), []);
			await succeeded(executeWorkflow(rest, workflow, TRIGGER));
			assert.deepEqual(paid(), Array<number>(ROWS).fill(1));
			const rows = outside.sheets.rows('Videos');
			const found = Map.groupBy(rows, ({ keyword }) => keyword);
			assert.deepEqual([...found.keys()].toSorted(), keywords.toSorted());
			assert.equal(new Set(rows.map(({ key }) => key)).size, ROWS * RECORDS);
			assert.equal(rows.length, ROWS * RECORDS);

			await succeeded(executeWorkflow(rest, workflow, TRIGGER));
			assert.deepEqual(paid(), Array<number>(ROWS).fill(1));
			assert.equal(outside.sheets.rows('Videos').length, rows.length);
		},
	};
}

const TRIGGER = 'When clicking ‘Execute workflow’';
