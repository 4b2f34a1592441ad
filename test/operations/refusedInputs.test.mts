import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodePropertyTypeOptions } from 'n8n-workflow';

import { apiNameOf } from '../../nodes/DataAccess/operations/operation.ts';
import { eachOperation, expression, searchImages } from '../harness/operations.mts';
import type { FieldRow, OperationCase, RefusedRow } from '../harness/operations.mts';
import { expectRefusal } from '../harness/refusals.mts';
import { useWorld } from '../harness/world.mts';
import { LOST_DIGITS, UNSAFE } from '../harness/wrongValues.mts';
import { queryOf } from '../parts/pages.mts';

const world = useWorld();

const NO_TEXT = ['', '   ', '\u3000', 'undefined', ' undefined ', null];
const NO_CHOICE = [-1, 1.5, '1.5', 'none', 'past', true, 'constructor', '__proto__', ['all']];

/** Returns what every field of its kind refuses. */
function refusedByKind(
	[name, label, type, , more]: FieldRow,
	{ dropdowns = {} }: OperationCase['panel'],
): RefusedRow[] {
	const row = (values: unknown[], words: string): RefusedRow[] => [
		[name, values, `'${label}' ${words}`],
	];
	if (type === 'string') {
		const empty = more === 'required' ? row(NO_TEXT, 'is required, but it is empty') : [];
		return [...empty, ...row([UNSAFE, 1.5, true, { a: 1 }, ['a']], LOST_DIGITS)];
	}
	if (type === 'boolean')
		return row(['maybe', 'yes', 'on', 2, '2', -1, 0.5, 'constructor'], 'must be true or false');
	if (type === 'number') {
		const least = (more as INodePropertyTypeOptions).minValue!;
		const values = [least - 1, least - 9, 1.5, '1.5', 'two', true, UNSAFE];
		return row(values, `must be a whole number, ${least} or more`);
	}
	const choices = dropdowns[name]?.map(([, value]) => value);
	return choices ? row([...NO_CHOICE, choices.length], `must be one of ${choices.join(', ')}`) : [];
}

const asParameter = (name: string, value: string): IDataObject => ({ [name]: value });
const asPosition = (name: string, value: string): IDataObject => ({
	startPosition: { [name]: value },
});

describe.each(eachOperation)('Invalid input costs nothing: %s', (_label, operation) => {
	const { refused = [], timeout, panel } = operation;
	const query = queryOf(operation.name);
	const refusedIn = (fields: FieldRow[]) => fields.flatMap((field) => refusedByKind(field, panel));
	const ROWS = [
		...[...refused, ...refusedIn(panel.fields)].map((row) => [...row, asParameter] as const),
		...refusedIn(panel.startPosition).map((row) => [...row, asPosition] as const),
	];

	// The node refuses the first value, and its validator the others.
	test.each(ROWS)('refuses an invalid %s: %j', async (parameter, values, what, setting) => {
		const field = apiNameOf(query, parameter);
		const validator = query.input.shape[field]!;
		expect(values.filter((value) => validator.safeParse(value).success)).toEqual([]);
		const given = setting(parameter, expression(values[0]));
		await expectRefusal(world, { ...operation.parameters('size-3'), ...given }, { field, what });
	});

	const textsOf = (fields: FieldRow[]) => fields.filter(([, , type]) => type === 'string');
	const TEXTS = [
		...textsOf(panel.fields).map(([name, label]) => [label, name, asParameter] as const),
		...textsOf(panel.startPosition).map(([name, label]) => [label, name, asPosition] as const),
	];

	test.each(TEXTS)(
		'refuses the text of a failed expression in %s',
		async (label, name, setting) => {
			const expectRefused = async (value: string, words: string) => {
				const parameters = { ...operation.parameters('size-3'), ...setting(name, value) };
				const what = `'${label}' must not contain ${words}`;
				await expectRefusal(world, parameters, { field: apiNameOf(query, name), what });
			};
			for (const lost of ['[object Object]', 'NaN']) {
				await expectRefused(lost, `${lost}: a sheet or an expression has lost the value`);
			}
			const switched = 'if it is meant as an expression, switch the field to Expression';
			await expectRefused('{{ $json.next }}', `{{: ${switched}`);
			await expectRefused('$json.next', `$json: ${switched}`);
		},
	);

	// Slow platforms charge for calls that are abandoned too early (docs/development/gateway.md, Failures).
	test(`waits ${timeout.minimum} to 600 seconds`, async () => {
		const setTo = (value: unknown) => ({
			...operation.parameters('size-3'),
			options: { timeout: expression(value) },
		});
		const short = [timeout.minimum - 1, timeout.minimum - 0.1, String(timeout.minimum - 1)];
		for (const value of timeout.minimum > 1 ? [...short, 'long'] : [0, -1, 'long']) {
			const what = `'Timeout' must be a number, ${timeout.minimum} or more`;
			await expectRefusal(world, setTo(value), { what });
		}
		for (const value of [600.1, 60_000, '60000']) {
			const what = "'Timeout' must be at most 600, since it is in seconds";
			await expectRefusal(world, setTo(value), { what });
		}
		for (const value of [timeout.minimum, timeout.minimum + 0.0005, 600]) {
			expect((await world.run(setTo(value))).records).toHaveLength(3);
		}
	});
});

test.each(['', ' ', 'undefined', null])(
	'options with the value %j have their defaults',
	async (empty) => {
		const names = ['concurrency', 'dryRun', 'resumeFrom', 'timeout'];
		const given = names.map((name) => [name, expression(empty)]);
		const options = Object.fromEntries(given) as IDataObject;
		// In Resume From, null means that the list has ended.
		if (empty === null) delete options.resumeFrom;
		const run = await world.run({ ...searchImages.parameters('size-3'), options });
		expect(run.records).toHaveLength(3);
	},
);
