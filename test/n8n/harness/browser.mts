import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { chromium } from 'playwright-core';
import type { BrowserContextOptions, Page } from 'playwright-core';

import { OWNER } from './rest.mts';
import { browserProgram } from './systemPackages.mts';
import { until } from './until.mts';

/** Opens a headless browser that can reach no other machine, and records its attempts. */
export async function openBrowser(options: BrowserContextOptions = {}) {
	const browser = await chromium.launch({
		executablePath: await browserProgram(),
		args: [
			'--no-sandbox',
			'--disable-dev-shm-usage',
			'--disable-gpu',
			// Playwright's own way, a route for every request, would turn the browser's cache off.
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
			'--no-proxy-server',
		],
		// Ctrl-C is handled by this process, which then closes the browser itself.
		handleSIGINT: false,
	});
	const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, ...options });
	/** Addresses on other machines that the editor requested in vain. */
	const refused: string[] = [];
	/** Errors in the editor's console. */
	const complaints: string[] = [];
	page.on('request', (request) => {
		const { protocol, hostname, href } = new URL(request.url());
		if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') refused.push(href);
	});
	page.on('pageerror', (error) => complaints.push(error.message));
	page.setDefaultTimeout(60_000);
	return { page, refused, complaints, close: () => browser.close() };
}

export type Tab = Awaited<ReturnType<typeof openBrowser>>;

export async function logIn(page: Page, url: string): Promise<void> {
	await page.goto(`${url}/signin`, { waitUntil: 'domcontentloaded', timeout: 60_000 });
	await page.locator('input[name="emailOrLdapLoginId"], input[type="email"]').fill(OWNER.email);
	await page.locator('input[type="password"]').fill(OWNER.password);
	await page.locator('[data-test-id="form-submit-button"]').click();
	await page.waitForURL((address) => !address.pathname.includes('signin'), { timeout: 60_000 });
}

/** Git ignores this folder. The pictures are no PNGs, because the build would copy those. */
const FOLDER = join(import.meta.dirname, '..', 'screenshots');

/** Takes a picture of the editor, `screenshots/<version>/<name>.jpg`. */
export const screenshot = (page: Page, version: string, name: string) =>
	takePicture(page, join(FOLDER, version, `${name}.jpg`));

export async function takePicture(page: Page, path: string): Promise<void> {
	mkdirSync(dirname(path), { recursive: true });
	// A toast such as "Executed successfully" would hide a part, and may come late.
	await until('the toasts to be closed', 20, async () => {
		// All in one step: a toast that has disappeared could not be clicked.
		await page
			.locator('.el-notification__closeBtn')
			.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
		return (await page.locator('.el-notification:visible').count()) === 0;
	});
	// An element under the mouse would show its buttons.
	await page.mouse.move(2, 2);
	await page.screenshot({ path, type: 'jpeg', quality: 85, fullPage: true });
}
