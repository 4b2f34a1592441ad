import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { DataAccessApi } from '../../credentials/DataAccessApi.credentials.ts';
import { commonProperties } from '../../nodes/DataAccess/description/commonProperties.ts';
import {
	operationProperties,
	startPositionProperties,
} from '../../nodes/DataAccess/description/operationProperties.ts';
import { optionsProperty } from '../../nodes/DataAccess/description/optionsProperty.ts';
import { run } from '../../nodes/DataAccess/operations/gateway/run.ts';
import { examples, notesOf } from '../harness/examples.mts';

test('`npm run docs` would change no file', () => {
	const command = ['tools/docs.mts', '--check'];
	const { stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
	expect([stdout.split('\n').filter(Boolean), stderr]).toEqual([[], '']);
});

/** Returns the text of a document without code, in which `[…](…)` and `# …` mean something else. */
const prose = (document: string) =>
	readFileSync(document, 'utf8')
		.replace(/^```[^]*?^```/gm, '')
		.replace(/`[^`\n]*`\]/g, (code) => code.replaceAll('`', ''));

const headings = (document: string) =>
	[...prose(document).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading!);

/** Returns the anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
	const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
	return words.replaceAll(' ', '-');
}

function isThere(document: string, link: string): boolean {
	const [path = '', anchor] = link.split('#');
	const target = path === '' ? document : join(dirname(document), path);
	if (!existsSync(target)) return false;
	return anchor === undefined || headings(target).map(anchorOf).includes(anchor);
}

const READMES = globSync('nodes/DataAccess/*/README.md');
const DOCUMENTS = [...globSync(['*.md', '{docs,test,.github}/**/*.md', 'bench/*.md']), ...READMES];

test.each(DOCUMENTS)('every link in %s has a target', (document) => {
	const links = [...prose(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
	const inside = links.filter((link) => !/^[a-z]+:/.test(link));
	expect(inside.filter((link) => !isThere(document, link))).toEqual([]);
});

/** Returns the names in the first column of the first table under a heading. */
function namesUnder(document: string, heading: string): string[] {
	const [, section = ''] = readFileSync(document, 'utf8').split(`\n## ${heading}\n`);
	const [, , ...rows] = section.split(/\n#+ /)[0]!.match(/^\|.+$/gm) ?? [];
	const columns = rows.map((row) => row.split('|')[1]!);
	return columns.map((column) => column.replace(/\(`.*`\)|\*/g, '').trim());
}

const namesOf = (fields: readonly INodeProperties[]) => [
	...new Set(fields.map(({ displayName }) => displayName)),
];

const CREDENTIAL = [
	...new DataAccessApi().properties.filter(({ displayOptions }) => !displayOptions),
	// n8n itself shows this field in every credential that can sign requests.
	{ displayName: 'Allowed HTTP Request Domains' } as INodeProperties,
];

const TABLES: Array<[document: string, heading: string, fields: readonly INodeProperties[]]> = [
	['README.md', 'Credentials', CREDENTIAL],
	['docs/any-operation.md', 'Run', run.fields],
];

test.each(TABLES)('%s, %s: the names are the labels of the panel', (document, heading, fields) => {
	expect(namesUnder(document, heading).toSorted()).toEqual(namesOf(fields).toSorted());
});

const LABELS = namesOf([
	...operationProperties,
	...commonProperties,
	...startPositionProperties,
	...(optionsProperty.options as INodeProperties[]),
]);

test('the fields that need a word have the names of the panel', () => {
	const [, section = ''] = readFileSync('docs/fields-and-output.md', 'utf8').split(
		'\n## Fields that need a word\n',
	);
	const heads = [...section.split('\n## ')[0]!.matchAll(/^- \*\*(.+?)\??\*\*/gm)];
	const named = heads.flatMap(([, head]) => head!.split(' or '));
	expect(named.length).toBeGreaterThan(5);
	expect(named.filter((name) => !LABELS.includes(name))).toEqual([]);
});

const MANUAL = globSync('docs/*.md');

/** As people count them: a bar of a table and the mark of a list are no words, and code is not read. */
const wordsOf = (...documents: string[]) =>
	documents.flatMap((document) => prose(document).match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length;

test.each([
	['README.md', 1300, ['README.md']],
	['CHANGELOG.md', 150, ['CHANGELOG.md']],
	['docs/*.md', 7000, MANUAL],
	['CONTRIBUTING.md', 2800, ['CONTRIBUTING.md']],
])('%s: at most %i words', (_, most, documents) => {
	expect(wordsOf(...documents)).toBeLessThanOrEqual(most);
});

/** What says less than the word beside it in the documents' language. */
const NOT_USED =
	/\b(?:behind|besides|by hand|for nothing|brings?|news|list prices?|(?:by|of) strangers|so many|no longer|the other way round)\b/gi;

test.each(['README.md', 'CHANGELOG.md', ...MANUAL])('%s is in plain English', (document) => {
	expect(prose(document).match(NOT_USED) ?? []).toEqual([]);
});

test.each(examples)(
	'the notes of %s are in plain English, and name files that are there',
	(_file, example) => {
		const notes = notesOf(example);
		expect(notes.match(NOT_USED) ?? []).toEqual([]);
		const named = notes.match(/(?<=\*)[\w-]+\.json(?=\*)/g) ?? [];
		expect(named.filter((file) => !existsSync(join('examples', file)))).toEqual([]);
	},
);

const FOR_DEVELOPERS = [
	...['AGENTS.md', 'CONTRIBUTING.md', ...READMES],
	// n8n.md names n8n's own files.
	...globSync('docs/development/*.md').filter((document) => !document.endsWith('/n8n.md')),
];

test.each(FOR_DEVELOPERS)('%s names only files that exist', (document) => {
	const files = globSync('{nodes,credentials,emulator,test,bench,tools}/**/*.{ts,mts,mjs}');
	const text = readFileSync(document, 'utf8');
	const named = text.match(/(?<=[`\s])((?:\w+\/)*\w[\w.]*\.m?ts)(?=[`\s])/g) ?? [];
	const isThere = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`));
	expect(named.filter((name) => !isThere(name))).toEqual([]);
});

test('each room has a README', () => {
	const rooms = readdirSync('nodes/DataAccess', { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => `nodes/DataAccess/${name}/README.md`);
	expect(READMES.toSorted()).toEqual(rooms.toSorted());
});

test('each fact of n8n.md is cited by what relies on it, and each that is cited exists', () => {
	const files = globSync('{nodes,credentials,test}/**/*.{ts,mts}');
	const cited = files.flatMap((file) => {
		const text = readFileSync(file, 'utf8').replace(/\n\t*( \*|\/\/)/g, '');
		const lists = [...text.matchAll(/n8n\.md, ([^).]+)/g)];
		return lists.flatMap(([, list = '']) => list.split('; '));
	});
	const facts = readFileSync('docs/development/n8n.md', 'utf8').match(/(?<=^### ).+$/gm) ?? [];
	expect([...new Set(cited)].toSorted()).toEqual(facts.toSorted());
});
