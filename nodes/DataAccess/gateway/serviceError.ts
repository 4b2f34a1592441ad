import type { FailureFacts } from '../shared/failure';
import { parsedWithin } from '../shared/json';
import { isNoWord, isVoid } from '../shared/nothing';
import { isHolder, objectOf, textOf, trimmed } from '../shared/values';
import type { StatusMeaning } from './statuses';

/** What a service says of a failure. */
interface ServiceError {
	words?: string;
	/** A word, or the digits of a number. */
	code?: string;
	/** The input at fault. */
	field?: string;
}

/**
 * What a service calls its words, or what holds them: the first that has a text counts. They also
 * decide whether a body is a refusal and nothing else (`isBare`).
 */
const WORD_FIELDS = ['message', 'msg', 'message_zh', 'reason', 'error', 'detail', 'errors'];

const ALL_OF_AN_ERROR = ['code', ...WORD_FIELDS];

/** `{"detail": [{"msg": …}]}` is three deep. */
const DEEPEST = 3;

/** The words of a refusal are short. */
const LONGEST_WORDS = 2000;

/**
 * The words, the code and the field of any refusal: of a body, a run, an envelope or a payload, or of what stands in
 * it as an error (docs/development/gateway.md, Failures). Of a list, the first entry counts. Never throws.
 */
export function serviceErrorIn(said: unknown, levels = DEEPEST): ServiceError {
	const value = parsedWithin(said);
	if (typeof value === 'string') return { words: textOf(value)?.slice(0, LONGEST_WORDS) };
	if (levels === 0 || !isHolder(value)) return {};
	if (Array.isArray(value)) return serviceErrorIn(value[0], levels - 1);
	const inner = WORD_FIELDS.map((name) => serviceErrorIn(value[name], levels - 1));
	return {
		words: inner.find(({ words }) => words !== undefined)?.words,
		code: trimmed(value.code) || inner.find(({ code }) => code !== undefined)?.code,
		field: fieldIn(value.loc) ?? inner.find(({ field }) => field !== undefined)?.field,
	};
}

/** The last name in the place of a validation error. */
const fieldIn = (loc: unknown) =>
	Array.isArray(loc) ? textOf(loc.findLast((part) => typeof part === 'string')) : undefined;

/** Whether a body holds a refusal and nothing else. */
export const isBare = (body: unknown) =>
	Object.entries(objectOf(body)).every(
		([name, value]) => ALL_OF_AN_ERROR.includes(name) || isVoid(value),
	);

const WELL = /^(?:0|200|ok|no errors?|(?:request )?success(?:ful)?|(?:操作|请求)?成功)[.!]?$/i;

/** Whether a code or words say that all is well: services write success there, too. */
export const saysWell = (said = '') => isNoWord(said) || WELL.test(said);

/** One line in English, for codes in words too, and one in Chinese: whatever is said otherwise is told as it came. */
const NO_MONEY = new RegExp(
	[
		'insufficient.?(?:account.?)?(?:balance|credits?|funds|quota)|balance is (?:too low|not enough)|out of credits|payment.?required|exceeded your current quota',
		'余额(?:不足|不够|已用完)|额度(?:不足|不够|已用完)|欠费',
	].join('|'),
	'i',
);

/** Whether it says that the account's money is used up, and not that one input is wrong. */
const saysNoMoney = ({ code, words, field }: ServiceError) =>
	field === undefined && NO_MONEY.test(`${code} ${words}`);

const NO_BALANCE: StatusMeaning = { code: 'BALANCE_TOO_LOW' };

/**
 * A refusal by the gateway or the provider as a failure: what its status means, unless it says that there is no money.
 * Who refuses the key knows no account.
 */
export function failureOfServiceError(
	meaning: StatusMeaning,
	error: ServiceError,
	details: FailureFacts = {},
): StatusMeaning {
	const { words, field } = error;
	const isOfAccount = meaning.code !== 'KEY_REFUSED' && saysNoMoney(error);
	return { ...details, words, field, ...(isOfAccount ? NO_BALANCE : meaning) };
}
