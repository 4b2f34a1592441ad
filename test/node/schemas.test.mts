import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { load } from '../harness/native.mts';
import { SIMPLIFIED_FIELDS, eachOperation, lookUps, operations } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';

const FOLDER = process.cwd();
const NODE_FOLDER = join(FOLDER, 'dist', 'nodes', 'DataAccess');

const world = useWorld();

const typeOf = (value: unknown) => (value === null ? 'null' : typeof value);

describe.each(eachOperation)('the Schema Preview of %s', (_label, operation) => {
	const { resolveOutputSchemaPath } = load('n8n-core') as typeof import('n8n-core');
	const { resource, operation: name } = operation;
	const place = { nodeDir: NODE_FOLDER, version: '1.0.0', resource, operation: name };
	const path = String(resolveOutputSchemaPath(place as never));
	const schema = () => JSON.parse(readFileSync(path, 'utf8'));
	const allowed = (field: string): string[] => [schema().properties[field].type].flat();

	test('is in the file that n8n reads', () => {
		expect(path.startsWith(NODE_FOLDER)).toBe(true);
		expect(schema()).toMatchObject({ type: 'object', version: 1 });
		expect(Object.keys(schema().properties)).toEqual(SIMPLIFIED_FIELDS);
	});

	test('allows what the operation returns', async () => {
		const { records } = await world.run({ ...operation.parameters('size-90'), returnAll: true });
		expect(records.length).toBe(90);
		for (const field of SIMPLIFIED_FIELDS) {
			const seen = new Set(records.map((record) => typeOf(record[field])));
			expect([field, allowed(field)]).toEqual([field, expect.arrayContaining([...seen])]);
			// Of several types, n8n shows the first.
			const [shown, ...rest] = allowed(field);
			expect(rest).toEqual(shown === 'null' || rest.length === 0 ? [] : ['null']);
		}
	});
});

test('exactly the operations with known output have one', () => {
	const files = (folder: string) =>
		readdirSync(join(folder, '__schema__'), { recursive: true, encoding: 'utf8' })
			.filter((path) => path.endsWith('.json'))
			.sort();
	// The output of any other endpoint is unknown.
	const expected = [...operations, ...lookUps]
		.map(({ resource, operation }) => join('v1.0.0', resource, `${operation}.json`))
		.sort();
	expect(files(join(FOLDER, 'nodes', 'DataAccess'))).toEqual(expected);
	expect(files(NODE_FOLDER)).toEqual(expected);
});
