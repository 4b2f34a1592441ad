/** Layers of escapes that are looked through: JSON inside JSON, in a URL, in a web page. */
const DEEPEST_ESCAPE = 4;

/** A text with its escapes read so many times. */
export interface Reading {
	text: string;
	/** Where each of its characters begins in the text as it came; one more for the end. */
	starts: number[];
}

// One character as JSON, a URL (in UTF-8, else byte by byte) or HTML writes it.
const ESCAPE = new RegExp(
	[
		String.raw`\\(?:u(?<unit>[0-9a-f]{4})|(?<character>["'\\/bfnrt]))`,
		String.raw`(?<bytes>%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}|%[0-9a-f]{2})`,
		String.raw`&(?:#(?<decimal>\d{1,7})|#x(?<hex>[0-9a-f]{1,6})|(?<name>amp|lt|gt|quot|apos));`,
	].join('|'),
	'gi',
);

const CONTROLS = new Map([
	['b', '\b'],
	['f', '\f'],
	['n', '\n'],
	['r', '\r'],
	['t', '\t'],
]);
const ENTITIES = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
]);

function unescaped({ groups = {} }: RegExpMatchArray): string {
	const { unit, character, bytes, decimal, hex, name } = groups;
	if (unit) return String.fromCharCode(parseInt(unit, 16));
	if (character) return CONTROLS.get(character) ?? character;
	if (bytes) {
		const encoding = bytes.length === 3 ? 'latin1' : 'utf8';
		return Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(encoding);
	}
	if (name) return ENTITIES.get(name.toLowerCase()) ?? '';
	const code = decimal ? Number(decimal) : parseInt(hex ?? '', 16);
	return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** The same text with one layer of escapes read, or undefined where it has none. */
function readEscapes({ text, starts }: Reading): Reading | undefined {
	const parts: string[] = [];
	const moved: number[] = [];
	let end = 0;
	const takeUntil = (until: number) => {
		parts.push(text.slice(end, until));
		for (let at = end; at < until; at++) moved.push(starts[at] ?? 0);
	};
	for (const match of text.matchAll(ESCAPE)) {
		takeUntil(match.index);
		const plain = unescaped(match);
		parts.push(plain);
		for (let unit = 0; unit < plain.length; unit++) moved.push(starts[match.index] ?? 0);
		end = match.index + match[0].length;
	}
	if (end === 0) return undefined;
	takeUntil(text.length);
	moved.push(starts[text.length] ?? 0);
	return { text: parts.join(''), starts: moved };
}

/** The text as it came, and with one to four layers of its escapes read. */
export function readingsOf(text: string): Reading[] {
	const readings: Reading[] = [];
	let reading: Reading | undefined = {
		text,
		starts: Array.from({ length: text.length + 1 }, (_, at) => at),
	};
	while (reading && readings.length <= DEEPEST_ESCAPE) {
		readings.push(reading);
		reading = readEscapes(reading);
	}
	return readings;
}
