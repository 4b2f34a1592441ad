/** The words of a refusal are short, and patterns look at every character. */
export const LONGEST_READ = 2000;

/** What a service quotes is not its own: a keyword may speak of a balance. */
const QUOTED =
	/"[^"]{0,400}"|“[^”]{0,400}”|‘[^’]{0,400}’|「[^」]{0,400}」|《[^》]{0,400}》|`[^`]{0,400}`|(?<!\p{L})'[^']{0,400}'/gu;

const MONEY =
	'balances?|credits?|funds?|wallet|budget|money|invoices?|(?:(?:free )?trial|subscription)(?! key)';
const QUOTA =
	'quotas?|allowance|allotment|(?:usage|spend|spending|billing|hard|soft|credit|plan|monthly|daily) (?:limit|cap)s?';

/** What may stand between a thing and what is said of it. */
const FILLER =
	'(?:(?:the|your|our|this|its|any|all|more|of|on|in|for|account|accounts|user|api|key|organization|current|active|included|enough|sufficient|currently|available|remaining|monthly|daily|free|trial|prepaid|total|usage|request|requests|has|have|had|is|are|was|were|been|already|now|completely|fully|too|very|not|limits?|plan|amount|to) ){0,6}';

/** In the words of one sentence, with single blanks between them. */
const spokenOf = (thing: string) =>
	new RegExp(
		`\\b(?:insufficient|inadequate|not (?:enough|sufficient)|(?:do|does|did)(?: not|n't) have|needs? more|lacks?|lacking|low|negative|zero|out of|exhausted|depleted|exceed(?:ed|s)?|over|used (?:up|all)|unpaid|overdue|outstanding|reached) ${FILLER}(?:${thing})\\b` +
			`|\\b(?:no|0) ${FILLER}(?:${thing})(?= (?:left|remaining|available|in|on|for|to)\\b|$)` +
			`|\\b(?:${thing}) ${FILLER}(?:insufficient|inadequate|(?:not )?(?:enough|sufficient)(?= |$)|low|lower|empty|exhausted|depleted|exceeded|used up|reached|overdue|negative|r[ua]n out|expired|ended|zero|0|gone|spent|consumed|finished|below|less than|(?:does|do|can|could|will)(?: ?not|n't) cover|cannot cover)\\b`,
	);

/** Other languages have it in either order. */
const near = (things: string, lacks: string) =>
	`(?:${things}).{0,16}(?:${lacks})|(?:${lacks}).{0,16}(?:${things})`;

const LACKS =
	'不足|不[够夠]|耗[尽盡]|用[完尽盡光]|告罄|足り|ありません|부족|없|no (?:tiene|hay|dispone)|insufici|insuffi|agotad|esgotad|épuis|esaurit|aufgebraucht|erschöpft|nicht (?:aus|genug|genüg)|недостат|исчерпан|yetersiz|tidak (?:cukup|mencukupi)|không đủ|ไม่(?:เพียง)?พอ|غير كاف';

const MONEY_ABROAD =
	'[余餘][额額]|[资資]金|預算|预算|金额|金額|费用|積分|积分|[点點][数數券]|[金硬][币幣]|残高|クレジット|ポイント|잔[액고]|크레딧|saldo|fondos|fundos|cr[eé]dito|crédits|solde|guthaben|средств|баланс|bakiye|số dư|ยอดเงิน|رصيد';

const NO_MONEY = new RegExp(
	`${spokenOf(MONEY).source}|\\bpayment (?:is )?(?:required|overdue|failed|declined)\\b|\\bnon payment\\b|\\bbilling (?:is )?(?:not active|inactive)\\b|\\baccount (?:is )?overdue\\b|\\bplease (?:top ?up|recharge)\\b|\\btop ?up (?:your|the)\\b|\\barrear(?:s|age)?\\b|\\bpast due\\b|\\b(?:insufficient|not enough|out of) (?:tokens|points|coins|units)\\b` +
		`|${near(MONEY_ABROAD, LACKS)}|\\b(?:sin|sem|sans|senza|keine?) (?:${MONEY_ABROAD})` +
		'|(?:[余餘][额額]|金额|金額|费用).{0,8}(?:[为為剩仅 ] ?(?:零|0|[负負])|[超透]支?|低于|低於)|欠[费費款]|透支|[无無没沒]有?(?:足[够夠]的?|可用的?)?(?:[余餘][额額]|积分|積分|[点點][数數])|(?:[请請先需][^，,]{0,4})(?:充值|续费|儲值)',
);

const NO_QUOTA = new RegExp(
	`${spokenOf(QUOTA).source}|${near('[额額]度|配[额額]|套餐|[源量]包|用量|次[数數]|cuota|kontingent|квот|クォータ|利用上限|할당량|한도', `${LACKS}|超[限出过過额額]|[达達]到?上限|に達し|초과|소진|已[满滿]|[为為](?:零|0)|superad|excedid|überschritten|превышен`)}|(?:套餐|会员|會員|[订訂][阅閱]|[试試]用).{0,6}(?:[过過]期|到期|失效)|[无無没沒]有?(?:足[够夠]的?|可用的?)?(?:[额額]度|配[额額]|次[数數])`,
);

/** A limit of so many calls in a time passes by itself. */
const RATE =
	/\b(?:rate|burst|second|minute) ?(?:limit|quota)|request rate|(?:retry|try again) (?:in|after|later)|too many requests|too (?:fast|quickly|often)|slow down|throttl|\bper (?:sec|min|hour)|\/ ?(?:s|sec|min|hour)|\b(?:qp[sm]|[rt]p[sm])\b|concurren|每[秒分小]|分[钟鐘]|[频頻]|限流|并发|並發|[过過]快/i;

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
	const isRate = RATE.test(inWords(own));
	return own.split(/[.!?;。！？；\n]+/).some((sentence) => {
		const words = inWords(sentence).trim();
		const found = RATE.test(words) ? null : NO_MONEY.exec(words);
		const [phrase] = found ?? (isRate ? null : NO_QUOTA.exec(words)) ?? [];
		return phrase !== undefined && !inWords(sent).includes(phrase);
	});
}
