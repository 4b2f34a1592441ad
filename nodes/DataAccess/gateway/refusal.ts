import { failureOf } from '../shared/failure';
import type { Facts, Failure } from '../shared/failure';
import { opened } from '../shared/json';
import { isVoid } from '../shared/nothing';
import { isHolder, numberOf, textOf, trimmed } from '../shared/values';
import type { Meant } from './statuses';

/** What a service says of a failure. */
export interface Refusal {
	words?: string;
	/** A number where it is one, or the text of one. */
	code?: number | string;
	/** The input at fault. */
	field?: string;
}

/** What a service calls its words, or what holds them: the first that has a text counts. */
const WORDS = ['message', 'msg', 'reason', 'error', 'detail', 'errors'];

/** `{"detail": [{"msg": …}]}` is three deep. */
const DEEPEST = 3;

/** A person reads the first ones; a service may send a million. */
const MOST_ENTRIES = 10;

/**
 * The words, the code and the field of any refusal: of a body, a run, an envelope or a payload, or of what stands in
 * it as an error (docs/development/gateway.md, Failures). Never throws.
 */
export function refusalIn(said: unknown, levels = DEEPEST): Refusal {
	const value = opened(said);
	if (typeof value === 'string') return { words: textOf(value) };
	if (levels === 0 || !isHolder(value)) return {};
	if (Array.isArray(value)) return refusalInList(value.slice(0, MOST_ENTRIES), levels - 1);
	const inner = WORDS.map((name) => refusalIn(value[name], levels - 1));
	return {
		words: inner.find(({ words }) => words !== undefined)?.words,
		code: codeIn(value.code) ?? inner.find(({ code }) => code !== undefined)?.code,
		field: fieldIn(value.loc) ?? inner.find(({ field }) => field !== undefined)?.field,
	};
}

const codeIn = (code: unknown) => numberOf(code) ?? textOf(code);

/** The last name in the place of a validation error. */
const fieldIn = (loc: unknown) =>
	Array.isArray(loc) ? textOf(loc.findLast((part) => typeof part === 'string')) : undefined;

/** Such as the validation errors of a 422, each behind its field. */
function refusalInList(entries: unknown[], levels: number): Refusal {
	const all = entries.map((entry) => refusalIn(entry, levels));
	const words = all.map((each) => [each.field, each.words].filter(Boolean).join(': '));
	return { ...all[0], words: textOf(words.filter(Boolean).join('; ')) };
}

const WELL = /^(?:200|ok|no errors?|(?:request )?success(?:ful)?|(?:操作|请求)?成功)[.!]?$/i;

/** Whether a code, words or an error say that all is well: services write success there, too. */
export function saysWell(said: unknown): boolean {
	if (isVoid(said)) return true;
	if (!isHolder(said)) return WELL.test(trimmed(said));
	const { code, words } = refusalIn(said);
	const isSilent = code === undefined && words === undefined;
	return !isSilent && saysWell(code) && saysWell(words);
}

/** A status of HTTP that is an error: platforms' own codes are no such numbers. */
export const isHttpError = (code: unknown): code is number => /^[45]\d\d$/.test(trimmed(code));

/** One line in English, for codes in words too, and one in Chinese: whatever is said otherwise is told as it came. */
const NO_MONEY = new RegExp(
	[
		'insufficient.?(?:account.?)?(?:balance|credits?|funds|quota)|balance is (?:too low|not enough)|out of credits|payment.?required|exceeded your current quota',
		'余额(?:不足|不够|已用完)|额度(?:不足|不够|已用完)|欠费',
	].join('|'),
	'i',
);

/** The words of a refusal are short. */
const LONGEST_READ = 2000;

/**
 * Whether a refusal of the gateway or the provider says that the account's money is used up.
 * @param sent the request: what it says itself, such as a keyword, tells nothing
 */
export function isOutOfMoney({ code, words = '', field }: Refusal, sent: string): boolean {
	if (code === 402) return true;
	const [said] = NO_MONEY.exec(`${code} ${words.slice(0, LONGEST_READ)}`) ?? [];
	if (said === undefined || field !== undefined) return false;
	return !sent.toLowerCase().includes(said.toLowerCase());
}

/** A refusal of the gateway or the provider as a failure: by what it says of money, else by what its status means. */
export function refusedAs(
	[code, facts]: Meant,
	refusal: Refusal,
	sent: string,
	place: Facts = {},
): Failure {
	const { words, field } = refusal;
	if (isOutOfMoney(refusal, sent)) return failureOf('BALANCE_TOO_LOW', { ...place, words });
	return failureOf(code, { ...place, words, field, ...facts });
}
