import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { runOf, useGateway } from '../harness/gateway.mts';
import { getAnswers, getSubComments } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

/** As many as wanted: FUZZ_RUNS=40000 FUZZ_SEED=7 npx jest test/operations/wellFormed */
const RUNS = Number(process.env.FUZZ_RUNS ?? 4000);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

const anyOf = (...texts: string[]) => fc.constantFrom(...texts);

const code = (min: number, max: number) => fc.integer({ min, max });

/** One of all code points, of what breaks readers, or of what is common. */
const unit = fc.oneof(
	code(0, 0x10ffff).map((point) => String.fromCodePoint(point)),
	fc
		.oneof(code(0xd800, 0xdfff), code(0, 0x1f), code(0x7f, 0x9f))
		.map((half) => String.fromCharCode(half)),
	anyOf('<', '>', '<b>', '</b>', '<!--', '-->', '<script>', 'a<b', 'x>y', '<https://a.b/c>'),
	anyOf('&', '&amp;', '&#1;', '&lt;', '&#55357;', '\r\n', '\n', '\t', ' ', '\u200b', '\ufeff'),
	anyOf('a', 'word', '猫', '😀', '👨‍👩‍👧', 'é', '3千', '12', '.'),
);

const textOf = (minLength: number, maxLength: number) =>
	fc.array(unit, { minLength, maxLength, size: 'max' }).map((units) => units.join(''));

const anyText = fc.oneof(
	...[textOf(1, 12), textOf(900, 1100)].map((arbitrary, at) => ({
		arbitrary,
		weight: at ? 1 : 50,
	})),
);

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

/** What comes out of a page of such records, without a model and for one. */
async function readAs(operation: OperationCase, records: object[], asTool: boolean) {
	gateway.answerWith(() => ({ body: runOf(operation.payload(records)) }));
	const type = asTool ? 'n8n-nodes-data-access.dataAccessTool' : undefined;
	const run = await world.run(
		{ ...operation.parameters('a'), returnAll: true },
		{ ...gateway.at, node: type ? { type } : {} },
	);
	expect(run.items).toHaveLength(records.length);
	return run.items.map(({ json }) => json);
}

/** The beginning that a model gets of a long text. */
const isBeginning = (told: string, whole: string) => {
	const [kept = ''] = told.split(/… \([\d,]+ more characters\)$/);
	return kept === whole || (kept.length >= 999 && whole.startsWith(kept));
};

const rows = fc
	.sample(anyText, { numRuns: RUNS, seed: SEED })
	.map((text, index) => ({ id: `c${index}`, text }));

const blank = (text: string) => text.trim() === '';

describe.each([
	['without a model', false],
	['for a model', true],
] as const)(`${RUNS} random texts, ${'%s'}`, (_label, asTool) => {
	/** What is wrong: collected, since an assertion for each value would take long. */
	async function wrongAmong(
		operation: OperationCase,
		recordOf: (row: (typeof rows)[number]) => object,
		isRight: (told: string, text: string) => boolean,
	): Promise<unknown[]> {
		const told = await readAs(operation, rows.map(recordOf), asTool);
		return rows.flatMap(({ text }, index) => {
			const { text: read = null, ...others } = told[index]!;
			const values = [read, ...Object.values(others)];
			const isWhole = values.every((value) => typeof value !== 'string' || isWell(value));
			return isWhole && isRight(String(read ?? ''), text) ? [] : [{ text, told: told[index] }];
		});
	}

	test('of a platform that sends text: as it stands', async () => {
		const record = ({ id, text }: (typeof rows)[number]) => ({ id, content: text });
		const isRight = (told: string, text: string) => {
			const whole = blank(asRead(text)) ? '' : asRead(text);
			return asTool ? isBeginning(told, whole) : told === whole;
		};
		expect(await wrongAmong(getSubComments, record, isRight)).toEqual([]);
	});

	test('of a platform that sends HTML: every word of it', async () => {
		const record = ({ id, text }: (typeof rows)[number]) => ({
			target: { id, content: `<p>${escaped(text)}</p>` },
		});
		const words = (text: string) => text.replace(/\s/g, '');
		const isRight = (told: string, text: string) => {
			const whole = words(asRead(text));
			const [kept = ''] = asTool ? told.split(/… \([\d,]+ more characters\)$/) : [told];
			return kept === told ? words(told) === whole : whole.startsWith(words(kept));
		};
		expect(await wrongAmong(getAnswers, record, isRight)).toEqual([]);
	});
});

test.each(['raw', 'selected', 'pages'])('what a model reads in %s is sound', async (output) => {
	const records = rows
		.slice(0, 500)
		.map(({ id, text }) => ({ id, content: text, [text]: [{ a: text }] }));
	gateway.answerWith(() => ({ body: runOf(getSubComments.payload(records)) }));
	const { items } = await world.run(
		{ ...getSubComments.parameters('a'), returnAll: true, output, fields: 'id, content' },
		{ ...gateway.at, node: { type: 'n8n-nodes-data-access.dataAccessTool' } },
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
});
