import { EXPRESSION, WAITING } from './entered';
import type { Misread } from './entered';

/** What a sheet or an expression writes where it has no word to search for. */
const NO_KEYWORD = new RegExp(
	'^(?:\\[object \\w*\\]|#(?:[a-z]+(?:/0)?!|name\\?|n/a|getting_data|#+)' +
		`|(?:${WAITING}|wird geladen|chargement|cargando|carregando|正在..|(?:加载|载入|載入|计算)中)(?:\\.{3}|…+))$`,
	'i',
);

/** What is longer is no word, and may take seconds to be normalized. */
const LONGEST_WORD = 1000;

/** What no script or emoji needs within a word, as it may need a joiner. */
const NEEDLESS = /[\u00ad\u200b\u2060\ufeff]/g;

/** The same in each spelling of Unicode, with blanks of any kind and nothing needless: it is bought once. */
export function keywordIn(written: string): string | Misread {
	const spaced = written.replace(NEEDLESS, '').replace(/\s+/g, ' ').trim();
	const text = spaced.length > LONGEST_WORD ? spaced : spaced.normalize();
	if (/^\{\{.*\}\}$/s.test(text)) return EXPRESSION;
	if (!NO_KEYWORD.test(text)) return text;
	return { refusal: `Must be what to search for, not ${text}: a sheet or an expression lost it` };
}
