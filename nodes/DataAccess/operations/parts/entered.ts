import { withoutInvisible } from './blank';

/*
 * What a sheet, a paste or an expression has made of an identifier is read where there is one reading,
 * and refused where there is none: a call for the wrong one would be charged.
 */

/** Why a text is not what was asked for, in words that complete "<Label> …". */
export interface Misread {
	refusal: string;
}

/** What a sheet or a page shows until there is something to show. */
export const WAITING = '(?:load|calculat|fetch|updat)ing';

export const EXPRESSION = {
	refusal: 'Must have no braces. If it is meant as an expression, switch the field to Expression',
};

export const SEVERAL = {
	refusal: 'Must be one, but there are several. Give each an item of its own',
};

/** Quotes, brackets and the marks of a sentence, in any script. */
const AROUND = /[ "'`´*\\()[\]<>,;.:!?#]|(?![\0-\x7f])\p{P}/u;

export function bare(text: string): string {
	let [from, to] = [0, text.length];
	while (from < to && AROUND.test(text.charAt(from))) from++;
	while (from < to && AROUND.test(text.charAt(to - 1))) to--;
	// What closes a bracket within belongs to it.
	for (const [open = '', close = ''] of ['()', '[]']) {
		const within = text.slice(from, to);
		let missing = within.split(open).length - within.split(close).length;
		while (missing-- > 0 && text.charAt(to) === close) to++;
	}
	return text.slice(from, to);
}

function decoded(text: string): string {
	let plain = text;
	// A link is put into a link, and that into another one. With a slash, it is one that is not encoded.
	for (let times = 0; times < 3 && /%[\da-f]{2}/i.test(plain) && !plain.includes('/'); times++) {
		try {
			plain = decodeURIComponent(plain);
		} catch {
			return plain;
		}
	}
	return plain;
}

/** Without what is invisible, and what a paste or a sheet has put around it. */
export const tidied = (text: string) =>
	bare(decoded(withoutInvisible(text).replace(/\s/g, ' ')).trim());
