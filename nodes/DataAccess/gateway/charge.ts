/**
 * Matches "You were not charged", "no fee"; not "not known whether you were charged", "may not be charged", "not
 * charged twice".
 */
const NOT_CHARGED =
	/(?:(?<!\b(?:may|might)\s)(?:\b(?:not|never)|n['’]t)\s(?:be\s|been\s)?(?:charged|billed)|\bno\s(?:charge|fee))\b(?![^.,;]{0,9}(?:twice|again|double|more))/i;

/** Matches "未扣费", "本次请求不会被计费", "不收费"; not "可能未扣费", "不会重复扣费", "不会扣费两次". */
const NOT_CHARGED_IN_CHINESE =
	/(?<!(?:可能|也许|或许|是否|不确定)[^，。；,.;]{0,9})(?:未|没有|不会?)(?:被|对您|进行|产生任何|产生|收取任何|收取){0,2}(?:扣费|计费|收费|扣款|扣除|费用)(?!两次|二次|多次|重复)/;

/** One row for English, one for Chinese: a service says it if all patterns of a row match. */
const ASKS_FOR_RETRY = [
	[/fail|error|unsuccessful/i, /retry|try again/i, NOT_CHARGED],
	[/重试/, NOT_CHARGED_IN_CHINESE],
];

/** Returns whether a service says that it failed, charged nothing, and wants a retry. */
export const saysAgain = (words = '') =>
	ASKS_FOR_RETRY.some((line) => line.every((clause) => clause.test(words)));
