import type { FailureDetails } from '../shared/failure';
import { parsedWithin } from '../shared/json';
import { isNoWord, isVoid } from '../shared/nothing';
import { isHolder, objectOf, textOf, trimmed } from '../shared/values';
import type { StatusMeaning } from './statuses';

/** What the gateway, the provider or the platform says about a failure. */
interface ServiceError {
	words?: string;
	/** A word or a number, as text. */
	code?: string;
	/** The input at fault. */
	field?: string;
}

/**
 * Fields that hold a service's message, or an object with it. The first one with a text counts. They also decide
 * whether a body is a service error and nothing else (`isBare`).
 */
const WORD_FIELDS = ['message', 'msg', 'message_zh', 'reason', 'error', 'detail', 'errors'];

const ALL_OF_AN_ERROR = ['code', ...WORD_FIELDS];

/** `{"detail": [{"msg": …}]}` is three deep. */
const DEEPEST = 3;

/** Characters of a message that are read, without its blanks: more than an error shows, so no key is cut in half. */
const LONGEST_WORDS = 2000;

/**
 * Reads the message, the code and the field at fault from any layer, or from an error within it
 * (docs/development/gateway.md, Failures). Of a list, the first entry counts. Never throws.
 */
export function serviceErrorIn(said: unknown, levels = DEEPEST): ServiceError {
	const value = parsedWithin(said);
	if (typeof value === 'string')
		return { words: textOf(value)?.replace(/\s+/g, ' ').slice(0, LONGEST_WORDS) };
	if (levels === 0 || !isHolder(value)) return {};
	if (Array.isArray(value)) return serviceErrorIn(value[0], levels - 1);
	const inner = WORD_FIELDS.map((name) => serviceErrorIn(value[name], levels - 1));
	return {
		words: inner.find(({ words }) => words !== undefined)?.words,
		code: trimmed(value.code) || inner.find(({ code }) => code !== undefined)?.code,
		field: fieldIn(value.loc) ?? inner.find(({ field }) => field !== undefined)?.field,
	};
}

/** Returns the last name in the location of a validation error. */
const fieldIn = (loc: unknown) =>
	Array.isArray(loc) ? textOf(loc.findLast((part) => typeof part === 'string')) : undefined;

/** Returns whether a body is a service error and nothing else. */
export const isBare = (body: unknown) =>
	Object.entries(objectOf(body)).every(
		([name, value]) => ALL_OF_AN_ERROR.includes(name) || isVoid(value),
	);

const WELL = /^(?:0|200|ok|no errors?|(?:request )?success(?:ful)?|(?:操作|请求)?成功)[.!]?$/i;

/** Returns whether a code or a message reports success. Services write success into error fields, too. */
export const saysWell = (said = '') => isNoWord(said) || WELL.test(said);

/** English (also codes in words), then Chinese. Other wordings keep the meaning of their status. */
const NO_MONEY = new RegExp(
	[
		'insufficient.?(?:account.?)?(?:balance|credits?|funds|quota)|balance is (?:too low|not enough)|out of credits|payment.?required|exceeded your current quota',
		'余额(?:不足|不够|已用完)|额度(?:不足|不够|已用完)|欠费',
	].join('|'),
	'i',
);

/** Returns whether the account has no money left. A message about one field is about the input instead. */
const saysNoMoney = ({ code, words, field }: ServiceError) =>
	field === undefined && NO_MONEY.test(`${code} ${words}`);

const NO_BALANCE: StatusMeaning = { code: 'BALANCE_TOO_LOW' };

/**
 * Returns what a failed response means: what its status stands for, unless the gateway or the provider says that there
 * is no money. A refused key says nothing about an account.
 */
export function meaningOfServiceError(
	meaning: StatusMeaning,
	error: ServiceError,
	details: FailureDetails = {},
): StatusMeaning {
	const { words, field } = error;
	const isOfAccount = meaning.code !== 'KEY_REFUSED' && saysNoMoney(error);
	return { ...details, words, field, ...(isOfAccount ? NO_BALANCE : meaning) };
}
