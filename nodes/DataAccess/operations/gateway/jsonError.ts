const TOKEN =
	/"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;

const BLANKS = /[ \t\r\n]*/y;

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'more';

/** What may follow a token where `expected` was asked for; undefined where the token cannot stand. */
function afterToken(token: string, expected: Expected, open: string[]): Expected | undefined {
	const closes = open.at(-1) === '{' ? '}' : ']';
	if (expected === 'colon') return token === ':' ? 'value' : undefined;
	if (expected === 'more' || expected.endsWith('OrEnd')) {
		if (open.length > 0 && token === closes) {
			open.pop();
			return 'more';
		}
		if (expected === 'more') {
			if (open.length === 0 || token !== ',') return undefined;
			return open.at(-1) === '{' ? 'key' : 'value';
		}
	}
	if (expected.startsWith('key')) return token.startsWith('"') ? 'colon' : undefined;
	if (token === '{' || token === '[') {
		open.push(token);
		return token === '{' ? 'keyOrEnd' : 'valueOrEnd';
	}
	return /^[}\],:]$/.test(token) ? undefined : 'more';
}

/** The index of the first character that cannot stand in a JSON text; its length where more is missing. */
function indexOfError(text: string): number {
	const open: string[] = [];
	let expected: Expected = 'value';
	for (let index = 0; ; index = TOKEN.lastIndex) {
		BLANKS.lastIndex = index;
		BLANKS.test(text);
		TOKEN.lastIndex = BLANKS.lastIndex;
		const start = BLANKS.lastIndex;
		const token = TOKEN.exec(text)?.[0];
		const next: Expected | undefined =
			token === undefined ? undefined : afterToken(token, expected, open);
		if (next === undefined) return start;
		expected = next;
	}
}

const SHOWN = 20;

/** Where a text stops being JSON, in words for who wrote it: JSON.parse tells it for long texts only. */
export function whereNoJson(text: string): string {
	const index = indexOfError(text);
	const before = text.slice(0, index).split('\n');
	const place = `line ${before.length}, character ${(before.at(-1)?.length ?? 0) + 1}`;
	const rest = text.slice(index, index + SHOWN).trim();
	return rest === '' ? `it ends too early at ${place}` : `unexpected ${rest} at ${place}`;
}
