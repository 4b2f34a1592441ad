import { describe, expect, jest, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { eachOperation, expression, getCommentReplies } from '../harness/operations.mts';
import { inputOf, searchImages } from '../harness/operations.mts';
import type { OperationCase, SentRow } from '../harness/operations.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';

const world = useWorld();

/** Returns the input of the first call, as sent, in a run with these parameters. */
async function sentInput(operation: OperationCase, more: IDataObject, items?: IDataObject[]) {
	const parameters = { ...operation.parameters('size-3'), ...more };
	// The service refuses invented positions, but only what was sent matters here.
	await world.run(parameters, { items, ...CONTINUE });
	expect(world.emulator.ledger.length).toBeGreaterThan(0);
	return (world.emulator.ledger[0].rawBody as { input: unknown }).input;
}

/** Returns each choice as its dropdown has it, as a person may write it, and as its integer. */
const choiceRows = ({ panel }: OperationCase): SentRow[] =>
	Object.entries(panel.dropdowns ?? {}).flatMap(([parameter, choices]) => {
		const field = inputOf(parameter);
		return choices.flatMap(([, value, integer, sent = value]): SentRow[] => [
			[parameter, value, field, sent],
			[parameter, ` ${value.toUpperCase()} `, field, sent],
			...[integer, integer && String(integer)]
				.filter((given) => given !== undefined)
				.map((given): SentRow => [parameter, given, field, integer]),
		]);
	});

const flagRows = ({ panel }: OperationCase): SentRow[] =>
	panel.fields
		.filter(([, , type]) => type === 'boolean')
		.flatMap(([name]): SentRow[] => [
			[name, true, inputOf(name), true],
			[name, ' False ', inputOf(name), false],
		]);

/** A text of a position is sent unchanged: only the service understands it. */
const positionRows = ({ panel }: OperationCase): SentRow[] =>
	panel.startPosition.flatMap(([name, , type]): SentRow[] =>
		type === 'number'
			? [
					[name, 3, inputOf(name), 3],
					[name, '4', inputOf(name), 4],
				]
			: [[name, ' a b|c== ', inputOf(name), ' a b|c== ']],
	);

const labelled = (rows: SentRow[]) =>
	rows.map(([parameter, given, field, sent]) => ({
		label: `${parameter} ${JSON.stringify(given).slice(0, 40)}`,
		parameter,
		given,
		field,
		sent,
	}));

describe.each(eachOperation)('%s', (_label, operation) => {
	test('sends every field with a documented default, and no other', async () => {
		const run = await world.run(operation.parameters('size-3'));
		expect(run.records).toHaveLength(3);
		expect(world.emulator.ledger[0].rawBody).toEqual({
			provider: world.emulator.provider,
			endpoint: operation.endpoint,
			input: operation.input('size-3'),
		});
		expect(world.emulator.ledger[0].headersSeen).toEqual({
			authorization: 'valid',
			contentType: expect.stringMatching(/^application\/json/),
		});
	});

	test('waits for the answer as long as its default timeout', async () => {
		const deadlines = jest.spyOn(AbortSignal, 'timeout');
		await world.run(operation.parameters('size-3'));
		const seconds = deadlines.mock.calls.map(([ms]) => ms / 1000);
		expect([...new Set(seconds)]).toEqual([operation.timeout.default]);
	});

	test('sends the same if an agent omits the optional fields', async () => {
		const optional = operation.panel.fields.filter(([, , , , more]) => more !== 'required');
		for (const empty of ['undefined', '', '  ', '\u3000\u00a0', null]) {
			world.emulator.reset();
			const omitted = optional.map(([name]) => [name, expression(empty)]);
			const input = await sentInput(operation, Object.fromEntries(omitted));
			expect(input).toEqual(operation.input('size-3'));
		}
	});

	const ROWS = [...operation.sent, ...choiceRows(operation), ...flagRows(operation)];

	test.each(labelled(ROWS))('sends $label', async (row) => {
		const { parameter, given, field, sent } = row;
		const ofItem = { [parameter]: '={{ $json.value }}' };
		const input = await sentInput(operation, ofItem, [{ value: given as string }]);
		expect(input).toEqual({ ...operation.input('size-3'), [field]: sent });
	});

	test.each(labelled(positionRows(operation)))('Start Position: $label', async (row) => {
		const { parameter, given, field, sent } = row;
		const values: Array<[entered: unknown, sent: object]> = [
			[given, { [field]: sent }],
			[expression(given), { [field]: sent }],
			['\u3000', {}],
			[expression(null), {}],
		];
		for (const [entered, expected] of values) {
			world.emulator.reset();
			const startPosition = { [parameter]: entered } as IDataObject;
			const input = await sentInput(operation, { startPosition });
			expect(input).toEqual({ ...operation.input('size-3'), ...expected });
		}
	});
});

test('each input item has its own Start Position, from an expression', async () => {
	const startPosition = { page: '={{ $json.page }}' };
	const items = [{ page: 5 }, { page: 7 }];
	await world.run({ ...searchImages.parameters('size-3'), startPosition }, { items });
	const pages = world.emulator.ledger.map(({ input }) => input.page);
	expect(pages.sort()).toEqual([5, 7]);
});

test('two spellings of one article are one list for Only New Records', async () => {
	const read = async (url: string) =>
		await world.run(
			{ ...getCommentReplies.parameters('a'), url, onlyNew: true },
			{ mode: 'trigger' },
		);
	const url = getCommentReplies.listKey('a');
	expect((await read(url)).records.length).toBeGreaterThan(0);
	expect((await read(`${url}#rd`)).records).toEqual([]);
});
