import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Table } from './harness/scenario.mts';
import type { Result } from './report.mts';

const escaped = (text: unknown) =>
	String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The longest bar; what is longer, or never ends, is cut off there. */
const LONGEST = 2;

function bar(cell: string, isOurs: boolean): string {
	const endless = cell.startsWith('∞');
	const value = endless ? LONGEST : Number.parseFloat(cell);
	const width = (Math.min(value, LONGEST) / LONGEST) * 100;
	const kind = isOurs ? 'ours' : value > 1 ? 'more' : 'same';
	const text = endless ? 'never ends' : cell.replace(' *', '');
	return `<td><div class="bar ${kind}" style="width: ${width}%"></div><span>${escaped(text)}</span></td>`;
}

const COLORS = {
	light: { text: '#1f2430', soft: '#5b6372', back: '#fff', head: '#d7dbe3', line: '#eceef2' },
	dark: { text: '#e6e9ef', soft: '#a3abb9', back: '#0d1117', head: '#3b4352', line: '#242b36' },
};
const BARS = {
	light: { ours: '#a9dfbf', same: '#dfe3ea', more: '#f5b7a8' },
	dark: { ours: '#1f6f43', same: '#333c4a', more: '#8c3d2c' },
};

/** Draws, as a web page, what results.json says of bought calls. */
export function pageOfCalls(theme: 'light' | 'dark'): string {
	const file = join(import.meta.dirname, 'results.json');
	const results = JSON.parse(readFileSync(file, 'utf8')) as Result[];
	const calls = results.find(({ name }) => name === 'calls');
	if (!calls || !('tables' in calls)) throw new Error('results.json has no measured calls');
	const [{ columns, rows }] = calls.tables as [Table];
	const { text, soft, back, head, line } = COLORS[theme];
	const bars = Object.entries(BARS[theme]).map(
		([kind, color]) => `.${kind} { background: ${color}; }`,
	);
	return `<!doctype html><meta charset="utf-8"><style>
	body { margin: 0; padding: 28px 32px; width: 1016px; font: 17px/1.35 'Noto Sans', sans-serif; color: ${text}; background: ${back}; }
	h1 { font-size: 22px; margin: 0 0 2px; }
	p { margin: 0 0 16px; color: ${soft}; }
	p + p { margin: -12px 0 0; font-size: 15px; }
	table { border-collapse: collapse; width: 100%; table-layout: fixed; margin-bottom: 28px; }
	th { text-align: left; font-weight: 600; padding: 6px 10px; border-bottom: 2px solid ${head}; }
	td { position: relative; padding: 7px 10px; border-bottom: 1px solid ${line}; height: 24px; }
	th:first-child, td:first-child { width: 37%; padding-left: 0; }
	.bar { position: absolute; left: 6px; top: 6px; bottom: 6px; border-radius: 4px; max-width: calc(100% - 12px); }
	${bars.join(' ')}
	span { position: relative; padding-left: 4px; }
</style>
<h1>Calls bought / calls needed</h1>
<p>1.00 is the least that the list can cost.</p>
<table><tr>${columns.map((name) => `<th>${escaped(name)}</th>`).join('')}</tr>
${rows
	.map(
		([label, ...cells]) =>
			`<tr><td>${escaped(label)}</td>${cells
				.map((cell, index) => bar(String(cell), index === 0))
				.join('')}</tr>`,
	)
	.join('\n')}
</table>
<p></p>
<p>A workflow that fails is run again, up to three runs in all. The lean node asks for page after page and does
nothing else. In the last row, Data Access has Only New Records on.</p>`;
}
