import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import ts from 'typescript';

import type * as queriesModule from '../../nodes/DataAccess/operations/queries.ts';
import { forgetBuilt, load, outside } from '../harness/native.mts';
import { workOf } from '../harness/work.mts';

/*
 * No text may freeze n8n's one thread. This file finds every regular expression of the built package, and times it on
 * texts that are made from its own parts.
 */

/** Lengths of texts, in characters. Short ones come first, because an expression that is not linear takes hours for a long one. */
const SIZES = [25, 100, 400, 1600, 6400, 25_600, 100_000];

/** How long an expression may take for one text, in milliseconds. */
const MOST = 50;

interface Expression {
	/** File and line. */
	place: string;
	source: string;
	flags: string;
}

const scripts = ['dist/nodes', 'dist/credentials'].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.js'))
		.map((path) => join(folder, path)),
);

interface Written {
	expressions: Expression[];
	/** Places where an expression is made from parts. */
	made: string[];
}

/** Returns the regular expressions in a script, including those in n8n's expressions, which are strings. */
function writtenIn(path: string, code: string): Written {
	const written: Written = { expressions: [], made: [] };
	const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
	const placeOf = (node: ts.Node) =>
		`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const [, source = '', flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(node.text) ?? [];
			written.expressions.push({ place: placeOf(node), source, flags });
		} else if (ts.isStringLiteralLike(node) && node.text.startsWith('={{')) {
			const { expressions, made } = writtenIn(placeOf(node), node.text.slice(1));
			written.expressions.push(...expressions);
			written.made.push(...made);
		} else if (/^RegExp$/.test((node as ts.CallExpression).expression?.getText() ?? '')) {
			written.made.push(placeOf(node));
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return written;
}

const all = scripts.map((path) => writtenIn(path, readFileSync(path, 'utf8')));
const literals = all.flatMap(({ expressions }) => expressions);
const placesMade = all.flatMap(({ made }) => made);

const made = new Map<string, Expression>();
const OwnRegExp = outside.RegExp;

beforeAll(() => {
	// Expressions that n8n's modules create while they load do not belong to the package.
	for (const module of ['n8n-workflow', 'zod/v3']) load(module);
	outside.RegExp = new Proxy(OwnRegExp, {
		construct(target, parts) {
			const expression = Reflect.construct(target, parts) as RegExp;
			const [, caller = ''] = (new Error().stack ?? '').split(/\n(?=.*\/dist\/)/);
			const place = /(dist\/.+?:\d+):\d+/.exec(caller)?.[1];
			if (place) made.set(place, { place, source: expression.source, flags: expression.flags });
			return expression;
		},
	});
	forgetBuilt();
	for (const path of scripts) load(join(process.cwd(), path));
	const { queries } = load('./dist/nodes/DataAccess/operations/queries.js') as typeof queriesModule;
	// One expression is created only when an ID is read.
	const link = 'https://a.example/question/1';
	for (const { input } of queries)
		for (const each of Object.values(input.shape)) each.safeParse(link);
});

afterAll(() => {
	outside.RegExp = OwnRegExp;
	forgetBuilt();
});

const ESCAPES: Record<string, string> = { s: ' ', d: '1', w: 'a', n: '\n', t: '\t', r: '\r' };

/** Returns a character of a set such as `[^/]`; if the set cannot be read by itself, one that no set lists. */
function characterOfSet(set: string): string {
	try {
		const read = new RegExp(`^${set}$`, 'u');
		return [...' \n\ta1/.-_,;:?!#%"\'<>[({猫', ...set].find((each) => read.test(each)) ?? 'é';
	} catch {
		return 'é';
	}
}

/** Returns a character that a token of an expression matches; '' for a token that matches none, such as a bracket. */
function characterOf(token: string): string {
	const [first = '', second = ''] = token;
	if (first === '[') return characterOfSet(token);
	if (first === '\\') return ESCAPES[second] ?? (/\w/.test(second) ? 'é' : second);
	if (first === '.') return 'x';
	return /^[^()|*+?^$]$/u.test(token) ? token : '';
}

const TOKEN =
	/\(\?(?:[:=!]|<[=!])|\\(?:p\{\w+\}|u\w{4}|u\{\w+\}|x\w\w|.)|\[(?:\\.|[^\]\\])*\]|\{\d*,?\d*\}|[^]/gu;

/** Returns the texts that an expression matches, each up to the next alternative. */
function wordsIn(source: string): string[] {
	const words = [''];
	for (const [token] of source.matchAll(TOKEN)) {
		if (token === '|' || token.startsWith('(') || token === ')') words.push('');
		else words.push(`${words.pop()}${characterOf(token)}`);
	}
	return words.filter((word) => word !== '');
}

const GENERIC = [' ', '/', '1', 'a', '\n', '"', '\\', '<', '(', '[', '.', '&', '猫', 'like count '];

/** The ends of the texts: nothing, and characters that few expressions match. */
const ENDS = ['', '\0', '\n!', 'x'];

/** Returns beginnings and parts to repeat: each word, each character of a word after all before it, and all words. */
function partsFor(source: string): Array<[beginning: string, part: string]> {
	const words = wordsIn(source);
	const whole = words.join('');
	const parts = new Map<string, [string, string]>();
	const add = (beginning: string, part: string) =>
		parts.set(JSON.stringify([beginning, part]), [beginning, part]);
	for (const part of [...GENERIC, ...words, whole, words.join(' ')]) if (part) add('', part);
	for (const [at, part] of [...whole].entries()) add([...whole].slice(0, at).join(''), part);
	for (const [at, part] of words.entries()) add(words.slice(0, at).join(''), `${part} `);
	return [...parts.values()];
}

async function timeFor(expression: RegExp, text: string): Promise<number> {
	const read = () => text.replace(expression, '');
	const first = await workOf(read);
	// Much more cannot be a garbage collection.
	if (first < MOST || first > 20 * MOST) return first;
	return Math.min(first, await workOf(read), await workOf(read));
}

/** Returns the text for which an expression takes too long, as beginning, part and end; undefined if there is none. */
async function slowOn({ source, flags }: Pick<Expression, 'source' | 'flags'>) {
	// `split` starts at each character, too.
	const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
	for (const [beginning, part] of partsFor(source)) {
		for (const size of SIZES) {
			const repeated = part.repeat(Math.ceil(size / part.length));
			for (const end of ENDS) {
				const time = await timeFor(expression, `${beginning}${repeated}${end}`);
				if (time >= MOST) return { beginning, part, end, size, time };
			}
		}
	}
	return undefined;
}

test('every place that creates an expression from parts is listed here', () => {
	expect(literals.length).toBeGreaterThan(80);
	expect(placesMade.length).toBeGreaterThan(10);
	expect([...made.keys()].sort()).toEqual(expect.arrayContaining(placesMade));
});

test('every expression reads each text in linear time', async () => {
	const expressions = [...literals, ...made.values()];
	const slow: unknown[] = [];
	for (const expression of expressions) {
		const text = await slowOn(expression);
		if (text) slow.push({ ...expression, ...text });
	}
	expect(slow).toEqual([]);
}, 120_000);

test.each(['like.*count.*disabled|hide_like', '\\/+$', '^(a+)+$'])(
	'one that is not linear is found: %s',
	async (source) => {
		expect(await slowOn({ source, flags: '' })).toBeDefined();
	},
);
