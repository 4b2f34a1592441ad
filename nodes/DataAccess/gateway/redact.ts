/** What stands where the key, or a part of it, stood. */
const MASK = '•••';

/** Characters from which on a part of a key gives too much of it away. */
const TELLING = 8;

/** Layers of escapes that are looked through: JSON inside JSON, in a URL. */
const DEEPEST_ESCAPE = 4;

// One character as JSON or a URL writes it. All those of a key are ASCII.
const ESCAPE = /(?:\\u00|%)([0-9a-f]{2})|\\(.)/gi;

function unescaped(_escape: string, code: string | undefined, sign: string): string {
	if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
	return 'bfnrt'.includes(sign) ? ' ' : sign;
}

/** The key as JSON and URLs write it. */
function plainForms(key: string): string[] {
	const json = JSON.stringify(key).slice(1, -1);
	const url = encodeURIComponent(key);
	return [
		...[key, json, json.replaceAll('/', '\\/'), JSON.stringify(json).slice(1, -1)],
		...[url, url.replace(/%../g, (escape) => escape.toLowerCase())],
	];
}

/** What is the same in any base64 that holds the key, by its place in the groups of three bytes. */
function base64Forms(key: string): string[] {
	const bytes = Buffer.from(key);
	return [0, 1, 2].flatMap((before) => {
		const symbols = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const whole = Math.floor(((before + bytes.length) * 8) / 6);
		const inside = symbols.slice(Math.ceil((before * 8) / 6), whole);
		// Of fewer bytes there are too few symbols to know them by.
		if (inside.length < 4) return [];
		return [inside, inside.replaceAll('+', '-').replaceAll('/', '_')];
	});
}

/** The key in every form in which a service repeats it. */
function formsOf(key: string): string[] {
	return [...plainForms(key), ...base64Forms(key)];
}

/**
 * Makes a function that tells whether a text holds the whole API key, in the forms in which a service
 * repeats it. Unlike a redactor, it is fast enough for whole answers.
 * @param secret visible ASCII
 */
export function createKeyFinder(secret: string): (text: string) => boolean {
	if (secret === '') return () => false;
	const inUnicode = secret.replace(
		/[^]/g,
		(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	const forms = [...new Set([...formsOf(secret), inUnicode])];
	return (text) => forms.some((form) => text.includes(form));
}

/**
 * Makes a function that takes the API key, and any part of it of 8 or more characters, out of a text:
 * as it is, and as JSON, a URL or base64 write it. Where a part is left in another form (escaped
 * several times, by single characters, or broken into lines), nothing is shown.
 *
 * Never throws. The time grows with the length of the text, not faster.
 * @param secret visible ASCII
 */
export function createRedactor(secret: string): (text: string) => string {
	if (secret === '') return (text) => text;
	const parts = new Set<string>();
	for (const form of formsOf(secret)) {
		const size = Math.min(TELLING, form.length);
		for (let at = 0; at + size <= form.length; at++) parts.add(form.slice(at, at + size));
	}
	const sizes = [...new Set([...parts].map(({ length }) => length))];

	function masked(text: string): string {
		let clean = '';
		let end = 0;
		for (let at = 0; at < text.length; at++) {
			for (const size of sizes) {
				if (!parts.has(text.slice(at, at + size))) continue;
				if (at >= end) clean += MASK;
				end = Math.max(end, at + size);
			}
			if (at >= end) clean += text[at];
		}
		return clean;
	}
	const tells = (text: string) => masked(text) !== text;

	return (text) => {
		const clean = masked(text);
		let reading = clean;
		for (let layer = 0; layer <= DEEPEST_ESCAPE; layer++) {
			if (tells(reading) || tells(reading.replace(/\s+/g, ''))) return MASK;
			reading = reading.replace(ESCAPE, unescaped);
		}
		return clean;
	};
}

const LONGEST_QUOTED = 400;

// If so much of a text is blank, the rest is not read.
const LONGEST_READ = 100_000;

/** More than is quoted, so that a key at the cut is recognized. */
const LONGEST_LOOKED = 2 * LONGEST_QUOTED;

const inOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/**
 * Makes a function that cuts text of a foreign source to what fits an error, in one line and with
 * the API key taken out (see `createRedactor`). Takes any text, of any length, in a few milliseconds.
 */
export function createQuote(secret: string): (text: string) => string {
	// Built only where something failed: most executions quote nothing.
	let redact: ((text: string) => string) | undefined;
	return (text) => {
		redact ??= createRedactor(secret);
		const line = inOneLine(text.slice(0, LONGEST_READ));
		const isCut = text.length > LONGEST_READ || line.length > LONGEST_LOOKED;
		const quoted = redact(line.slice(0, LONGEST_LOOKED));
		if (!isCut && quoted.length <= LONGEST_QUOTED) return quoted;
		return `${quoted.slice(0, LONGEST_QUOTED).replace(/[\uD800-\uDBFF]$/, '')}…`;
	};
}
