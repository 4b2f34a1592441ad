import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { apiNameOf } from '../../nodes/DataAccess/operations/operation.ts';
import { eachOperation, expression, inputOf, searchImages } from '../harness/operations.mts';
import { expectRefusal } from '../harness/refusals.mts';
import { useWorld } from '../harness/world.mts';
import { queryOf } from '../parts/pages.mts';

const world = useWorld();

describe.each(eachOperation)('Invalid input costs nothing: %s', (_label, operation) => {
	const { refused, refusedPositions = [], timeout } = operation;
	const { input } = queryOf(operation.name);
	const inputNameOf = (name: string) => apiNameOf(queryOf(operation.name), name);

	/** Expects that all values are refused, the first of them by the node. */
	async function expectAllRefused(
		[parameter, values, what, field = inputOf(parameter)]: (typeof refused)[number],
		setting: (given: IDataObject) => IDataObject,
	): Promise<void> {
		expect(values.filter((value) => input.shape[field]!.safeParse(value).success)).toEqual([]);
		const given = setting({ [parameter]: expression(values[0]) });
		const parameters = { ...operation.parameters('size-3'), ...given };
		await expectRefusal(world, parameters, { field, what });
	}

	test.each(refused.map((row) => [row[0], row] as const))(
		'refuses an invalid %s',
		async (_, row) => {
			await expectAllRefused(row, (given) => given);
		},
	);

	test('refuses an invalid Start Position', async () => {
		for (const row of refusedPositions) {
			await expectAllRefused(row, (startPosition) => ({ startPosition }));
		}
	});

	const asParameter = (name: string, value: string): IDataObject => ({ [name]: value });
	const asPosition = (name: string, value: string): IDataObject => ({
		startPosition: { [name]: value },
	});
	const { fields, startPosition } = queryOf(operation.name);
	const textsOf = (panel: typeof fields) => panel.filter(({ type }) => type === 'string');
	const TEXTS = [
		...textsOf(fields).map((field) => [field, asParameter] as const),
		...textsOf(startPosition).map((field) => [field, asPosition] as const),
	].map(([field, setting]) => [field.displayName, field.name, setting] as const);

	test.each(TEXTS)(
		'refuses the text of a failed expression in %s',
		async (label, name, setting) => {
			const expectRefused = async (value: string, what: string) => {
				const given = setting(name, value);
				await expectRefusal(
					world,
					{ ...operation.parameters('size-3'), ...given },
					{
						field: inputNameOf(name),
						what: `'${label}' must not contain ${what}`,
					},
				);
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
