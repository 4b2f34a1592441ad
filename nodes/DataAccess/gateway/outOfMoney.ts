/*
 * Whether a refusal says that what was paid for is used up (docs/development/gateway.md, Failures). The lists are
 * patterns with commas between them, for the words of one sentence: in small letters, with single blanks between them.
 */

const oneOf = (list: string) => `(?:${list.trim().split(/,\s+/).join('|')})`;

const MONEY = oneOf(`
	balances?, credits?, funds?, wallet, budget, money, invoices?, (?:(?:free )?trial|subscription)(?! key)`);

const QUOTA = oneOf(`
	quotas?, allowance, allotment,
	(?:usage|spend|spending|billing|hard|soft|credit|plan|monthly|daily) (?:limit|cap)s?`);

const BEFORE = oneOf(`
	insufficient, inadequate, not (?:enough|sufficient), (?:do|does|did)(?: not|n't) have, needs? more, lacks?,
	lacking, low, negative, zero, out of, exhausted, depleted, exceed(?:ed|s)?, over, used (?:up|all), unpaid,
	overdue, outstanding, reached`);

const BEHIND = oneOf(`
	insufficient, inadequate, (?:not )?(?:enough|sufficient)(?= |$), low, lower, empty, exhausted, depleted,
	exceeded, used up, reached, overdue, negative, r[ua]n out, expired, ended, zero, 0, gone, spent, consumed,
	finished, below, less than, (?:does|do|can|could|will)(?: ?not|n't) cover, cannot cover`);

const BETWEEN = oneOf(`
	the, your, our, this, its, any, all, more, of, on, in, for, account, accounts, user, api, key, organization,
	current, active, included, enough, sufficient, currently, available, remaining, monthly, daily, free, trial,
	prepaid, total, usage, request, requests, has, have, had, is, are, was, were, been, already, now, completely,
	fully, too, very, not, limits?, plan, amount, to`);

/** In English it depends on the side on which it stands what is said of a thing. */
const sentencesOf = (thing: string) => [
	// "You do not have enough credits", "exceeded your current quota".
	`\\b${BEFORE} (?:${BETWEEN} ){0,6}${thing}\\b`,
	// "No credits left", but not "no such balance".
	`\\b(?:no|0) (?:${BETWEEN} ){0,6}${thing}(?= (?:left|remaining|available|in|on|for|to)\\b|$)`,
	// "Your credit balance is too low".
	`\\b${thing} (?:${BETWEEN} ){0,6}${BEHIND}\\b`,
];

/** "Payment required", "please top up". */
const PHRASES = oneOf(`
	payment (?:is )?(?:required|overdue|failed|declined), non payment, account (?:is )?overdue, past due,
	arrear(?:s|age)?, billing (?:is )?(?:not active|inactive), please (?:top ?up|recharge), top ?up (?:your|the),
	(?:insufficient|not enough|out of) (?:tokens|points|coins|units)`);

// Other languages, line by line: Chinese; Japanese and Korean; the Romance ones; all others.
const MONEY_ABROAD = oneOf(`
	[余餘][额額], [资資]金, [预預]算, 金[额額], 费用, [积積]分, [点點][数數券], [金硬][币幣],
	残高, クレジット, ポイント, 잔[액고], 크레딧,
	saldo, fondos, fundos, cr[eé]dito, crédits, solde,
	guthaben, средств, баланс, bakiye, số dư, ยอดเงิน, رصيد`);

const QUOTA_ABROAD = oneOf(`
	[额額]度, 配[额額], 套餐, [源量]包, 用量, 次[数數],
	クォータ, 利用上限, 할당량, 한도,
	cuota,
	kontingent, квот`);

const LACKS = oneOf(`
	不足, 不[够夠], 耗[尽盡], 用[完尽盡光], 告罄,
	足り, ありません, 부족, 없,
	no (?:tiene|hay|dispone), insufici, agotad, esgotad, insuffi, épuis, esaurit,
	aufgebraucht, erschöpft, nicht (?:aus|genug|genüg), недостат, исчерпан, yetersiz, tidak (?:cukup|mencukupi),
	không đủ, ไม่(?:เพียง)?พอ, غير كاف`);

/** Of a quota alone. */
const IS_OVER = oneOf(`
	超[限出過过额額], [达達]到?上限, 已[满滿], [为為](?:零|0),
	に達し, 초과, 소진,
	superad, excedid,
	überschritten, превышен`);

const near = (thing: string, said: string) => [`${thing}.{0,16}${said}`, `${said}.{0,16}${thing}`];

/** "您的账户已欠费", "请充值", "余额为 0.00 元", "没有可用余额". */
const CHINESE_PHRASES = oneOf(`
	欠[费費款], 透支, [请請先需][^，,]{0,4}(?:充值|续费|儲值),
	(?:[余餘][额額]|金[额額]|费用).{0,8}(?:[为為剩仅 ] ?(?:零|0|[负負])|[超透]支?|低[于於]),
	[无無没沒]有?(?:足[够夠]的?|可用的?)?(?:[余餘][额額]|[积積]分|[点點][数數])`);

/** "套餐已过期", "无可用额度". */
const CHINESE_QUOTA_PHRASES = oneOf(`
	(?:套餐|会员|會員|[订訂][阅閱]|[试試]用).{0,6}(?:[过過]期|到期|失效),
	[无無没沒]有?(?:足[够夠]的?|可用的?)?(?:[额額]度|配[额額]|次[数數])`);

const anyOf = (...patterns: string[]) => new RegExp(patterns.join('|'));

const NO_MONEY = anyOf(
	...sentencesOf(MONEY),
	...near(MONEY_ABROAD, LACKS),
	`\\b(?:sin|sem|sans|senza|keine?) ${MONEY_ABROAD}`,
	`\\b${PHRASES}\\b`,
	CHINESE_PHRASES,
);

const NO_QUOTA = anyOf(
	...sentencesOf(QUOTA),
	...near(QUOTA_ABROAD, LACKS),
	...near(QUOTA_ABROAD, IS_OVER),
	CHINESE_QUOTA_PHRASES,
);

/** A limit of so many calls in a time passes by itself: "10 requests per minute", "slow down". */
const RATE = new RegExp(
	oneOf(`
	\\b(?:rate|burst|second|minute) ?(?:limit|quota), request rate, too many requests, throttl, slow down,
	too (?:fast|quickly|often), (?:retry|try again) (?:in|after|later), \\bper (?:sec|min|hour),
	/ ?(?:s|sec|min|hour), \\b(?:qp[sm]|[rt]p[sm])\\b, concurren,
	每[秒分小], 分[钟鐘], [频頻], 限流, 并发, 並發, [过過]快`),
);

/** The words of a refusal are short, and patterns look at every character. */
export const LONGEST_READ = 2000;

/** What a service quotes is not its own: a keyword may speak of a balance. */
const QUOTED =
	/"[^"]{0,400}"|“[^”]{0,400}”|‘[^’]{0,400}’|「[^」]{0,400}」|《[^》]{0,400}》|`[^`]{0,400}`|(?<!\p{L})'[^']{0,400}'/gu;

const SENTENCE_ENDS = /[.!?;。！？；\n]+/;

const inWords = (text: string) =>
	text
		.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
		.toLowerCase()
		.replace(/load.?balanc\w*/g, '')
		.replaceAll('’', "'")
		.replace(/[^\p{L}\p{M}\p{N}'/]+/gu, ' ');

/**
 * Whether a refusal says that balance, credit or quota is used up, and not only for the next minute. Linear in it.
 * @param sent the request: what it says itself tells nothing
 */
export function isOutOfMoney(said: string, sent: string): boolean {
	const own = said.slice(0, LONGEST_READ).replace(QUOTED, ' ');
	// Which quota is used up may be said in another sentence.
	const isRate = RATE.test(inWords(own));
	for (const sentence of own.split(SENTENCE_ENDS)) {
		const words = inWords(sentence).trim();
		if (RATE.test(words)) continue;
		const found = NO_MONEY.exec(words) ?? (isRate ? null : NO_QUOTA.exec(words));
		if (found && !inWords(sent).includes(found[0])) return true;
	}
	return false;
}
