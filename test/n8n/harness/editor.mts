import type { Locator, Page } from 'playwright-core';

import { executionEnd } from './executions.mts';
import type { Rest } from './rest.mts';

const id = (name: string) => `[data-test-id="${name}"]`;

const PARAMETERS = id('node-parameters');

/** Parts of parameters that n8n names like parameters. */
const PARTS = ['field', 'hint', 'item'];

/** n8n's editor, used as a person does. */
export class Editor {
	readonly page: Page;
	private readonly rest: Rest;

	/** n8n binds a browser's session to that browser, so `rest` has one of its own. */
	constructor(page: Page, rest: Rest) {
		this.page = page;
		this.rest = rest;
	}

	/** Shows a saved workflow, or a new one. */
	async open(workflowId: string): Promise<void> {
		// The editor has loaded when it has this button.
		await this.page.goto(`${this.rest.url}/workflow/${workflowId}`, { waitUntil: 'commit' });
		await this.page.locator(id('node-creator-plus-button')).waitFor({ timeout: 60_000 });
		const anything = `${id('canvas-node')}, ${id('canvas-add-button')}`;
		await this.page.locator(anything).first().waitFor();
	}

	async searchNodes(text: string): Promise<Locator> {
		await this.page.locator(id('node-creator-plus-button')).click();
		const panel = this.page.locator(id('node-creator'));
		await panel.locator(id('node-creator-search-bar')).fill(text);
		return panel;
	}

	async openNode(name: string): Promise<void> {
		await this.page.locator(`${id('canvas-node')}[data-node-name="${name}"]`).dblclick();
		await this.window.locator(id('node-execute-button')).waitFor();
	}

	/** Drags the parameters to the left, over the input, which makes room for the output. */
	async widenOutput(): Promise<void> {
		const box = (await this.window.locator(id('panel-drag-button')).boundingBox())!;
		const { mouse } = this.page;
		await mouse.move(box.x + box.width / 2, box.y + 8);
		await mouse.down();
		await mouse.move(100, box.y + 8, { steps: 16 });
		await mouse.up();
	}

	async closeNode(): Promise<void> {
		await this.page.locator(`${id('ndv-close-button')}, ${id('back-to-canvas')}`).click();
		await this.window.waitFor({ state: 'hidden' });
	}

	private get window(): Locator {
		return this.page.locator(id('ndv'));
	}

	/** Returns the visible parameters, top to bottom, with their values. */
	async parameters(): Promise<Record<string, string>> {
		const shown = this.window.locator(`${PARAMETERS} [data-test-id^="parameter-input-"]:visible`);
		const all = await shown.evaluateAll((elements) =>
			elements.map((element) => {
				const field = element.querySelector<HTMLInputElement>('input, textarea');
				const toggle = element.querySelector('[role="switch"], .el-switch');
				const isOn =
					toggle?.getAttribute('aria-checked') === 'true' ||
					toggle?.classList.contains('is-checked');
				return {
					name: element.getAttribute('data-test-id')!.slice('parameter-input-'.length),
					value: toggle ? String(isOn) : (field?.value ?? (element as HTMLElement).innerText),
				};
			}),
		);
		const own = all.filter(({ name }) => !PARTS.includes(name));
		return Object.fromEntries(own.map(({ name, value }) => [name, value]));
	}

	/** Returns the visible parameters with n8n's button that lets the model fill them in. */
	async offeredToModel(): Promise<string[]> {
		const buttons = this.window.locator(`${PARAMETERS} ${id('from-ai-override-button')}`);
		await buttons.first().waitFor();
		return await buttons.evaluateAll((elements, parts) => {
			const name = (element: Element) =>
				(element.getAttribute('data-test-id') ?? '').replace(/^parameter-input-/, '');
			const fieldOf = (around: Element): Element | undefined =>
				[around, ...around.querySelectorAll('*')].find(
					(element) =>
						element.matches('[data-test-id^="parameter-input-"]') && !parts.includes(name(element)),
				);
			return elements.map((button) => {
				// The button is in the field, next to it, or in the line above it.
				for (let around: Element | null = button; around; around = around.parentElement) {
					const field = fieldOf(around);
					if (field) return name(field);
				}
				return '';
			});
		}, PARTS);
	}

	async fill(parameter: string, text: string): Promise<void> {
		const field = this.window.locator(`${PARAMETERS} ${id(`parameter-input-${parameter}`)}`);
		await field.locator('input, textarea').first().fill(text);
	}

	/** Clicks a button that starts an execution, and returns its status when it has ended. */
	private async execute(button: string): Promise<string> {
		const started = this.page.waitForResponse((response) =>
			/\/rest\/workflows\/[^/]+\/run$/.test(new URL(response.url()).pathname),
		);
		await this.window.locator(id(button)).click();
		const { data } = (await (await started).json()) as { data: { executionId: string } };
		return (await executionEnd(this.rest, data.executionId)).status;
	}

	/** Clicks "Execute step", waits until the node shows the result, and returns the execution's status. */
	async executeStep(): Promise<string> {
		const status = await this.execute('node-execute-button');
		const icon = status === 'success' ? 'node-run-status-success' : 'node-run-status-danger';
		await this.output.locator(id(icon)).waitFor();
		return status;
	}

	async executePreviousNodes(items: number): Promise<void> {
		await this.execute('execute-previous-node');
		await this.inputShows(items);
	}

	async inputShows(items: number): Promise<void> {
		const input = this.window.locator(id('ndv-input-panel'));
		await input.getByText(`${items} items`, { exact: true }).first().waitFor();
	}

	async add(placeholder: string, name: string): Promise<void> {
		const parameters = this.window.locator(PARAMETERS);
		const button = parameters
			.getByPlaceholder(placeholder, { exact: true })
			.or(parameters.getByText(placeholder, { exact: true }));
		await button.first().click();
		const item = this.page.locator('.el-select-dropdown__item:visible', { hasText: name });
		await item.first().click();
		// It fades.
		await item.first().waitFor({ state: 'hidden' });
	}

	get output(): Locator {
		return this.window.locator(id('output-panel'));
	}

	/** The hints above the output, the node's and n8n's own. */
	get hints(): Locator {
		return this.output.locator(id('node-hint'));
	}

	async failure(): Promise<{ message: string; description: string }> {
		const message = await this.output.locator(id('node-error-message')).innerText();
		const description = await this.output.locator(id('node-error-description')).innerText();
		return { message, description };
	}

	/** Waits until this many nodes have succeeded, and opens the log of one below the canvas. */
	async openLog(node: string, succeeded: number): Promise<void> {
		const marks = this.page.locator(id('canvas-node-status-mark-success'));
		await marks.nth(succeeded - 1).waitFor();
		const panel = this.page.locator(id('logs-panel'));
		const entry = panel.getByText(node, { exact: true }).first();
		if (!(await entry.isVisible())) await panel.locator(id('logs-overview-header')).click();
		await entry.click();
		await panel.locator(id('node-hint')).first().waitFor();
	}

	/** Selects the light or dark theme, from the next page on. */
	async theme(theme: 'light' | 'dark'): Promise<void> {
		await this.page.evaluate((name) => localStorage.setItem('N8N_THEME', name), theme);
	}
}
