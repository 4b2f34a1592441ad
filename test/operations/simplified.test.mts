import { describe, expect, test } from '@jest/globals';

import { runOf, useGateway } from '../harness/gateway.mts';
import { SIMPLIFIED_FIELDS, eachOperation } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';
import { queryOf, withAt } from '../parts/pages.mts';

const world = useWorld();
const gateway = useGateway();

const UNFILLED =
	'The records of a page fill only the ID column of Simplified: the platform seems to have changed its response. To get all their fields, set Output to Raw.';

const NOTHING = Object.fromEntries(SIMPLIFIED_FIELDS.map((field) => [field, null]));

describe.each(eachOperation)('%s, a simplified record', (_label, operation) => {
	test.each(operation.simplified)('%s', async (...[, record, gives, around = {}]) => {
		const { parameters, beside } = around;
		const payload = { ...(operation.payload([record]) as object), ...beside };
		gateway.answerWith(() => ({ body: runOf(payload) }));
		const one = { ...operation.parameters('a'), ...parameters, limit: 1 };
		const run = await world.run(one, gateway.at);
		expect(run.records).toHaveLength(1);
		expect(Object.keys(run.records[0])).toEqual(SIMPLIFIED_FIELDS);
		expect(run.records[0]).toEqual({ ...NOTHING, ...gives });
	});

	test('warns once if all records of a page have only an ID', async () => {
		const [path = ''] = queryOf(operation.name).simplify.sources.id!.paths;
		const unknown = (id: string) => withAt({ heading: 'A', duration: 5 }, path.split('.'), id);
		const hintFor = async (records: object[], output = 'simplified') => {
			gateway.answerWith(() => ({ body: runOf(operation.payload(records)) }));
			const run = await world.run({ ...operation.parameters('a'), output }, gateway.at);
			return [run.items.length, run.hints[0]?.type, run.hint.split(UNFILLED).length - 1];
		};
		const [, record] = operation.simplified[0]!;
		const usual = queryOf(operation.name).name === 'getSubComments' ? 'warning' : 'info';
		expect(await hintFor([unknown('1'), unknown('2')])).toEqual([2, 'warning', 1]);
		expect(await hintFor([unknown('1'), record])).toEqual([2, usual, 0]);
		expect(await hintFor([unknown('1')], 'raw')).toEqual([1, usual, 0]);
	});
});
