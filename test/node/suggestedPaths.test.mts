import { globSync, readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { pathOf, pathsIn, namedPath } from '../../nodes/DataAccess/operations/parts/path.ts';
import { examples } from '../harness/examples.mts';
import { articleOf, eachOperation, operations, placeOf, runAny } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';

/*
 * Whoever takes a path that the panel, a document or an example suggests must get a column with something in it: the
 * platforms send what gateway.md, Records names, and so does the emulator.
 */

const world = useWorld();

const RECORDS: Record<string, string> = {
	'note: searchImages': 'Image',
	'note: getSubComments': 'Sub-comment',
	'question: getAnswers': 'Answer',
	'video: search': 'Video',
	'article: getCommentReplies': 'Reply',
	'user: getPosts': 'Post',
};

/** The parts of a list at its own level: `a, b {c, d}` has two. */
function partsOf(list: string): string[] {
	let depth = 0;
	const levels = [...list].map((sign) => {
		if (sign === '}') depth -= 1;
		const level = depth;
		if (sign === '{') depth += 1;
		return sign === ',' && level === 0 ? '\0' : sign;
	});
	return levels
		.join('')
		.split('\0')
		.map((part) => part.trim())
		.filter((part) => part !== '' && part !== '…');
}

/** `a {b, c [{d}]}` and `e.f[].g` are the paths a.b, a.c.0.d and e.f.0.g. */
function expanded(written: string): string[] {
	const [, name = '', list = '', inner] =
		/^([^\s{[]+(?:\[\][^\s{[]*)*)\s*(\[?)(?:\{(.*)\}\]?)?$/s.exec(written) ?? [];
	const own = name.replaceAll('[]', '.0') + (list ? '.0' : '');
	return inner === undefined
		? [own]
		: partsOf(inner)
				.flatMap(expanded)
				.map((each) => `${own}.${each}`);
}

/** What gateway.md, Records names of each record. */
function documentedPaths(): Map<string, Set<string>> {
	const [, section = ''] = readFileSync('docs/development/gateway.md', 'utf8').split(
		'\n## Records\n',
	);
	const rows = section.split('\n## ')[0]!.match(/^\|.+$/gm) ?? [];
	const cells = rows.map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));
	return new Map(
		cells.map(([, record = '', fields = '']) => [
			record,
			new Set(
				[...fields.matchAll(/`([^`]+)`/g)].flatMap(([, each]) => partsOf(each!).flatMap(expanded)),
			),
		]),
	);
}

const documented = documentedPaths();

const pathsFor = ({ label }: OperationCase) => documented.get(RECORDS[label]!)!;

/** Whether a path, or what it stands in, is one of these: what is named as a whole may have anything in it. */
const isAmong = (paths: ReadonlySet<string>, path: string): boolean =>
	paths.has(path) || (path.includes('.') && isAmong(paths, path.replace(/\.[^.]*$/, '')));

/** Also what leads there: `edge_sidecar_to_children` is named by what is in it. */
const leadsTo = (paths: ReadonlySet<string>, path: string): boolean =>
	isAmong(paths, path) || [...paths].some((each) => each.startsWith(`${path}.`));

/** The paths in a value, of each list as of its first entry. */
function sentPaths(value: unknown, path = ''): string[] {
	if (typeof value !== 'object' || value === null) return [path];
	const entries = Object.entries(value);
	const at = (name: string) => (Array.isArray(value) ? '0' : name);
	const inner = entries.flatMap(([name, each]) => sentPaths(each, `${path}.${at(name)}`));
	return entries.length === 0 ? [path] : inner;
}

const sentBy = (records: IDataObject[]) =>
	new Set(records.flatMap((record) => sentPaths(record)).map((path) => path.slice(1)));

const read = async (parameters: IDataObject): Promise<Set<string>> => {
	const { records } = await world.run({ ...parameters, limit: 60, output: 'raw' });
	expect(records.length).toBeGreaterThan(0);
	return sentBy(records);
};

const properties = () =>
	world.engine.nodeType('n8n-nodes-data-access.dataAccess').description.properties;

/** Paths as they are entered into Fields or Add Fields. */
const entered = (fields: string) => pathsIn(fields).map((each) => namedPath(each).path.join('.'));

// test/node/placeholders holds that the emulator sends what Fields and Add Fields show as an example.
test.each(eachOperation)(
	'%s: the emulator sends what gateway.md names, and nothing else',
	async (_label, operation) => {
		const sent = await read(operation.parameters('size-60'));
		expect([...sent].filter((path) => !leadsTo(pathsFor(operation), path))).toEqual([]);
	},
);

const COMMENTS: Array<[endpoint: string, input: IDataObject, recordsPath: string]> = [
	['/api/v1/chat_mp/v2/fetch_article_comments', { url: articleOf('size-20') }, 'comments'],
	['/api/v1/notes/app_v2/get_note_comments', { note_id: 'size-20' }, 'data.comments'],
];

/** What is sent of all lists that examples read with Gateway > Run. */
async function sentToRun(): Promise<Set<string>> {
	const all = await Promise.all(
		COMMENTS.map(
			async ([endpoint, input, recordsPath]) =>
				await read(runAny(endpoint, { input: JSON.stringify(input), recordsPath })),
		),
	);
	return new Set(all.flatMap((each) => [...each]));
}

const placeholderOf = (name: string, within = properties()): string => {
	const isOfRun = ({ displayOptions: { show = {} } = {} }: INodeProperties) =>
		show.operation === undefined || show.operation.includes('run');
	const field = within.find((each) => each.name === name && each.placeholder && isOfRun(each));
	return field!.placeholder!.replace('e.g. ', '');
};

test('what the fields of Gateway > Run show reads a list to its end, and its columns', async () => {
	const { options } = properties().find(({ name }) => name === 'nextPage')!;
	const pairs = (options as Array<{ values: INodeProperties[] }>)[0]!.values;
	const [name, path] = [placeholderOf('name', pairs), placeholderOf('path', pairs)];
	const { modes } = properties().find((each) => each.name === 'endpoint')!;
	const endpoint = modes!.find((mode) => mode.name === 'path')!.placeholder!.replace('e.g. ', '');
	const input = { url: articleOf('size-45'), content_id: '8213054679432105985' };
	const run = await world.run(
		runAny(endpoint, {
			input: JSON.stringify(input),
			...{ recordsPath: placeholderOf('recordsPath'), hasMorePath: placeholderOf('hasMorePath') },
			...{ idPath: placeholderOf('idPath'), nextPage: { pairs: [{ name, path }] } },
			...{ returnAll: true, output: 'selected', fields: placeholderOf('fields') },
		}),
	);
	expect(run.records).toHaveLength(45);
	expect(run.hints.map(({ type }) => type)).toEqual(['info']);
	for (const record of run.records) expect(Object.values(record)).not.toContain(null);
});

/** The nodes of an example whose records get columns by path. */
const inExamples = examples.flatMap(([file, { nodes }]) =>
	nodes
		.filter(({ type }) => /\.dataAccess/.test(type))
		.flatMap(({ name, parameters }) => {
			const { addFields } = (parameters.options ?? {}) as IDataObject;
			const fields = [parameters.fields, addFields].filter((each) => typeof each === 'string');
			return fields.map((each) => [`${file}: ${name}`, parameters, each as string] as const);
		}),
);

test.each(inExamples)('%s: its columns are sent', async (_name, parameters, fields) => {
	const { resource, operation } = parameters as { resource?: string; operation: string };
	const own = operations.find((each) => {
		const place = placeOf(each);
		return place.operation === operation && place.resource === (resource ?? 'note');
	});
	const sent = own ? pathsFor(own) : await sentToRun();
	expect(entered(fields).filter((path) => !isAmong(sent, path))).toEqual([]);
});

/** Every text that users read. */
const TEXTS: Array<[where: string, read: () => string]> = [
	...globSync(['README.md', 'CHANGELOG.md', 'docs/*.md', 'examples/*.json']).map(
		(file): [string, () => string] => [file, () => readFileSync(file, 'utf8')],
	),
	['the panel', () => JSON.stringify(properties())],
];

/** Objects of a raw record, by whose names a path is recognized in any text. */
const HOLDERS = new Set(
	[...documented.values()].flatMap((paths) =>
		[...paths].filter((path) => path.includes('.')).map((path) => pathOf(path)[0]!),
	),
);

test.each(TEXTS)('%s: each path into a raw record is one that is sent', async (_where, textOf) => {
	const text = textOf();
	const all = new Set([
		...[...documented.values()].flatMap((paths) => [...paths]),
		...(await sentToRun()),
	]);
	const found = [...text.matchAll(/(?<![\w./$-])([a-z]\w*)((?:\.\w+|\[\d+\])+)(?![\w(/-])/gi)]
		.filter(([, holder]) => HOLDERS.has(holder!))
		.map(([path]) =>
			pathOf(path)
				.join('.')
				.replace(/\b\d+\b/g, '0'),
		);
	const columns = [...text.matchAll(/`(\w+ = [\w.[\]]+(?:, [^`]+)?)`/g)]
		.filter(([, list]) => list!.split(', ').every((each) => /^(?:\w+ = )?[\w.[\]]+$/.test(each)))
		.flatMap(([, list]) => entered(list!));
	expect([...found, ...columns].filter((path) => !leadsTo(all, path))).toEqual([]);
});
