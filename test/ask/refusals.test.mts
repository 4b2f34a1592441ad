import { describe, expect, jest, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { loadDeployment } from '../../nodes/DataAccess/ask/loadDeployment.ts';
import { Parameters } from '../../nodes/DataAccess/ask/parameters.ts';
import { built } from '../harness/built.mts';
import { expression, runAny, searchImages } from '../harness/operations.mts';
import { expectRefusal } from '../harness/refusals.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';
import { LOST_DIGITS, UNSAFE } from '../harness/wrongValues.mts';

/*
 * All that is refused before any call, each with its complete message, once. The fields of an operation are in its file
 * in test/operations/. All other tests check only the code, the field and the parameter.
 */

const world = useWorld();

const images = (more: IDataObject = {}) => ({ ...searchImages.parameters('size-3'), ...more });
const NUMBER = 'must be a number, 0 or more';

const ENDLESS = '={{ (() => { const a = {}; a.a = a; return a; })() }}';

const WATCHED = { onlyNew: true };
const SELECTED = { output: 'selected' };

type Row = [name: string, refused: unknown[], what: string, beside?: IDataObject];

const PARAMETERS: Row[] = [
	['limit', [0, -1, 1.5, 'all', UNSAFE], "'Limit' must be a whole number, 1 or more"],
	['maxCost', [-1, 'much'], `'Max Cost (USD)' ${NUMBER}`],
	[
		'maxCost',
		[0, '0'],
		"'Max Cost (USD)' is an expression that returns 0, which would lift the cap. For no cap, enter 0 without an expression",
	],
	[
		'maxCost',
		[null, '', 'undefined'],
		"'Max Cost (USD)' is an expression that returns nothing, so no amount is allowed. For no cap, enter 0 without an expression",
	],
	['returnAll', ['maybe'], "'Return All' must be true or false"],
	['output', ['csv', 'raws'], "'Output' must be one of simplified, raw, selected, pages"],
	['firstRun', ['all'], "'First Run' must be one of emit, baseline", WATCHED],
	['memoryName', [true], `'Memory Name' ${LOST_DIGITS}`, WATCHED],
	[
		'fields',
		['', ' ，\n,', 'undefined'],
		"'Fields' must name at least one field of the record",
		SELECTED,
	],
	[
		'fields',
		['error', 'a, "error" = b'],
		"'Fields' must not name a column error, because n8n takes an item with it for a failed one. Write another name before it, such as failure = error",
		SELECTED,
	],
	[
		'fields',
		['a,'.repeat(201)],
		"'Fields' can name at most 200 fields, but it names 201",
		SELECTED,
	],
];

const OPTIONS: Row[] = [
	['concurrency', [0, 1.5, 'many'], "'Concurrency' must be a whole number, 1 or more"],
	['dryRun', ['maybe'], "'Dry Run' must be true or false"],
	['reusePages', [-1, 'long'], `'Reuse Pages (Minutes)' ${NUMBER}`],
	['addFields', [5, { a: 1 }, ['a', 5]], "'Add Fields' must be text"],
	[
		'addFields',
		['error = note_info.title', 'a, error'],
		"'Add Fields' must not name a column error, because n8n takes an item with it for a failed one. Write another name before it, such as failure = error",
	],
	[
		'addFields',
		['a, [object Object]'],
		"'Add Fields' must not contain [object Object]: a sheet or an expression has lost the value",
	],
	['addFields', ['a = b, a'], "'Add Fields' names two columns a"],
	['addFields', ['a,'.repeat(201)], "'Add Fields' can name at most 200 fields, but it names 201"],
];

const casesOf = (rows: Row[]) =>
	rows.flatMap(([name, refused, what, beside]) =>
		refused.map((value) => ({ name, value, what, beside })),
	);

test.each(casesOf(PARAMETERS))(
	'$name: $value is refused',
	async ({ name, value, what, beside }) => {
		await expectRefusal(world, images({ ...beside, [name]: expression(value) }), { what });
	},
);

test.each(casesOf(OPTIONS))(
	'the option $name: $value is refused',
	async ({ name, value, what }) => {
		await expectRefusal(world, images({ options: { [name]: expression(value) } }), { what });
	},
);

const NO_NEXT =
	'\'Resume From\' must be the whole "next" of an earlier page, report, error or hint, with its "list"; null for a list that has ended; or empty. To begin at a position of your own, use \'Start Position\'';
const OTHER_LIST =
	"'Resume From' belongs to a different list. Use an expression to give each input item its own position, or null if its list has ended";

const NO_POSITIONS = [
	...['no json', '{"page": 2', '[{"page": 2}]', '5', '{}', '{"list": ""}', '{"list": 5}'],
	...['{"list": "L", "seen": 5}', '{"list": "L", "at": -1}'],
	...['={{ new Date(0) }}', '={{ new Map() }}', '={{ Object("") }}', '={{ [,] }}', '={{ 0 }}'],
	...['={{ NaN }}', '={{ BigInt(0) }}', '={{ Symbol("A") }}'],
];

test.each([
	...NO_POSITIONS.map((none) => [none, NO_NEXT]),
	['{"list": "another"}', OTHER_LIST],
	['{"list": "L", "cursor": "a"}', OTHER_LIST],
	[`{"list": "L", "page": ${'['.repeat(40)}${']'.repeat(40)}}`, OTHER_LIST],
])('Resume From: %s is refused', async (resumeFrom, what) => {
	await expectRefusal(world, images({ options: { resumeFrom } }), { what });
});

test.each<[string, IDataObject]>([
	['keyword', { keyword: ENDLESS }],
	['options.resumeFrom', { options: { resumeFrom: ENDLESS } }],
])('a circular value is refused under its name: %s', async (name, parameters) => {
	const what = `The value of "${name}" cannot be read: Maximum call stack size exceeded`;
	await expectRefusal(world, images(parameters), { what });
});

describe('a credential that cannot work', () => {
	const EXAMPLE = 'such as https://gateway.example.com';
	const SCHEME = ['Base URL', `must begin with https:// or http://, ${EXAMPLE}`] as const;
	const PLACE =
		'has a host or port that no address can have; it must be such as https://gateway.example.com';
	const MORE = ['Base URL', `must have no user name, password, "?" or "#", ${EXAMPLE}`] as const;
	const KEY =
		'is empty, or has a character that no key has, such as a space, a line break, an invisible character or an accented letter. Copy the key again';

	test.each<[IDataObject, field: string, words: string]>([
		[{ baseUrl: '  ' }, ...SCHEME],
		[{ baseUrl: 'gateway.example.com' }, ...SCHEME],
		[{ baseUrl: 'ftp://gateway.example.com' }, ...SCHEME],
		[{ baseUrl: 'http://host:99999' }, 'Base URL', PLACE],
		[{ baseUrl: 'http://ho st' }, 'Base URL', PLACE],
		[{ baseUrl: 'https://a:b@gateway.example' }, ...MORE],
		[{ baseUrl: 'https://gateway.example?a=b' }, ...MORE],
		[{ provider: ' ' }, 'Provider', 'is empty'],
		[{ apiKey: '' }, 'API Key', KEY],
		[{ apiKey: 'test\nkey' }, 'API Key', KEY],
	])('%j', async (credential, field, words) => {
		const what = `The '${field}' of the Data Access credential ${words}`;
		await expectRefusal(world, images(), { what, credential });
	});

	test('no credential', async () => {
		const run = await world.run(images(), { node: { credentials: {} } });
		expect(run.error?.message).toBe('This operation needs a Data Access credential');
		expect(run.error?.description?.split('<br>')[1]).toBe(
			'Choose a Data Access credential at the top of the node, and correct what is wrong in it.',
		);
	});
});

describe('Gateway > Run', () => {
	const run = (more: IDataObject) => runAny('/api/v1/x/y', more);
	const rows = (pairs: object[]) => ({ nextPage: { pairs } }) as IDataObject;

	const LONG = `a${'.a'.repeat(8000)}`;
	const TOO_LONG = `This is not a path: ${LONG.slice(0, 60)}. Write names with dots between them (32 at most), such as data.items, pictures[0].url or ["a.b"]`;
	const HALF = "'Next Page' must have an 'Input Name' and a 'Path' in each row";
	test.each<[label: string, parameters: IDataObject, what: string]>([
		['no endpoint', run({ endpoint: ' ' }), "'Endpoint' is required, but it is empty"],
		[
			'two providers',
			run({ endpoint: 'one /api/v1/x/y', provider: 'two' }),
			"'Endpoint' belongs to the provider one, but 'Provider' names a different one. Leave 'Provider' empty",
		],
		['Simplified', run({ output: 'simplified' }), "'Output' must be one of raw, selected, pages"],
		['a negative price', run({ price: expression(-1) }), `'Price (USD)' ${NUMBER}`],
		[
			'JSON with a word',
			run({ input: '{"url": https://x}' }),
			'\'Input\' must be an object in valid JSON, such as {"keyword": "teapots"}',
		],
		[
			'a failed expression in Input',
			run({ input: '{"keyword":"{{ $json.k }}"}' }),
			"'Input' must not contain {{ $json: if it is meant as an expression, switch the field to Expression",
		],
		[
			'a lost value in Input',
			run({ input: expression({ keyword: 'tea [object Object]' }) }),
			"'Input' must not contain [object Object]: a sheet or an expression has lost the value",
		],
		[
			'a lost value in a path',
			run({ recordsPath: 'NaN' }),
			"'Records Path' must not contain NaN: a sheet or an expression has lost the value",
		],
		['a row without a path', run(rows([{ name: 'offset', path: '' }])), HALF],
		['a row without a name', run(rows([{ name: '', path: 'a' }])), HALF],
		['a Records Path that is too long', run({ recordsPath: expression(LONG) }), TOO_LONG],
		['a name of a row that is too long', run(rows([{ name: LONG, path: 'a' }])), TOO_LONG],
	])('%s', async (_label, parameters, what) => {
		await expectRefusal(world, parameters, { what });
	});

	test('fields that differ from item to item', async () => {
		const items = [{ path: 'a' }, { path: 'b' }];
		const byItem = run({ recordsPath: '={{ $json.path }}' });
		const differing = await world.run(byItem, { items, ...CONTINUE });
		const [, refused] = differing.errors;
		expect(refused?.message.split('\n')[0]).toBe(
			"'Records Path' must be the same for all input items: only 'Input' may differ [item 1].",
		);
	});
});

test.each([
	['the request', 'ask/settings', 'readSettings'],
	['the input of an item', 'list/itemTask', 'listIdOf'],
])('a bug in reading %s is a failure, not a mistake of the user', async (_, module, name) => {
	jest.spyOn(built<Record<string, any>>(module), name).mockImplementationOnce(() => {
		throw new TypeError('a bug');
	});
	const run = await world.run(images());
	const failed = { code: 'UNEXPECTED', callsMade: 0, mayBeCharged: false };
	expect(run.error?.errorResponse).toMatchObject(failed);
});

const NO_ERRORS: Array<[unknown]> = [[null], [undefined], ['a word'], [{ message: 5 }]];

test.each(NO_ERRORS)('a thrown value that is not an Error is a refusal: %j', async (thrown) => {
	const read = () => {
		throw thrown;
	};
	const parameters = new Parameters({ stored: {}, timeZone: 'UTC', read });
	expect(() => parameters.get('keyword', 0)).toThrow('The value of "keyword" cannot be read');
	const access = { loadCredential: async () => read(), transport: read };
	expect(await loadDeployment(access)).toMatchObject({
		failure: { variant: 'credential', refusal: 'n8n cannot load the credential' },
	});
});
