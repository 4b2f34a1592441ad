import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { logIn, openBrowser } from '../harness/browser.mts';
import type { Tab } from '../harness/browser.mts';
import { Editor } from '../harness/editor.mts';
import { example, exampleFile, exampleNames } from '../harness/examples.mts';
import {
	agent,
	chain,
	dataAccess,
	dataAccessTool,
	manualTrigger,
	numberedItems,
	withTools,
} from '../harness/nodes.mts';
import { screenshot } from '../harness/screenshots.mts';
import { saveWorkflow } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';
import { COMMON_FIELDS, OPERATIONS, OPTIONS } from './expectedFields.mts';

/** What stands in the fields, numbers as numbers: 1 and 1.0000 are the same to a person. */
function asShown(fields: Record<string, string>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [
			name,
			/^\d+(\.\d+)?$/.test(value) ? String(Number(value)) : value,
		]),
	);
}

/** The editor in a headless browser: what a person sees and clicks, with a picture of each. */
export function testEditor(world: World): void {
	describe('editor', () => {
		let tab: Tab;
		let editor: Editor;
		const known = new Set<string>();

		const picture = (name: string) => screenshot(tab.page, world.version.name, name);

		async function openFreshNode(): Promise<void> {
			const { rest, credentialId, emulator } = world;
			emulator.reset();
			const { id } = await saveWorkflow(
				rest,
				chain('Editor', [manualTrigger(), dataAccess('Data Access', credentialId)]),
			);
			await editor.open(id);
			await editor.openNode('Data Access');
		}

		/** A test whose failure leaves a picture. */
		function seen(name: string, check: () => Promise<void>): void {
			test(name, async () => {
				try {
					await check();
				} catch (error) {
					await picture(`failed-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`);
					throw error;
				}
			});
		}

		before(async () => {
			tab = await openBrowser();
			editor = new Editor(tab.page, world.rest);
			await logIn(tab.page, world.rest.url);
			await editor.open('new');
			// What n8n's own pages complain of before our node is there.
			tab.complaints.forEach((complaint) => known.add(complaint));
		});
		after(async () => {
			await tab.close();
		});

		seen('the node panel finds the node and lists its actions', async () => {
			const { id } = await saveWorkflow(world.rest, chain('Panel', [manualTrigger()]));
			await editor.open(id);
			const panel = await editor.searchNodes('data access');
			const card = panel.locator('[data-test-id="node-creator-item-name"]', {
				hasText: /^\s*Data Access\s*$/,
			});
			await card.first().waitFor();
			await picture('panel-search');
			await card.first().click();
			for (const { action } of OPERATIONS) {
				await panel.getByText(action, { exact: true }).waitFor();
			}
			await picture('panel-actions');
			const search = OPERATIONS.find(({ operation }) => operation === 'Search Images')!;
			await panel.getByText(search.action, { exact: true }).click();
			await tab.page.locator('[data-test-id="ndv"]').waitFor();
			const shown = await editor.parameters();
			assert.equal(shown.resource, 'Note');
			assert.equal(shown.operation, 'Search Images');
			await editor.closeNode();
		});

		for (const expected of OPERATIONS) {
			const { resource, operation, startPosition, isFree } = expected;
			seen(`${resource}: ${operation} shows its fields, defaults and dropdowns`, async () => {
				await openFreshNode();
				await editor.choose('resource', resource);
				await editor.choose('operation', operation);
				assert.deepEqual(asShown(await editor.parameters()), {
					resource,
					operation,
					...(isFree ? {} : COMMON_FIELDS),
					...expected.fields,
				});
				// What a call costs is in view, not only in a tooltip.
				const price = /\((.*)\)$/.exec(expected.action)![1]!.replace('$', '\\$');
				if (!isFree) await editor.parametersSay(new RegExp(`^\\s*${price}`, 'i'));
				for (const [parameter, names] of Object.entries(expected.dropdowns ?? {})) {
					const offered = await editor.offered(parameter);
					assert.deepEqual(offered, names, parameter);
				}
				const toAdd = { 'Add position': startPosition, 'Add option': isFree ? [] : OPTIONS };
				for (const [placeholder, names] of Object.entries(toAdd)) {
					assert.deepEqual(await editor.offeredToAdd(placeholder), names, placeholder);
				}
				await editor.scrollToTop();
				await picture(`fields-${resource}-${operation}`.toLowerCase().replaceAll(' ', '-'));
			});
		}

		seen('in a tool, n8n does not offer to let the model choose what may be spent', async () => {
			const tool = dataAccessTool('Search images', world.credentialId);
			const { id } = await saveWorkflow(world.rest, withTools('Tool', agent(2.2), [tool]));
			await editor.open(id);
			await editor.openNode(tool.name);
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
				await picture(`tool-return-all-${returnAll}`);
				if (returnAll === 'false') await editor.toggle('returnAll');
			}
			await editor.closeNode();
		});

		seen('a filled node runs, and shows its items and what they cost', async () => {
			await openFreshNode();
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
			await picture('items');
		});

		/** The warning over the output of a node that has many input items, before it has run. */
		const warning = () => editor.hints.filter({ hasText: 'many input items' });

		/** Opens a node that has got so many items from the nodes before it, and has not run. */
		async function openWithItems(
			count: number,
			parameters: Record<string, unknown>,
		): Promise<void> {
			const { rest, credentialId } = world;
			const node = dataAccess('Data Access', credentialId, parameters);
			const before = [manualTrigger(), ...numberedItems(count)];
			const { id } = await saveWorkflow(rest, chain('Items', [...before, node]));
			await editor.open(id);
			await editor.openNode(node.name);
			await editor.executePreviousNodes(count);
		}

		const keyword = '={{ "keyword " + $json.number }}';

		seen('many input items are warned of before the run, until Dry Run is on', async () => {
			world.emulator.reset();
			await openWithItems(25, { keyword });
			await warning().waitFor();
			assert.match(await warning().innerText(), /at least one call.*Dry Run/);
			await picture('many-items');
			await editor.add('Add option', 'Dry Run');
			await editor.toggle('dryRun');
			await warning().waitFor({ state: 'hidden' });
			assert.equal(await editor.executeStep(), 'success');
			await editor.output.getByText('25 items', { exact: true }).waitFor();
			assert.match((await editor.hints.allInnerTexts()).join(), /25 items would take 75 calls/);
			assert.equal(world.emulator.ledger.length, 0);
			await picture('dry-run');
		});

		seen('one input item, and what costs nothing, is not warned of', async () => {
			await openWithItems(1, { keyword });
			assert.equal(await warning().count(), 0);
			await openWithItems(25, { resource: 'gateway', operation: 'inspect' });
			assert.equal(await warning().count(), 0);
		});

		seen('what is shown over the output is not cut off', async () => {
			await openFreshNode();
			await editor.fill('keyword', 'many size-300');
			assert.equal(await editor.executeStep(), 'success');
			const widths = await editor.hints.evaluateAll((hints) =>
				hints.map(({ scrollWidth }) => scrollWidth),
			);
			const panel = await editor.output.evaluate(({ clientWidth }) => clientWidth);
			await picture('hint-with-position');
			assert.ok(widths.length > 0);
			assert.ok(
				widths.every((width) => width > 0 && width <= panel),
				`hints of ${widths.join(', ')} px in a panel of ${panel} px`,
			);
		});

		seen('a failure says what happened, what it cost and what to do', async () => {
			await openFreshNode();
			const { emulator } = world;
			emulator.addFault({ kind: 'refused', httpStatus: 402, match: { page: 2 } });
			await editor.fill('keyword', 'rye bread');
			assert.equal(await editor.executeStep(), 'error');
			const { message, description } = await editor.failure();
			assert.match(message, /balance/);
			assert.match(description, /not charged/);
			assert.match(description, /2 calls.*0\.015/);
			assert.equal(emulator.summary().charged, 0.015);
			await picture('failure-balance');
		});

		seen('executed again, the failed node does not buy its first page again', async () => {
			const { emulator } = world;
			assert.equal(await editor.executeStep(), 'success');
			await editor.output.getByText('50 items', { exact: true }).waitFor();
			assert.match((await editor.hints.allInnerTexts()).join(), /1 page/);
			const bought = emulator.ledger.filter(({ charged }) => charged > 0);
			assert.deepEqual(
				bought.map(({ page }) => page),
				[1, 2, 3],
			);
			assert.equal(emulator.summary().charged, 0.045);
			await picture('items-after-failure');
		});

		seen('a wrong key is told as such', async () => {
			const { emulator } = world;
			await openFreshNode();
			emulator.addFault({ kind: 'refused', httpStatus: 401 });
			await editor.fill('keyword', 'sourdough bread');
			assert.equal(await editor.executeStep(), 'error');
			assert.match((await editor.failure()).message, /API key/i);
			assert.equal(emulator.ledger.length, 1);
			await picture('failure-key');
		});

		for (const name of exampleNames()) {
			seen(`the example ${name} is imported from its file`, async () => {
				await editor.open('new');
				await editor.importFile(exampleFile(name));
				const shown = example(name).nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
				const nodes = tab.page.locator('[data-test-id="canvas-node"][data-node-name]');
				for (const node of shown) {
					await nodes.and(tab.page.locator(`[data-node-name="${node.name}"]`)).waitFor();
				}
				await picture(`example-${name}`);
			});
		}

		seen('an imported example is executed with one click', async () => {
			world.emulator.reset();
			await editor.open('new');
			await editor.importFile(exampleFile('keyword-image-search'));
			await editor.executeWorkflow();
			const items = tab.page.getByText('120 items').first();
			await items.waitFor({ timeout: 30_000 });
			await picture('example-executed');
			assert.equal(world.emulator.summary().charged, 0.09);
			await editor.openNode('Search images');
			await picture('example-node');
		});

		seen('the credential window tests the connection by itself', async () => {
			await openFreshNode();
			await tab.page.locator('[data-test-id="credential-edit-button"]').click();
			const window = tab.page.locator('[data-test-id="editCredential-modal"]');
			await window.getByText('Connection tested successfully').waitFor();
			for (const label of ['Base URL', 'API Key', 'Provider', 'Input Format']) {
				await window
					.getByText(new RegExp(`^${label}`))
					.first()
					.waitFor();
			}
			await picture('credential');
		});

		seen('the same in the dark', async () => {
			await editor.theme('dark');
			await openFreshNode();
			await editor.fill('keyword', 'flat bread');
			assert.equal(await editor.executeStep(), 'success');
			await picture('dark-items');
			const icon = tab.page.locator('[data-test-id="ndv"] img').first();
			assert.match((await icon.getAttribute('src')) ?? '', /dark\.svg/);
			await editor.closeNode();
			await picture('dark-canvas');
			await editor.theme('light');
		});

		test('the editor did not complain, and met nobody but the npm registry', () => {
			const complaints = tab.complaints.filter((complaint) => !known.has(complaint));
			assert.deepEqual(complaints, []);
			const strangers = tab.refused.filter(
				(url) => !url.startsWith('https://registry.npmjs.org/n8n-nodes-data-access'),
			);
			assert.deepEqual(strangers, []);
		});
	});
}
