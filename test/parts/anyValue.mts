import fc from 'fast-check';

/** For more runs: PROPERTY_RUNS=100000 npx jest test/parts */
export const RUNS = Number(process.env.PROPERTY_RUNS ?? 100);

const DEPTH = 20_000;

/** JSON that has broken readers before. */
export const TRAPS: string[] = [
	...['1e999', '-1e999', '-0', '1e300', '1152921504606846977', '"1152921504606846977"', 'null'],
	...['""', '" "', '"\\ud800"', '"<"', '"{"', '"{\\"cursor\\":{}}"'],
	...['"{\\"cursor\\":{\\"toString\\":1}}"', '"?offset=%"', '[]', '[[]]', '[null]', '{}'],
	...['{"toString":1}', '{"valueOf":1,"toString":null}', '{"toString":{"toString":1}}'],
	...['{"__proto__":null}', '{"__proto__":{"id":1}}', '{"constructor":1,"hasOwnProperty":1}'],
	...['{"length":-1}', '{"then":1}', '{"toJSON":1}', `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`],
];

const anyJson = fc.oneof(
	fc.constantFrom(...TRAPS.filter((trap) => trap.length < 100)),
	fc.json({ maxDepth: 3 }),
	fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
	fc.double().map((number) => JSON.stringify(number)),
);

/** Any value of JSON, and values that only code can create. */
export const anyValue = fc.oneof(
	anyJson.map((json) => JSON.parse(json) as unknown),
	fc.anything({ withBigInt: true, withDate: true, withSet: true, withNullPrototype: true }),
);
