import { asWindows } from '../shared/characters';
import { textOf } from '../shared/values';

/** What servers name without a thought: there it is UTF-8 where it can be. */
const UNTOLD = /^(?:|us-ascii|iso-8859-1|latin-?1|windows-1252)$/i;

/** By the first charset that it is in. */
function decodedBy(labels: string[], body: Uint8Array): string | undefined {
	for (const label of labels) {
		try {
			const text = new TextDecoder(label, { fatal: true }).decode(body);
			return UNTOLD.test(label) ? asWindows(text) : text;
		} catch {
			// Another charset, or one that nobody knows.
		}
	}
	return undefined;
}

/** A page in UTF-8 may have some characters that are broken, but not half of those beyond ASCII. */
function isUtf8(decoded: string): boolean {
	let [foreign, broken] = [0, 0];
	for (let at = 0; at < decoded.length; at++) {
		const code = decoded.charCodeAt(at);
		if (code > 0x7f) foreign += 1;
		if (code === 0xfffd) broken += 1;
	}
	return 2 * broken <= foreign;
}

/** A body as text, by its charset (docs/development/gateway.md, Text). */
export function textIn(body: unknown, contentType: unknown): string {
	if (!ArrayBuffer.isView(body)) return textOf(body) ?? '';
	const [, charset = ''] = /charset="?([\w:.-]+)/i.exec(textOf(contentType) ?? '') ?? [];
	const bytes = body as Uint8Array;
	const exact = decodedBy(UNTOLD.test(charset) ? ['utf-8', charset] : [charset, 'utf-8'], bytes);
	if (exact !== undefined) return exact;
	const text = new TextDecoder().decode(bytes);
	return isUtf8(text) ? text : (decodedBy(['gb18030', 'latin1'], bytes) ?? text);
}
