import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Page } from 'playwright-core';

import { until } from './until.mts';

/** Where a person finds the pictures; git does not see it, and the build must not find PNGs. */
const FOLDER = join(import.meta.dirname, '..', 'screenshots');

/** Takes a picture of the editor, `screenshots/<version>/<name>.jpg`. */
export async function screenshot(page: Page, version: string, name: string): Promise<void> {
	await takePicture(page, join(FOLDER, version, `${name}.jpg`));
}

/** Takes a picture of the whole page, into this file. */
export async function takePicture(page: Page, path: string): Promise<void> {
	mkdirSync(dirname(path), { recursive: true });
	// "Executed successfully" lies over what is to be seen, and may come late.
	await until('the toasts to be closed', 20, async () => {
		// At once: one that is gone by itself could not be clicked.
		await page
			.locator('.el-notification__closeBtn')
			.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
		return (await page.locator('.el-notification:visible').count()) === 0;
	});
	// What is under the mouse would show its buttons.
	await page.mouse.move(2, 2);
	await page.screenshot({ path, type: 'jpeg', quality: 85, fullPage: true });
}
