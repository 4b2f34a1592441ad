import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fastify from 'fastify';

import { inputSchemaOf } from '../../nodes/DataAccess/operations/gateway/inputSchema.ts';
import { eachOperation } from '../harness/operations.mts';
import { queries } from '../../nodes/DataAccess/operations/queries.ts';
import type { InputSchema } from '../harness/inputSchema.mts';
import type { Validator } from '../../nodes/DataAccess/operations/parts/inputs.ts';
import { queryOf } from './pages.mts';

const schemaOf = (query: Parameters<typeof inputSchemaOf>[0]) =>
	inputSchemaOf(query) as unknown as InputSchema;

// fastify includes ajv. Nothing is served.
const customOptions = { coerceTypes: false, useDefaults: false, removeAdditional: false } as const;
const app = fastify({ ajv: { customOptions } });
// fastify loads its validator only if a route has a schema.
app.post('/', { schema: { body: {} } }, () => undefined);
beforeAll(async () => void (await app.ready()));
afterAll(async () => await app.close());

const checkerOf = (schema: object) => {
	const check = app.validatorCompiler!({ schema, method: 'POST', url: '/' });
	return (value: unknown) => check(value) === true;
};

const LONG = 'x'.repeat(101);

/** Values at the limits of what the fields accept, as JSON can contain them. */
const EDGES: unknown[] = [
	...['', ' ', '\t', '\u00a0', '\u200b', 'undefined', ' undefined ', 'undefined.', 'null', 'a'],
	...[' a', 'a b', '\u200ba', 'é', '😀', LONG.slice(1), LONG, '😀'.repeat(100), '😀'.repeat(101)],
	...['x'.repeat(8192), 'x'.repeat(9000), '0', '1', '12', '٣', '1.5', '-1', '8213054679432105985'],
	...['1'.repeat(32), '1'.repeat(33), 0, 1, 2, 3, 4, 5, 12, -1, 0.5, 1e300, 2 ** 53 - 1, 2 ** 53],
	...[-(2 ** 53), true, false, 'true', 'TRUE', 'false', null, [], [1], ['all'], {}],
	...[{ keyword: 'a' }, 'all', 'ALL', ' all ', 'short', 'medium', 'long', 'latest', 'hot'],
	...['default', 'updated', 'day', 'week', 'halfyear', 'month', 'explore_feed', 'constructor'],
	...['__proto__', 'https://a.example/s/b', 'https://a.example/s/', 'https://a.example/s'],
	...['https://a/s/b', 'https://a.example:443/s/b', 'https://a.example:x/s/b'],
	...['https://例え.example/s/b', 'http://a.example/s/b', 'HTTPS://a.example/s/b', 'https:///s/b'],
	...['https://a b/s/c', 'https://a.example/x/s/b', 'https://a.example/?p=/s/b'],
	...['https://u@a.example/s/b', ` https://a.example/s/b`],
	...[`https://a.example/s/${'b'.repeat(8172)}`, `https://a.example/s/${'b'.repeat(8173)}`],
];

type Field = { validator: Validator<unknown>; schema: InputSchema['properties'][string] };

const fields = queries.flatMap((query) => {
	const { properties } = schemaOf(query);
	return Object.entries(query.input.shape).map(([name, validator]): [string, Field] => [
		`${query.resource}: ${query.name}: ${name}`,
		{ validator, schema: properties[name] },
	]);
});

test.each(fields)('%s: the schema allows every value that is sent', (_label, field) => {
	const { validator, schema } = field;
	const allows = checkerOf(schema);
	const given = EDGES.map((value) => validator.safeParse(value).data);
	expect(given.filter((value) => value !== undefined && !allows(value))).toEqual([]);
	expect(new Set(EDGES.map(allows))).toEqual(new Set([true, false]));
	expect(validator.safeParse(undefined).data).toEqual(schema.default);
	expect(schema.description).toEqual(expect.stringMatching(/\S{2}/));
});

test.each(eachOperation)(
	'the schema of %s allows exactly the inputs of a first page',
	(...[, operation]) => {
		const { name, input } = operation;
		const schema = schemaOf(queryOf(name));
		const allows = checkerOf(schema);
		expect(allows(input('a'))).toBe(true);
		expect(allows({ ...input('a'), stranger: 1 })).toBe(false);
		expect(schema.required).toHaveLength(1);
		const { [schema.required[0]]: _required, ...rest } = input('a');
		expect(allows(rest)).toBe(false);
	},
);
