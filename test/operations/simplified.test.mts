import { describe, expect, test } from '@jest/globals';

import { runOf } from '../harness/gateway.mts';
import { SIMPLIFIED_FIELDS, eachOperation } from '../harness/operations.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld();
const gateway = useGateway();

const NOTHING = Object.fromEntries(SIMPLIFIED_FIELDS.map((field) => [field, null]));

describe.each(eachOperation)('%s, a record as it comes out simplified', (_label, operation) => {
	test.each(operation.simplified)('$label', async ({ record, gives, parameters, beside }) => {
		const payload = { ...(operation.payload([record]) as object), ...beside };
		gateway.answerWith(() => ({ body: runOf(payload) }));
		const credential = { baseUrl: gateway.url };
		const asked = { ...operation.parameters('a'), ...parameters, limit: 1 };
		const run = await world.run(asked, { credential });
		expect(run.records).toHaveLength(1);
		expect(Object.keys(run.records[0])).toEqual(SIMPLIFIED_FIELDS);
		expect(run.records[0]).toEqual({ ...NOTHING, ...gives });
	});
});
