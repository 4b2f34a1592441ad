import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Message } from '../../test/n8n/harness/outside.mts';

const ICON = readFileSync(join(import.meta.dirname, '../../icons/dataAccess.svg'), 'utf8');

const COLORS = {
	light: { text: '#1d1c1d', soft: '#616061', back: '#fff', link: '#1264a3', line: '#dddddd' },
	dark: { text: '#d1d2d3', soft: '#ababad', back: '#1a1d21', link: '#1d9bd1', line: '#35373b' },
};

/** Returns a message's text as Slack shows it, with bold text, links and emoji. */
function shown(text: string): string {
	return text
		.replaceAll('"', '&quot;')
		.replace(/https?:\/\/[^\s&]+[^\s&.,:;!?)]/g, (link) => `<a>${link}</a>`)
		.replace(/(?<![^\s])\*([^*\n]+)\*(?![^\s])/g, '<b>$1</b>')
		.replaceAll(':warning:', '⚠️')
		.replaceAll('\n', '<br>');
}

/** Returns a web page that shows a message in a channel as Slack does. */
export function pageOfMessage({ channel, text }: Message, theme: 'light' | 'dark'): string {
	const { text: front, soft, back, link, line } = COLORS[theme];
	return `<!doctype html><meta charset="utf-8"><style>
	body { margin: 0; width: 1080px; font: 15px/1.46668 Lato, 'Noto Sans', 'WenQuanYi Micro Hei', sans-serif; color: ${front}; background: ${back}; }
	header { padding: 14px 20px; font-size: 18px; font-weight: 900; border-bottom: 1px solid ${line}; }
	article { display: flex; gap: 8px; padding: 16px 20px 20px; }
	.icon { width: 36px; height: 36px; flex: none; border-radius: 8px; background: #fff; display: grid; place-items: center; border: 1px solid ${line}; box-sizing: border-box; }
	.icon svg { width: 24px; height: 24px; }
	h1 { display: inline; margin: 0 4px 0 0; font-size: 15px; font-weight: 900; }
	small { font-size: 12px; color: ${soft}; }
	.app { margin-right: 6px; padding: 1px 3px; border-radius: 2px; font-size: 10px; font-weight: 700; background: ${line}; }
	a { color: ${link}; }
	p { margin: 0; }
</style>
<header># ${channel.replace(/^#/, '')}</header>
<article><div class="icon">${ICON}</div><div><h1>n8n</h1><small class="app">APP</small><small>8:00 AM</small>
<p>${shown(text)}</p></div></article>`;
}
