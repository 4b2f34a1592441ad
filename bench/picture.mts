import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { openBrowser } from '../test/n8n/harness/browser.mts';
import type { Result } from './report.mts';

/** Draws what results.json says of bought calls, for the README: `node bench/picture.mts`. */
const ROOT = join(import.meta.dirname, '..');

const escaped = (text: unknown) =>
	String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The longest bar; what is longer, or never ends, is cut off there. */
const LONGEST = 2;

function bar(cell: string, isOurs: boolean): string {
	const endless = cell.startsWith('∞');
	const value = endless ? LONGEST : Number.parseFloat(cell);
	const width = (Math.min(value, LONGEST) / LONGEST) * 100;
	const kind = isOurs ? 'ours' : value > 1 ? 'more' : 'same';
	const text = endless ? 'never stops' : cell.replace(' *', '');
	return `<td><div class="bar ${kind}" style="width: ${width}%"></div><span>${escaped(text)}</span></td>`;
}

const results = JSON.parse(
	readFileSync(join(import.meta.dirname, 'results.json'), 'utf8'),
) as Result[];
const calls = results.find(({ name }) => name === 'calls');
if (!calls || !('tables' in calls)) throw new Error('results.json has no measured calls');
const [{ columns, rows }] = calls.tables;
const [first, ...peers] = columns;

const page = `<!doctype html><meta charset="utf-8"><style>
	body { margin: 0; padding: 28px 32px; width: 1016px; font: 17px/1.35 'Noto Sans', sans-serif; color: #1f2430; background: #fff; }
	h1 { font-size: 22px; margin: 0 0 2px; }
	p { margin: 0 0 16px; color: #5b6372; }
	table { border-collapse: collapse; width: 100%; table-layout: fixed; }
	th { text-align: left; font-weight: 600; padding: 6px 10px; border-bottom: 2px solid #d7dbe3; }
	td { position: relative; padding: 7px 10px; border-bottom: 1px solid #eceef2; height: 24px; }
	th:first-child, td:first-child { width: 37%; padding-left: 0; }
	.bar { position: absolute; left: 6px; top: 6px; bottom: 6px; border-radius: 4px; max-width: calc(100% - 12px); }
	.ours { background: #a9dfbf; } .same { background: #dfe3ea; } .more { background: #f5b7a8; }
	span { position: relative; padding-left: 4px; }
</style>
<h1>Calls bought / calls needed</h1>
<p>1.00 is the least that the list can cost. Whatever fails is run again until it succeeds.</p>
<table><tr>${[first, ...peers].map((name) => `<th>${escaped(name)}</th>`).join('')}</tr>
${rows
	.map(
		([label, ...cells]) =>
			`<tr><td>${escaped(label)}</td>${cells
				.map((cell, index) => bar(String(cell), index === 0))
				.join('')}</tr>`,
	)
	.join('\n')}
</table>`;

const browser = await openBrowser();
await browser.page.setViewportSize({ width: 1080, height: 400 });
await browser.page.setContent(page);
// Not a PNG: the build would take it into the package.
await browser.page.screenshot({
	path: join(ROOT, '.github', 'screenshots', 'bench.jpg'),
	type: 'jpeg',
	quality: 85,
	fullPage: true,
});
await browser.close();
