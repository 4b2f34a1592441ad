import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { eachOperation, expression, searchImages } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRunOptions } from '../harness/world.mts';
import { UNSAFE, UNSENDABLE_KEYS } from '../harness/wrongValues.mts';
import { queryOf } from '../parts/pages.mts';

const world = useWorld();

interface Refused extends NodeRunOptions {
	message?: RegExp;
	field?: string;
	/** The list is known, so that the error says where it would have begun. */
	begins?: boolean;
}

/** Expects that nothing was called, and that the item is told why. */
async function expectRefusal(
	parameters: IDataObject,
	{ message = /^\S/, field, begins, ...options }: Refused,
): Promise<void> {
	const goesOn = await world.run(parameters, {
		...options,
		node: { onError: 'continueRegularOutput' },
	});
	expect(goesOn.records).toEqual([]);
	expect(goesOn.errors).toHaveLength(1);
	expect(Object.keys(goesOn.errors[0])).toEqual(['error', 'message']);
	expect(goesOn.errors[0].message).toMatch(message);
	const where = `Where: layer: input${field ? `, field: ${field}` : ''}.`;
	expect(goesOn.errors[0].message).toContain(where);
	expect(goesOn.errors[0].error).toEqual({
		code: 'INVALID_INPUT',
		layer: 'input',
		httpStatus: null,
		itemIndex: 0,
		callsMade: 0,
		cost: 0,
		costIsEstimate: false,
		mayBeCharged: false,
		next: begins ? expect.objectContaining({ list: expect.any(String) }) : null,
		...(field ? { field } : {}),
	});
	expect(world.emulator.ledger).toEqual([]);
}

describe.each(eachOperation)('Nothing for invalid input: %s', (_label, operation) => {
	const { refused, refusedPositions, panel, timeout } = operation;
	const { input } = queryOf(operation.name);

	/** All of the values are refused; the first of them is tried through the node. */
	async function expectAllRefused(
		[parameter, field, values]: (typeof refusedPositions)[number],
		setting: (given: IDataObject) => IDataObject,
		message: RegExp,
	): Promise<void> {
		expect(values.filter((value) => input.shape[field]!.safeParse(value).success)).toEqual([]);
		const given = setting({ [parameter]: expression(values[0]) });
		await expectRefusal({ ...operation.parameters('size-3'), ...given }, { field, message });
	}

	test.each(refused.map((row) => [row[0], row] as const))('refuses a wrong %s', async (_, row) => {
		const [parameter, field, values, message] = row;
		await expectAllRefused([parameter, field, values], (given) => given, message);
	});

	test('refuses a Start Position that is none', async () => {
		for (const row of refusedPositions) {
			await expectAllRefused(row, (startPosition) => ({ startPosition }), /^'/);
		}
	});

	test('is stopped by n8n itself where what is required was left empty', async () => {
		const required = panel.fields.filter(([, , , , more]) => more === 'required');
		expect(required.length).toBeGreaterThan(0);
		for (const [name] of required) {
			const { [name]: _required, ...others } = operation.parameters('a');
			const run = await world.run(others).catch((error: Error) => ({ status: error.name }));
			expect(run.status).not.toBe('success');
			expect(world.emulator.ledger).toEqual([]);
		}
	});

	// The slow platforms bill calls that are given up too early (docs/development/gateway.md,
	// Failures).
	test(`waits ${timeout.minimum} seconds at least`, async () => {
		const short = [timeout.minimum - 1, timeout.minimum - 0.1, String(timeout.minimum - 1)];
		for (const value of timeout.minimum > 1 ? [...short, 'long'] : [0, -1, 'long']) {
			const options = { timeout: expression(value) };
			const parameters = { ...operation.parameters('size-3'), options };
			const message = /must be a (whole )?number, \d+ or more/;
			await expectRefusal(parameters, { message, begins: true });
		}
		const options = { timeout: timeout.minimum };
		const run = await world.run({ ...operation.parameters('size-3'), options });
		expect(run.records).toHaveLength(3);
	});
});

test('under Stop an input that is refused stops the workflow', async () => {
	const run = await world.run(searchImages.parameters(' '));
	expect(run).toMatchObject({ status: 'error', items: [] });
	expect(run.error?.message).toMatch(/^'Keyword' is required/);
	expect(run.error?.description).toContain('Where: layer: input, field: keyword.');
});

test.each([30.0005, 10_000_000])('a timeout of %d seconds is one', async (timeout) => {
	const run = await world.run({ ...searchImages.parameters('size-3'), options: { timeout } });
	expect(run.records).toHaveLength(3);
});

describe('parameters that all operations share', () => {
	const rows: Array<[name: string, refused: unknown[], message: RegExp]> = [
		['limit', [0, -1, 1.5, 'all', UNSAFE], /^'Limit' must be a whole number, 1 or more/],
		['maxCost', [-1, 'much'], /^'Max Cost \(USD\)' must be a number, 0 or more/],
		['output', ['csv', 'raws'], /^'Output' must be one of simplified, raw, selected, pages/],
	];
	test.each(
		rows.flatMap(([name, refused, message]) => refused.map((value) => ({ name, value, message }))),
	)('$name $value', async ({ name, value, message }) => {
		const parameters = { ...searchImages.parameters('size-3'), [name]: expression(value) };
		await expectRefusal(parameters, { message, begins: name === 'limit' });
	});

	test('Output may be an expression', async () => {
		const output = expression('raw');
		const run = await world.run({ ...searchImages.parameters('size-3'), output });
		expect(run.records.map(searchImages.idOf)).toEqual(world.emulator.ledger[0].recordIds);
	});

	test.each(['', ' , ,', 'undefined'])('Output = Selected without fields (%j)', async (fields) => {
		await expectRefusal(
			{ ...searchImages.parameters('a'), output: 'selected', fields: expression(fields) },
			{ message: /^'Fields' must name at least one field/ },
		);
	});
});

test.each(['', ' ', 'undefined', null])(
	'options that are %j are at their defaults',
	async (empty) => {
		const names = ['concurrency', 'dryRun', 'resumeFrom', 'timeout'];
		const given = names.map((name) => [name, expression(empty)]);
		const options = Object.fromEntries(given) as IDataObject;
		// There, null says that the list has ended.
		if (empty === null) delete options.resumeFrom;
		const run = await world.run({ ...searchImages.parameters('size-3'), options });
		expect(run.records).toHaveLength(3);
	},
);

describe('options', () => {
	const rows: Array<[option: string, refused: unknown[]]> = [
		['concurrency', [0, 1.5, 'many']],
		['reusePages', [-1, 'long']],
	];
	test.each(rows.flatMap(([option, refused]) => refused.map((value) => ({ option, value }))))(
		'$option $value',
		async ({ option, value }) => {
			const options = { [option]: expression(value) };
			const parameters = { ...searchImages.parameters('size-3'), options };
			const message = /must be a (whole )?number, \d+ or more/;
			await expectRefusal(parameters, { message });
		},
	);
});

describe('a value that holds itself is refused under its name', () => {
	const endless = '={{ (() => { const a = {}; a.a = a; return a; })() }}';

	test.each<[string, IDataObject]>([
		['keyword', { keyword: endless }],
		['limit', { limit: endless }],
		['maxCost', { maxCost: endless }],
		['options.resumeFrom', { options: { resumeFrom: endless } }],
		['options.timeout', { options: { timeout: endless } }],
		['startPosition', { startPosition: { searchId: endless } }],
	])('%s', async (name, parameters) => {
		const message = new RegExp(`^The value of "${name}" holds itself`);
		// Where the list begins is known before its bounds are read.
		const begins = ['limit', 'options.timeout'].includes(name);
		await expectRefusal({ ...searchImages.parameters('a'), ...parameters }, { message, begins });
	});
});

describe('a credential that cannot work', () => {
	test.each([
		['no base URL', { baseUrl: '' }, /'Base URL' .* is empty/],
		['a base URL of blanks', { baseUrl: '  ' }, /'Base URL' .* is empty/],
		['no scheme', { baseUrl: 'gateway.example.com' }, /must begin with https:/],
		['another scheme', { baseUrl: 'ftp://gateway.example.com' }, /must begin with https:/],
		['a port that is none', { baseUrl: 'http://host:99999' }, /host or port that no address can/],
		['a blank in the host', { baseUrl: 'http://ho st' }, /host or port that no address can/],
		['half an address', { baseUrl: 'http://[::1' }, /host or port that no address can/],
		['a user in the address', { baseUrl: 'https://a:b@gateway.example' }, /user name or password/],
		['a query in the address', { baseUrl: 'https://gateway.example?a=b' }, /must end before/],
		['no provider', { provider: ' ' }, /'Provider' .* is empty/],
		['no key', { apiKey: '' }, /'API Key' .* is empty/],
		...UNSENDABLE_KEYS.map(
			([label, apiKey]) => [`a key with ${label}`, { apiKey }, /'API Key' .* no key has/] as const,
		),
	])('%s', async (_label, credential, message) => {
		await expectRefusal(searchImages.parameters('a'), { credential, message });
	});
});
