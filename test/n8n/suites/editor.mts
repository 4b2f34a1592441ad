import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { operations, searchImages } from '../../harness/operations.mts';
import { logIn, openBrowser, screenshot } from '../harness/browser.mts';
import type { Tab } from '../harness/browser.mts';
import { Editor } from '../harness/editor.mts';
import { agentWorkflow, chain, dataAccess, dataAccessTool } from '../harness/nodes.mts';
import { itemsOf, manualTrigger } from '../harness/nodes.mts';
import { saveWorkflow } from '../harness/workflows.mts';
import type { Workflow } from '../harness/workflows.mts';
import { paidPages } from '../harness/world.mts';
import type { World } from '../harness/world.mts';

/** The fields of a search before anything was entered. */
const FIELDS = {
	...{ resource: 'Note', operation: 'Search Images', keyword: '', source: 'explore_feed' },
	...{ returnAll: 'false', limit: '50', maxCost: '1', output: 'Simplified', onlyNew: 'false' },
};

/** The editor in a headless browser. */
export function testEditor(world: World): void {
	let tab: Tab;
	let editor: Editor;
	/** Errors of n8n's own pages before the node is in view. */
	const known = new Set<string>();
	/** The workflow in view, which is kept because loading the editor takes seconds. No node's window is open. */
	let shown: Workflow | undefined;

	/** Declares a test whose failure leaves a picture. */
	function seen(name: string, check: () => Promise<void>): void {
		test(name, async () => {
			world.emulator.reset();
			try {
				await check();
			} catch (error) {
				shown = undefined;
				const file = name.toLowerCase().replace(/[^a-z]+/g, '-');
				await screenshot(tab.page, world.version.name, file);
				throw error;
			}
		});
	}

	async function show(workflow: Workflow): Promise<void> {
		if (shown !== workflow) await editor.open((await saveWorkflow(world.rest, workflow)).id);
		shown = workflow;
	}

	/** Opens a node of a workflow, acts in its window, and closes it. */
	async function inNode(workflow: Workflow, node: string, act: () => Promise<void>): Promise<void> {
		await show(workflow);
		await editor.openNode(node);
		await act();
		await editor.closeNode();
	}

	const ours = (name: string, parameters = {}) => dataAccess(name, world.credentialId, parameters);

	let added: Workflow;
	/** Nodes after many items, one that costs something and one that is free. */
	let afterItems: Workflow;

	describe('editor', () => {
		before(async () => {
			tab = await openBrowser();
			editor = new Editor(tab.page, world.rest);
			await logIn(tab.page, world.rest.url);
			await editor.open('new');
			tab.complaints.forEach((complaint) => known.add(complaint));
			added = chain('Added', [manualTrigger(), ours('Search')]);
			const [list, items] = itemsOf(Array.from({ length: 25 }, (_, number) => ({ number })));
			const many = ours('Many', { keyword: '={{ "keyword " + $json.number }}' });
			const free = ours('Free', { resource: 'gateway', operation: 'inspect' });
			afterItems = chain('Items', [manualTrigger(), list!, items!, many, free]);
		});
		after(async () => {
			await tab?.close();
		});

		seen('the node panel finds the node, lists its actions, and opens one', async () => {
			await show(chain('Panel', [manualTrigger()]));
			const panel = await editor.searchNodes('data access');
			const hasText = /^\s*Data Access\s*$/;
			const card = panel.locator('[data-test-id="node-creator-item-name"]', { hasText });
			await card.first().waitFor();
			await card.first().click();
			for (const { action } of operations.map(({ panel }) => panel)) {
				await panel.getByText(action, { exact: true }).waitFor();
			}
			await panel.getByText(searchImages.panel.action, { exact: true }).click();
			await tab.page.locator('[data-test-id="ndv"]').waitFor();
			assert.deepEqual(await editor.parameters(), FIELDS);
			await editor.closeNode();
		});

		seen('in a tool, n8n does not offer to let the model choose what may be spent', async () => {
			const tool = dataAccessTool('Search images', world.credentialId);
			await inNode(agentWorkflow('Tool', 2.2, tool, '{}'), tool.name, async () => {
				const shown = Object.keys(await editor.parameters());
				assert.ok(shown.includes('maxCost') && !shown.includes('onlyNew'), shown.join());
				const forModel = await editor.offeredToModel();
				const asked = ['keyword', 'limit', 'returnAll', 'maxCost'];
				const offered = asked.filter((name) => forModel.includes(name));
				assert.deepEqual(offered, ['keyword', 'limit']);
			});
		});

		seen('many input items give a warning before the run if they cost something', async () => {
			const warning = editor.hints.filter({ hasText: 'many input items' });
			await inNode(afterItems, 'Many', async () => {
				await editor.executePreviousNodes(25);
				await warning.waitFor();
				assert.match(await warning.innerText(), /at least one call.*Dry Run/);
				await editor.add('Add option', 'Dry Run');
				await warning.waitFor({ state: 'hidden' });
				assert.equal(await editor.executeStep(), 'success');
				await editor.output.getByText('25 items', { exact: true }).waitFor();
				assert.match((await editor.hints.allInnerTexts()).join(), /25 items would take 75 calls/);
				assert.equal(world.emulator.ledger.length, 0);
			});
			await inNode(afterItems, 'Free', async () => {
				await editor.inputShows(25);
				assert.equal(await warning.count(), 0);
			});
		});

		seen('a filled node runs, and shows its items and what they cost', async () => {
			await inNode(added, 'Search', async () => {
				await editor.fill('keyword', 'sourdough bread');
				assert.equal(await editor.executeStep(), 'success');
				await editor.output.getByText('50 items', { exact: true }).waitFor();
				const hints = await editor.hints.allInnerTexts();
				// If the items reach Limit, n8n adds a line of its own.
				assert.equal(hints.length, 2, hints.join(' / '));
				assert.match(hints[1]!, /^Limit of 50 items reached/);
				assert.match(hints[0]!, /3 calls.*0\.045.*50 records/);
				assert.equal(world.emulator.summary().charged, 0.045);
			});
		});

		seen('a failure says what to do; executed again, no page is bought twice', async () => {
			const { emulator } = world;
			await inNode(added, 'Search', async () => {
				emulator.addFault({ kind: 'refused', httpStatus: 402, match: { page: 2 } });
				await editor.fill('keyword', 'rye bread');
				assert.equal(await editor.executeStep(), 'error');
				const { message, description } = await editor.failure();
				assert.match(message, /balance/);
				assert.match(description, /^2 calls, \$0\.015: nothing was charged for the failure\./);

				assert.equal(await editor.executeStep(), 'success');
				await editor.output.getByText('50 items', { exact: true }).waitFor();
				assert.match((await editor.hints.allInnerTexts()).join(), /1 page/);
				assert.deepEqual(paidPages(world), [1, 2, 3]);
			});
		});

		test('the editor reported no error, and contacted only the npm registry', () => {
			const others = tab.complaints.filter((complaint) => !known.has(complaint));
			const registry = 'https://registry.npmjs.org/n8n-nodes-data-access';
			const strangers = tab.refused.filter((url) => !url.startsWith(registry));
			assert.deepEqual({ others, strangers }, { others: [], strangers: [] });
		});
	});
}
