/**
 * The names of HTML 4 with their characters, as browsers show them today, and a few that are common
 * besides. In all but the first ones, capitals make another name.
 */
const NAMES = `
quot " amp & lt < gt > QUOT " AMP & LT < GT > apos ' nbsp \u00a0 iexcl ¡ cent ¢ pound £ curren ¤
yen ¥ brvbar ¦ sect § uml ¨ copy © ordf ª laquo « not ¬ shy \u00ad reg ® macr ¯ deg ° plusmn ±
sup2 ² sup3 ³ acute ´ micro µ para ¶ middot · cedil ¸ sup1 ¹ ordm º raquo » frac14 ¼ frac12 ½
frac34 ¾ iquest ¿ Agrave À Aacute Á Acirc Â Atilde Ã Auml Ä Aring Å AElig Æ Ccedil Ç Egrave È
Eacute É Ecirc Ê Euml Ë Igrave Ì Iacute Í Icirc Î Iuml Ï ETH Ð Ntilde Ñ Ograve Ò Oacute Ó
Ocirc Ô Otilde Õ Ouml Ö times × Oslash Ø Ugrave Ù Uacute Ú Ucirc Û Uuml Ü Yacute Ý THORN Þ
szlig ß agrave à aacute á acirc â atilde ã auml ä aring å aelig æ ccedil ç egrave è eacute é
ecirc ê euml ë igrave ì iacute í icirc î iuml ï eth ð ntilde ñ ograve ò oacute ó ocirc ô
otilde õ ouml ö divide ÷ oslash ø ugrave ù uacute ú ucirc û uuml ü yacute ý thorn þ yuml ÿ
OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ tilde ˜ Alpha Α Beta Β Gamma Γ Delta Δ
Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ
Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε
zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ sigmaf ς
sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω thetasym ϑ upsih ϒ piv ϖ ensp \u2002
emsp \u2003 thinsp \u2009 zwnj \u200c zwj \u200d lrm \u200e rlm \u200f ndash – mdash — lsquo ‘
rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … permil ‰ prime ′
Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € image ℑ weierp ℘ real ℜ trade ™ alefsym ℵ
larr ← uarr ↑ rarr → darr ↓ harr ↔ crarr ↵ lArr ⇐ uArr ⇑ rArr ⇒ dArr ⇓ hArr ⇔ forall ∀ part ∂
exist ∃ empty ∅ nabla ∇ isin ∈ notin ∉ ni ∋ prod ∏ sum ∑ minus − lowast ∗ radic √ prop ∝ infin ∞
ang ∠ and ∧ or ∨ cap ∩ cup ∪ int ∫ there4 ∴ sim ∼ cong ≅ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂
sup ⊃ nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗ perp ⊥ sdot ⋅ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋
lang ⟨ rang ⟩ loz ◊ spades ♠ clubs ♣ hearts ♥ diams ♦
`;

/** Filled at the first name that is looked up: most texts have none, and loading is to cost nothing. */
const characters = new Map<string, string>();

function characterNamed(name: string): string | undefined {
	if (characters.size === 0) {
		for (const [, known = '', character = ''] of NAMES.matchAll(/(\w+) (.)/gu)) {
			characters.set(known, character);
		}
	}
	return characters.get(name);
}

/** The character that an entity ("eacute", "#233", "#xE9") stands for; undefined where there is none. */
export function characterOf(entity: string): string | undefined {
	if (!entity.startsWith('#')) return characterNamed(entity);
	const isHex = entity[1] === 'x' || entity[1] === 'X';
	const code = Number(isHex ? `0${entity.slice(1)}` : entity.slice(1));
	const isHalf = code >= 0xd800 && code <= 0xdfff;
	return code > 0 && code <= 0x10ffff && !isHalf ? String.fromCodePoint(code) : undefined;
}
