/**
 * The bytes of a text in a charset, a character for each; what it does not have is a question mark. By a name that
 * nobody knows, it is UTF-8.
 */
export function inCharset(text: string, charset: string): string {
	const decoder = decoderOf(charset);
	if (!decoder) return Buffer.from(text).toString('latin1');
	const known = new Map<string, string>();
	for (let code = 0x80; code <= 0xffff; code++) {
		const bytes = code < 0x100 ? [code] : [code >> 8, code & 0xff];
		const character = decoder.decode(Uint8Array.from(bytes));
		if ([...character].length !== 1 || character === '\ufffd') continue;
		if (!known.has(character)) known.set(character, String.fromCharCode(...bytes));
	}
	return [...text].map((each) => (each < '\x80' ? each : (known.get(each) ?? '?'))).join('');
}

function decoderOf(charset: string) {
	try {
		return new TextDecoder(charset);
	} catch {
		return undefined;
	}
}
