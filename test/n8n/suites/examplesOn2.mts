import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { parse } from 'flatted';

import { changed, example } from '../harness/examples.mts';
import { executeByWebhook, succeeded } from '../harness/executions.mts';
import type { Turn } from '../harness/model.mts';
import { withAccounts } from '../harness/outside.mts';
import type { RegularMode } from '../harness/regularMode.mts';
import { until } from '../harness/until.mts';
import { activate } from '../harness/workflows.mts';
import type { SavedWorkflow } from '../harness/workflows.mts';
import { scheduled, SITE } from './examples.mts';

type Json = Record<string, unknown>;

/** A message in the chat that waits for a click. */
interface Question {
	text: string;
	buttons: Array<{ text: string; link: string }>;
}

type Message = Question | string;

/** The output of a node that wrote to the chat. */
type Output = Array<Array<{ sendMessage: Message }>>;

/** The stored execution whose last node wrote to the chat. */
interface Waiting {
	lastNodeExecuted: string;
	runData: Record<string, Array<{ data: { main?: Output; ai_tool?: Output } }>>;
}

/** The examples with nodes that n8n 1 lacks. */
export function testExamplesOn2(world: RegularMode): void {
	async function rowsOf(table: string): Promise<Json[]> {
		const { rest } = world;
		const { id: project } = await rest.call<{ id: string }>('GET', '/rest/projects/personal');
		const path = `/rest/projects/${project}/data-tables`;
		const { data } = await rest.call<{ data: Array<{ id: string; name: string }> }>('GET', path);
		const { id } = data.find(({ name }) => name === table)!;
		return (await rest.call<{ data: Json[] }>('GET', `${path}/${id}/rows?take=250`)).data;
	}

	describe('examples', () => {
		test('new-posts-to-a-data-table and costs-of-the-week-to-slack', async () => {
			const { emulator, outside, rest } = world;
			outside.forget();
			emulator.reset();
			const users = ['25025320', '1067259270', '787132'];
			for (const user of users) emulator.setList('fetch_user_posts_v2', user, { size: 30 });
			const jsonOutput = JSON.stringify({ site: SITE, user: users });
			const table = example('new-posts-to-a-data-table');
			const withSite = changed(table, 'Users', { parameters: { jsonOutput } });
			const workflow = await activate(world, scheduled(withSite));
			const morning = async () => {
				await succeeded(executeByWebhook(rest, workflow));
				return await rowsOf('Data Access posts');
			};
			const first = await morning();
			assert.equal(first.length, 60);
			const listOf = (id: unknown) =>
				emulator.ledger.find(({ recordIds }) => recordIds.includes(String(id)))?.key;
			for (const { recordId, user, postedAt, url } of first) {
				assert.match(String(url), /^https:\/\/photos\.example\.com\/p\/[\da-f]{11}\/$/);
				assert.equal(listOf(recordId), user);
				// The post's time, not the time at which the row was written.
				assert.ok(new Date(String(postedAt)).getTime() < Date.UTC(2025, 11));
			}
			assert.equal(new Set(first.map(({ recordId }) => recordId)).size, 60);

			emulator.changeList('fetch_user_posts_v2', '787132', { add: 2 });
			assert.equal((await morning()).length, 62);
			const costs = await rowsOf('Data Access costs');
			const rows = costs.map(({ user, records, calls, cost }) => [user, records, calls, cost]);
			const [before, after] = [
				[20, 20, 20],
				[0, 0, 2],
			].map((came) => users.map((user, at) => [user, came[at], 1, 0.0015]));
			assert.deepEqual(rows, [...before!, ...after!]);
			const weekly = withAccounts(example('costs-of-the-week-to-slack'), outside);
			await succeeded(executeByWebhook(rest, await activate(world, scheduled(weekly))));
			const lines = outside.messages.flatMap(({ text }) => text.split('\n'));
			const sums = users.map((user, at) => `${user}: $0.003, ${[20, 20, 22][at]} new`);
			assert.deepEqual(lines, sums);
			// A run that delivers the same records again adds no row.
			const whole = changed(table, 'New posts', { parameters: { onlyNew: false } });
			await succeeded(executeByWebhook(rest, await activate(world, scheduled(whole))));
			assert.equal((await rowsOf('Data Access posts')).length, 62);
		});

		/** Writes to the chat of a published workflow, whose model then takes these turns. Returns the execution's ID. */
		async function say({ nodes }: SavedWorkflow, ...turns: Turn[]): Promise<string> {
			world.model.plays(...turns);
			const { webhookId } = nodes.find(({ type }) => type.endsWith('.chatTrigger'))!;
			const response = await fetch(`${world.rest.url}/webhook/${String(webhookId)}/chat`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ action: 'sendMessage', sessionId: 's', chatInput: 'Foxes?' }),
			});
			assert.equal(response.status, 200);
			return ((await response.json()) as { executionId: string }).executionId;
		}

		/** Waits until an execution waits at this node, and returns what the chat shows. */
		async function shown(id: string, at: string): Promise<Message> {
			const path = `/rest/executions/${id}`;
			return await until(`${at} to wait`, 30, async () => {
				const stored = await world.rest.call<{ status: string; data: string }>('GET', path);
				const { lastNodeExecuted, runData } = parse(stored.data).resultData as Waiting;
				if (stored.status !== 'waiting' || lastNodeExecuted !== at) return false;
				const { main, ai_tool: tool } = runData[at]!.at(-1)!.data;
				return (tool ?? main)![0]![0]!.sendMessage;
			});
		}

		async function click({ buttons }: Question, text: string): Promise<void> {
			const { link } = buttons.find((button) => button.text === text)!;
			// n8n ignores clicks of link previews.
			const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' };
			assert.equal((await fetch(link, { headers })).status, 200);
		}

		test('agent-that-asks-first', async () => {
			const { emulator, model } = world;
			emulator.reset();
			const workflow = await activate(world, example('agent-that-asks-first'));
			const use = (keyword: string) => {
				const input = { toolParameters: { keyword }, hitlParameters: {} };
				return [{ tool: 'Search_images', input }];
			};

			const approved = await say(workflow, use('sand fox'), use('arctic fox'), 'Two foxes.');
			const question = (await shown(approved, 'Ask first')) as Question;
			assert.match(question.text, /Search_images: at most \$0\.015\n\n.*"sand fox"/);
			assert.deepEqual(emulator.ledger, []);
			await click(question, 'Approve');
			const next = await until('the next question', 30, async () => {
				const asked = (await shown(approved, 'Ask first')) as Question;
				return asked.text.includes('arctic') && asked;
			});
			const keys = () => emulator.ledger.map(({ key }) => key);
			assert.deepEqual(keys(), ['sand fox']);
			await click(next, 'Decline');
			assert.equal(await shown(approved, 'Answer'), 'Two foxes.');
			assert.deepEqual(keys(), ['sand fox']);
			const [bought, declined] = model.answers();
			assert.equal((JSON.parse(bought!) as Json[]).length, 10);
			assert.match(declined!, /rejected/);

			// Without an answer, nothing is bought.
			await shown(await say(workflow, use('grey fox'), 'Nothing.'), 'Ask first');
			assert.equal(emulator.ledger.length, 1);
		});
	});
}
