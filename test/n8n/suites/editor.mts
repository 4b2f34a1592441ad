import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { operations, searchImages } from '../../harness/operations.mts';

import { logIn, openBrowser } from '../harness/browser.mts';
import type { Tab } from '../harness/browser.mts';
import { createBearerToken, CREDENTIAL_NAME } from '../harness/credentials.mts';
import { Editor } from '../harness/editor.mts';
import { example, exampleFile } from '../harness/examples.mts';
import {
	agent,
	chain,
	dataAccess,
	dataAccessTool,
	dataAccessTrigger,
	manualTrigger,
	numberedItems,
	sideBySide,
	withTools,
} from '../harness/nodes.mts';
import { screenshot } from '../harness/screenshots.mts';
import { until } from '../harness/until.mts';
import { saveWorkflow } from '../harness/workflows.mts';
import type { Workflow, WorkflowNode } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';

/** What the window of a search shows before anything was typed into it. */
const FIELDS = {
	...{ resource: 'Note', operation: 'Search Images', keyword: '', source: 'explore_feed' },
	...{ returnAll: 'false', limit: '50', maxCost: '1', output: 'Simplified', onlyNew: 'false' },
};

/** A browser that is logged in, for the tests of one version. */
class Session {
	readonly world: World;
	tab!: Tab;
	editor!: Editor;
	private readonly known = new Set<string>();
	/** The workflow that is in view, with no node's window open: loading the editor takes seconds. */
	private shown: Workflow | undefined;
	private nodes: Workflow | undefined;

	constructor(world: World) {
		this.world = world;
		before(async () => {
			this.tab = await openBrowser();
			this.editor = new Editor(this.tab.page, world.rest);
			await logIn(this.tab.page, world.rest.url);
			await this.editor.open('new');
			// What n8n's own pages complain of before our node is there.
			this.tab.complaints.forEach((complaint) => this.known.add(complaint));
		});
		after(async () => {
			await this.tab?.close();
		});
	}

	picture(name: string): Promise<void> {
		return screenshot(this.tab.page, this.world.version.name, name);
	}

	/** A test whose failure leaves a picture. */
	seen(name: string, check: () => Promise<void>): void {
		test(name, async () => {
			try {
				await check();
			} catch (error) {
				this.shown = undefined;
				await this.picture(`failed-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`);
				throw error;
			}
		});
	}

	/** Shows a workflow, unless it is in view. */
	async show(workflow: Workflow): Promise<void> {
		if (this.shown === workflow) return;
		const { id } = await saveWorkflow(this.world.rest, workflow);
		await this.editor.open(id);
		this.shown = workflow;
	}

	/** Opens a node of a workflow, has something done in its window, and closes it. */
	async inNode(workflow: Workflow, node: string, act: () => Promise<void>): Promise<void> {
		await this.show(workflow);
		await this.editor.openNode(node);
		await act();
		await this.editor.closeNode();
	}

	/** Nodes as they are added, each for one test that runs it. */
	freshNodes(): Workflow {
		const nodes = ['Records', 'Many records', 'Balance'].map((name) =>
			dataAccess(name, this.world.credentialId),
		);
		this.nodes ??= sideBySide('Editor', manualTrigger(), nodes);
		return this.nodes;
	}

	/** What the editor complained of since our node was there. */
	complaints(): string[] {
		return this.tab.complaints.filter((complaint) => !this.known.has(complaint));
	}

	/** Leaves the workflow that is in view. */
	async openNew(): Promise<void> {
		this.shown = undefined;
		await this.editor.open('new');
	}
}

/**
 * The editor in a headless browser: what a person sees and clicks, with a picture of each. Here is what
 * depends on the version of n8n; testEditorInDetail has what one version shows for all.
 */
export function testEditor(world: World): void {
	describe('editor', () => {
		const session = new Session(world);
		testParts(session);
		testCredentialWindow(session);
		testPeace(session);
	});
}

/** The same with what is shown over the output, a workflow that is built, and the dark theme. */
export function testEditorInDetail(world: World): void {
	describe('editor', () => {
		const session = new Session(world);
		testParts(session);
		testMore(session);
		testCredentialWindow(session);
		testPeace(session);
	});
}

function testParts(session: Session): void {
	const { world } = session;

	session.seen('the node panel finds the node, lists its actions, and opens one', async () => {
		const { editor, tab } = session;
		await session.show(chain('Panel', [manualTrigger()]));
		const panel = await editor.searchNodes('data access');
		const card = panel.locator('[data-test-id="node-creator-item-name"]', {
			hasText: /^\s*Data Access\s*$/,
		});
		await card.first().waitFor();
		await session.picture('panel-search');
		await card.first().click();
		for (const { action } of operations.map(({ panel }) => panel)) {
			await panel.getByText(action, { exact: true }).waitFor();
		}
		await session.picture('panel-actions');
		await panel.getByText(searchImages.panel.action, { exact: true }).click();
		await tab.page.locator('[data-test-id="ndv"]').waitFor();
		assert.deepEqual(await editor.parameters(), FIELDS);
		await editor.closeNode();
	});

	session.seen(
		'in a tool, n8n does not offer to let the model choose what may be spent',
		async () => {
			const { editor } = session;
			const tool = dataAccessTool('Search images', world.credentialId);
			await session.inNode(withTools('Tool', agent(2.2), [tool]), tool.name, async () => {
				for (const returnAll of ['false', 'true']) {
					const shown = await editor.parameters();
					assert.equal(shown.returnAll, returnAll);
					assert.ok('maxCost' in shown);
					assert.ok(!('onlyNew' in shown));
					const offered = await editor.offeredToModel();
					assert.ok(offered.includes('keyword'), offered.join());
					assert.equal(offered.includes('limit'), returnAll === 'false');
					assert.ok(!offered.includes('maxCost'), offered.join());
					assert.ok(!offered.includes('returnAll'), offered.join());
					await session.picture(`tool-return-all-${returnAll}`);
					if (returnAll === 'false') await editor.toggle('returnAll');
				}
			});
		},
	);

	session.seen('in an example, a credential is picked in one node at most', async () => {
		const { editor } = session;
		await createBearerToken(world.rest, 'secret', 'Any token');
		await session.openNew();
		await editor.importFile(exampleFile('mcp-server'));
		const pick = async (node: string, credential: string) => {
			await editor.openNode(node);
			await editor.pickCredential(credential);
			await editor.closeNode();
		};
		await pick('MCP Server Trigger', 'Any token');
		// n8n 2 has filled it in, and saves by itself.
		if (world.version.major === 1) {
			await pick('Search note images', CREDENTIAL_NAME);
			await editor.save();
		}
		await until('all credentials to be saved', 20, async () => {
			// Of several keys, n8n takes the newest.
			const { nodes } = await editor.saved();
			const picked = nodes.flatMap(({ credentials = {} }) => Object.entries(credentials));
			const types = picked.map(([type]) => type).sort();
			assert.deepEqual(types, [...Array<string>(10).fill('dataAccessApi'), 'httpBearerAuth']);
			assert.ok(picked.every(([, { id }]) => id !== null));
			const token = picked.find(([type]) => type === 'httpBearerAuth');
			assert.equal(token?.[1].name, 'Any token');
			return true;
		});
	});

	session.seen('an endpoint is chosen from the list, or found by what is typed', async () => {
		const { editor } = session;
		const inspect = { resource: 'gateway', operation: 'inspect' };
		const node = dataAccess('Endpoint', world.credentialId, inspect);
		world.emulator.reset();
		const freeRoutes = { inspect: 'there', discover: 'there', endpoints: 'there' } as const;
		world.emulator.configure({ freeRoutes });
		await session.inNode(chain('Endpoints', [manualTrigger(), node]), 'Endpoint', async () => {
			const entries = await editor.locatorEntries('$0.002 · v2/forecast · Forecast');
			assert.ok(
				entries.some((name) => /\$0\.015 · app_v2\/search_images · Note: Search Images/.test(name)),
				entries.join(),
			);
			await session.picture('endpoint-list');
			await editor.searchLocator('weather', 'The weather of the next days in a city');
			await session.picture('endpoint-search');
			await editor.chooseInLocator('The weather of the next days in a city');
			assert.equal(await editor.executeStep(), 'success');
			await editor.output.getByText('Times are local.').first().waitFor();
			await session.picture('endpoint-inspected');
		});
		assert.deepEqual(world.emulator.ledger, []);
	});

	/** Nodes that get one item, many items, and many items for nothing. */
	function withItems(): Workflow {
		const keyword = '={{ "keyword " + $json.number }}';
		const inspect = { resource: 'gateway', operation: 'inspect' };
		const many = dataAccess('Many', world.credentialId, { keyword });
		const free = dataAccess('Free', world.credentialId, inspect);
		const one = dataAccess('One', world.credentialId, { keyword: 'one' });
		const [list, items] = numberedItems(25) as [WorkflowNode, WorkflowNode];
		const line = chain('Items', [manualTrigger(), list, items, many]);
		return {
			...line,
			nodes: [...line.nodes, { ...one, position: [448, 200] }, { ...free, position: [672, 200] }],
			connections: {
				...line.connections,
				...sideBySide('', list, [items, one]).connections,
				...sideBySide('', items, [many, free]).connections,
			},
		};
	}

	/** The warning over the output of a node that has many input items, before it has run. */
	const warning = () => session.editor.hints.filter({ hasText: 'many input items' });

	session.seen(
		'many input items are warned of before the run where they cost something',
		async () => {
			const { editor } = session;
			const workflow = withItems();
			world.emulator.reset();
			await session.inNode(workflow, 'Many', async () => {
				await editor.executePreviousNodes(25);
				await warning().waitFor();
				assert.match(await warning().innerText(), /at least one call.*Dry Run/);
				await session.picture('many-items');
				await editor.add('Add option', 'Dry Run');
				await warning().waitFor({ state: 'hidden' });
				assert.equal(await editor.executeStep(), 'success');
				await editor.output.getByText('25 items', { exact: true }).waitFor();
				assert.match((await editor.hints.allInnerTexts()).join(), /25 items would take 75 calls/);
				assert.equal(world.emulator.ledger.length, 0);
				await session.picture('dry-run');
			});
			for (const [node, count] of [
				['Free', 25],
				['One', 1],
			] as const) {
				await session.inNode(workflow, node, async () => {
					await editor.inputShows(count);
					assert.equal(await warning().count(), 0);
				});
			}
		},
	);

	session.seen('a filled node runs, and shows its items and what they cost', async () => {
		const { editor } = session;
		world.emulator.reset();
		await session.inNode(session.freshNodes(), 'Records', async () => {
			await editor.fill('keyword', 'sourdough bread');
			assert.equal(await editor.executeStep(), 'success');
			await editor.output.getByText('50 items', { exact: true }).waitFor();
			const hints = await editor.hints.allInnerTexts();
			// Where as many items come as Limit allows, n8n adds a line of its own.
			assert.equal(hints.length, 2, hints.join(' / '));
			assert.match(hints[1]!, /^Limit of 50 items reached/);
			assert.match(hints[0]!, /3 calls.*0\.045.*50 records/);
			const { ledger, summary } = world.emulator;
			assert.deepEqual(
				ledger.map(({ page }) => page),
				[1, 2, 3],
			);
			assert.equal(summary().charged, 0.045);
			await session.picture('items');
		});
	});

	session.seen(
		'a failure says what happened, what it cost and what to do; executed again, no page is bought twice',
		async () => {
			const { editor } = session;
			const { emulator } = world;
			emulator.reset();
			await session.inNode(session.freshNodes(), 'Balance', async () => {
				emulator.addFault({ kind: 'refused', httpStatus: 402, match: { page: 2 } });
				await editor.fill('keyword', 'rye bread');
				assert.equal(await editor.executeStep(), 'error');
				const { message, description } = await editor.failure();
				assert.match(message, /balance/);
				assert.match(description, /not charged/);
				assert.match(description, /2 calls.*0\.015/);
				assert.equal(emulator.summary().charged, 0.015);
				await session.picture('failure-balance');

				assert.equal(await editor.executeStep(), 'success');
				await editor.output.getByText('50 items', { exact: true }).waitFor();
				assert.match((await editor.hints.allInnerTexts()).join(), /1 page/);
				const bought = emulator.ledger.filter(({ charged }) => charged > 0);
				assert.deepEqual(
					bought.map(({ page }) => page),
					[1, 2, 3],
				);
				assert.equal(emulator.summary().charged, 0.045);
				await session.picture('items-after-failure');
			});
		},
	);
}

function testMore(session: Session): void {
	const { world } = session;

	session.seen('what is shown over the output is not cut off', async () => {
		const { editor } = session;
		world.emulator.reset();
		await session.inNode(session.freshNodes(), 'Many records', async () => {
			await editor.fill('keyword', 'many size-300');
			assert.equal(await editor.executeStep(), 'success');
			const widths = await editor.hints.evaluateAll((hints) =>
				hints.map(({ scrollWidth }) => scrollWidth),
			);
			const panel = await editor.output.evaluate(({ clientWidth }) => clientWidth);
			await session.picture('hint-with-position');
			assert.ok(widths.length > 0);
			assert.ok(
				widths.every((width) => width > 0 && width <= panel),
				`hints of ${widths.join(', ')} px in a panel of ${panel} px`,
			);
		});
	});

	/** The example for Data Tables, as somebody has built it who begins it by hand. */
	function posts(): Workflow {
		const text = JSON.stringify(example('new-posts-to-a-data-table'));
		const { nodes } = JSON.parse(
			text.replaceAll('Data Access posts', 'Posts of a week'),
		) as Workflow;
		const node = (name: string) => nodes.find((each) => each.name === name)!;
		const parameters = { resource: 'user', operation: 'getPosts', userId: '={{ $json.user }}' };
		const steps = ['Table of posts', 'Users', 'One by one', 'New posts', 'Keep posts'].map(node);
		const built = steps.map((each) =>
			each.name === 'New posts' ? { ...each, parameters: { ...parameters, pageSize: 20 } } : each,
		);
		return chain('Posts of a week', [manualTrigger(), ...built]);
	}

	session.seen(
		'ten clicks and four changes while somebody builds: each page is paid once',
		async () => {
			const { editor } = session;
			const { emulator } = world;
			emulator.reset();
			emulator.setList('fetch_user_posts_v2', '*', { size: 200 });
			const calls = () => emulator.ledger.length;
			const workflow = posts();
			const click = async (times: number) => {
				for (let time = 0; time < times; time++)
					assert.equal(await editor.executeStep(), 'success');
			};
			await session.inNode(workflow, 'New posts', async () => {
				await editor.fill('limit', '20');
				await click(2);
				assert.equal(calls(), 3);
				await editor.fill('limit', '50');
				await click(2);
				assert.equal(calls(), 9);
				await editor.add('Add option', 'Include Input Fields');
				await editor.toggle('includeInputFields');
				await click(2);
				await editor.fillDate('newerThan', '2025-06-30 18:00:00');
				await click(2);
				await session.picture('posts-of-a-week');
				await editor.choose('output', 'Raw');
				await click(1);
				await editor.choose('output', 'Simplified');
				await click(1);
				assert.equal(calls(), 9);
				assert.match((await editor.hints.allInnerTexts()).join(), /cost nothing/);
			});
			await editor.executeWorkflow();
			const kept = session.tab.page.locator('[data-test-id="canvas-node-status-mark-success"]');
			await until('all nodes to succeed', 30, async () => (await kept.count()) === 6);
			assert.equal(calls(), 9);
			assert.deepEqual(emulator.summary().duplicates, []);
			await session.picture('posts-in-a-table');
		},
	);

	session.seen('node and trigger in the dark', async () => {
		const { editor, tab } = session;
		await editor.theme('dark');
		const parameters = { resource: 'user', operation: 'getPosts', userId: '25025320' };
		const trigger = dataAccessTrigger('New posts', world.credentialId, parameters);
		const triggered = chain('Trigger', [{ ...trigger, parameters }]);
		await session.inNode(triggered, 'New posts', async () => {
			const shown = await editor.parameters();
			assert.ok('firstPoll' in shown && 'maxCost' in shown, Object.keys(shown).join());
			await session.picture('trigger-dark');
		});
		const workflow = chain('Dark', [manualTrigger(), dataAccess('Run', world.credentialId)]);
		await session.inNode(workflow, 'Run', async () => {
			await editor.fill('keyword', 'flat bread');
			assert.equal(await editor.executeStep(), 'success');
			await session.picture('dark-items');
			const icon = tab.page.locator('[data-test-id="ndv"] img').first();
			assert.match((await icon.getAttribute('src')) ?? '', /dark\.svg/);
		});
		await session.picture('dark-canvas');
		await editor.theme('light');
	});
}

/** Leaves the window open: where a key closes it, that may close the node's window too. */
function testCredentialWindow(session: Session): void {
	session.seen('the credential window tests the connection by itself', async () => {
		const { tab } = session;
		await session.show(session.freshNodes());
		await session.editor.openNode('Records');
		await tab.page.locator('[data-test-id="credential-edit-button"]').click();
		const window = tab.page.locator('[data-test-id="editCredential-modal"]');
		await window.getByText('Connection tested successfully').waitFor();
		for (const label of ['Base URL', 'API Key', 'Provider', 'Input Format']) {
			await window
				.getByText(new RegExp(`^${label}`))
				.first()
				.waitFor();
		}
		await session.picture('credential');
	});
}

function testPeace(session: Session): void {
	test('the editor did not complain, and met nobody but the npm registry', () => {
		assert.deepEqual(session.complaints(), []);
		const strangers = session.tab.refused.filter(
			(url) => !url.startsWith('https://registry.npmjs.org/n8n-nodes-data-access'),
		);
		assert.deepEqual(strangers, []);
	});
}
