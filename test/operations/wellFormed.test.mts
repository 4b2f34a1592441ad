import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { runOf } from '../harness/gateway.mts';
import { getAnswers, getSubComments } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld();
const gateway = useGateway();

/** As many as wanted: FUZZ_RUNS=40000 FUZZ_SEED=7 npx jest test/operations/wellFormed */
const RUNS = Number(process.env.FUZZ_RUNS ?? 4000);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

const random = randomOf(SEED);
const int = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
const pick = <T,>(values: readonly T[]) => values[int(0, values.length - 1)] as T;

/** One of all code points, of what breaks readers, or of what is common. */
const unit = () =>
	pick([
		() => String.fromCodePoint(int(0, 0x10ffff)),
		() => String.fromCharCode(int(0xd800, 0xdfff)),
		() => String.fromCharCode(pick([int(0, 0x1f), int(0x7f, 0x9f)])),
		() =>
			pick(['<', '>', '<b>', '</b>', '<!--', '-->', '<script>', 'a<b', 'x>y', '<https://a.b/c>']),
		() =>
			pick(['&', '&amp;', '&#1;', '&lt;', '&#55357;', '\r\n', '\n', '\t', ' ', '\u200b', '\ufeff']),
		() => pick(['a', 'word', '猫', '😀', '👨‍👩‍👧', 'é', '3千', '12', '.']),
	])();

const anyText = () => {
	const length = random() < 0.02 ? int(900, 1100) : int(1, 12);
	return Array.from({ length }, unit).join('');
};

/** What is to be read of a text, written a second time and character by character. */
function asRead(text: string): string {
	const read = [...text.replaceAll('\r\n', '\n')].map((character) => {
		const code = character.codePointAt(0) ?? 0;
		if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
		if ([0x0b, 0x0c, 0x0d, 0x85].includes(code)) return '\n';
		const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f);
		return isControl && code !== 0x09 && code !== 0x0a ? '' : character;
	});
	return read.join('');
}

const escaped = (text: string) =>
	text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);

const isWell = (text: string) =>
	[...text].every((character) => asRead(character) === character && character !== '\r');

type Spelled = [written: unknown, read: unknown];

const grouped = (number: number, mark: string) => String(number).replace(/\B(?=(\d{3})+$)/g, mark);
const plus = () => pick(['', '', '+', '＋', '多']);

/** A count in a spelling of some country, and what it stands for. */
const anyCount = () =>
	pick<() => Spelled>([
		() => [int(0, 1e9), undefined],
		() =>
			pick<(n: number) => Spelled>([(n) => [String(n), n], (n) => [`${n}${plus()}`, n]])(
				int(0, 1e9),
			),
		() =>
			pick(
				[',', ' ', '\u00a0', '\u202f', "'"].map((mark) => (n: number): Spelled => [
					grouped(n, mark),
					n,
				]),
			)(int(0, 1e9)),
		() => {
			const [unit, factor] = pick([
				['千', 1e3],
				['万', 1e4],
				['亿', 1e8],
				['K', 1e3],
				['k', 1e3],
				['w', 1e4],
				['M', 1e6],
				['m', 1e6],
				['B', 1e9],
			] as const);
			const [whole, tenth] = [int(0, 999), int(1, 9)];
			const number = pick([String(whole), `${whole}.${tenth}`, `${whole},${tenth}`]);
			const count = Math.round(Number(number.replace(',', '.')) * factor);
			return [`${number}${pick(['', ' '])}${unit}${plus()}`, count];
		},
		// No count, or one that can be read in two ways.
		() => [
			pick([
				`${int(1, 99)},${int(100, 999)}K`,
				`${int(1, 9)}.${int(100, 999)}`,
				`${int(1, 9)},${int(1, 9)}`,
				'三千',
				'赞',
				'10²',
				`${int(1, 9)}e5`,
			]),
			null,
		],
	])();

const two = (number: number) => String(number).padStart(2, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A time in a spelling of some platform, and what it stands for. */
function anyTime(): Spelled {
	const seconds = int(946_684_800, 1_900_000_000);
	const date = new Date(seconds * 1000);
	const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
	const clock = date.toISOString().slice(11, 19);
	const midnight = `${date.toISOString().slice(0, 10)}T00:00:00.000Z`;
	const whole: unknown[] = [
		...[
			seconds,
			String(seconds),
			seconds * 1000,
			`${seconds}000`,
			`${seconds}000000`,
			`${seconds}000000000`,
		],
		...[
			date.toISOString(),
			date.toUTCString(),
			`${year}/${month}/${day} ${clock}`,
			{ text: String(seconds), icon: 'i' },
		],
		...[
			`${year}年${month}月${day}日 ${clock}`,
			`${year}${two(month)}${two(day)}${clock.replaceAll(':', '')}`,
		],
	];
	const days: unknown[] = [
		...[`${year}-${two(month)}-${two(day)}`, `${year}/${month}/${day}`, `${year}.${month}.${day}`],
		...[
			`${year}年${month}月${day}日`,
			`${year}${two(month)}${two(day)}`,
			{ text: `${year}-${month}-${day}` },
		],
		...[`${day} ${MONTHS[month - 1]} ${year}`, `${MONTHS[month - 1]} ${day}, ${year}`],
	];
	const never: unknown[] = [
		'3天前',
		'昨天 10:20',
		`${month}-${day}`,
		`${two(day)}/${two(month)}/${year}`,
		String(year),
		`${year}-13-01`,
	];
	return pick<() => Spelled>([
		() => [pick(whole), date.toISOString()],
		() => [pick(days), midnight],
		() => [pick(never), null],
	])();
}

/** What comes out of a page of such records, without a model and for one. */
async function readAs(
	operation: OperationCase,
	records: object[],
	asTool: boolean,
): Promise<IDataObject[]> {
	gateway.answerWith(() => ({ body: runOf(operation.payload(records)) }));
	const type = asTool ? 'n8n-nodes-data-access.dataAccessTool' : undefined;
	const run = await world.run(
		{ ...operation.parameters('a'), returnAll: true },
		{ credential: { baseUrl: gateway.url }, node: type ? { type } : {} },
	);
	expect(run.items).toHaveLength(records.length);
	return run.items.map(({ json }) => json);
}

/** The beginning that a model gets of a long text. */
const isBeginning = (told: string, whole: string) => {
	const [kept = ''] = told.split(/… \([\d,]+ more characters\)$/);
	return kept === whole || (kept.length >= 999 && whole.startsWith(kept));
};

const rows = Array.from({ length: RUNS }, (_, index) => {
	const [text, [likes, likeCount], [time, createdAt]] = [anyText(), anyCount(), anyTime()];
	return { id: `c${index}`, text, likes, likeCount, time, createdAt };
});

type Row = (typeof rows)[number];

const blank = (text: string) => text.trim() === '';

describe.each([
	['without a model', false],
	['for a model', true],
] as const)(`${RUNS} random texts, counts and times, ${'%s'}`, (_label, asTool) => {
	/** What is wrong with a record: collected, since an assertion for each value would take long. */
	const wrongWith = (row: Row, told: IDataObject, isText: (text: string) => boolean): unknown[] => {
		const { text = null, likeCount = null, createdAt = null } = told;
		const count = row.likeCount === undefined ? row.likes : row.likeCount;
		return [
			...Object.values(told).filter((value) => typeof value === 'string' && !isWell(value)),
			...(isText((text as string | null) ?? '') ? [] : [{ text: row.text, told: text }]),
			...(likeCount === count ? [] : [{ likes: row.likes, count, told: likeCount }]),
			...(createdAt === row.createdAt ? [] : [{ time: row.time, told: createdAt }]),
		];
	};

	test('of a platform that sends text: as it stands', async () => {
		const records = rows.map(({ id, text, likes, time }) => ({
			id,
			content: text,
			like_count: likes,
			time,
		}));
		const told = await readAs(getSubComments, records, asTool);
		const wrong = rows.flatMap((row, index) =>
			wrongWith(row, told[index]!, (text) => {
				const whole = blank(asRead(row.text)) ? '' : asRead(row.text);
				return asTool ? isBeginning(text, whole) : text === whole;
			}),
		);
		expect(wrong).toEqual([]);
	});

	test('of a platform that sends HTML: every word of it', async () => {
		const records = rows.map(({ id, text, likes, time }) => ({
			target: { id, content: `<p>${escaped(text)}</p>`, voteup_count: likes, created_time: time },
		}));
		const told = await readAs(getAnswers, records, asTool);
		const words = (text: string) => text.replace(/\s/g, '');
		const wrong = rows.flatMap((row, index) =>
			wrongWith(row, told[index]!, (text) => {
				const whole = words(asRead(row.text));
				const [kept = ''] = asTool ? text.split(/… \([\d,]+ more characters\)$/) : [text];
				return kept === text ? words(text) === whole : whole.startsWith(words(kept));
			}),
		);
		expect(wrong).toEqual([]);
	});
});

test.each(['raw', 'selected', 'pages'])(
	'what a model reads in %s is well formed',
	async (output) => {
		const records = rows
			.slice(0, 500)
			.map(({ id, text }) => ({ id, content: text, [text]: [{ a: text }] }));
		gateway.answerWith(() => ({ body: runOf(getSubComments.payload(records)) }));
		const { items } = await world.run(
			{ ...getSubComments.parameters('a'), returnAll: true, output, fields: 'id, content' },
			{
				credential: { baseUrl: gateway.url },
				node: { type: 'n8n-nodes-data-access.dataAccessTool' },
			},
		);
		const texts: string[] = [];
		JSON.stringify(
			items.map(({ json }) => json),
			(name, value: unknown) => {
				texts.push(name, ...(typeof value === 'string' ? [value] : []));
				return value;
			},
		);
		expect(texts.length).toBeGreaterThan(500);
		expect(texts.filter((text) => !isWell(text))).toEqual([]);
	},
);
