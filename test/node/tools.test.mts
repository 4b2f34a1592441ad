import { expect, test } from '@jest/globals';
import { extractFromAICalls } from 'n8n-workflow';
import type { FromAIArgument, INode } from 'n8n-workflow';

import { inputSchemaOf } from '../../nodes/DataAccess/operations/gateway/inputSchema.ts';
import { operations } from '../../nodes/DataAccess/operations/index.ts';
import type { BuiltInQuery } from '../../nodes/DataAccess/operations/operation.ts';
import { apiNameOf } from '../../nodes/DataAccess/operations/operation.ts';
import { examples } from '../harness/examples.mts';
import type { InputSchema } from '../harness/inputSchema.mts';

type Place = { resource: string; operation: string };

/** A field that a model fills in, with the expression that users paste. */
interface Filled extends Place {
	field: string;
	expression: string;
}

const placeOf = ({ parameters: { resource, operation } }: INode) =>
	({ resource, operation }) as Place;

const filledIn = (tool: INode): Filled[] =>
	Object.entries(tool.parameters).flatMap(([field, given]) => {
		// In a field with modes, the value is nested.
		const { value } = typeof given === 'object' ? (given as { value?: unknown }) : { value: given };
		return typeof value === 'string' && value.includes('$fromAI')
			? [{ ...placeOf(tool), field, expression: value.replace(/^=/, '') }]
			: [];
	});

const inExamples = examples
	.flatMap(([, { nodes }]) => nodes)
	.filter(({ type }) => type === 'n8n-nodes-data-access.dataAccessTool')
	.flatMap(filledIn)
	.map((filled) => [`${filled.resource} ${filled.operation} ${filled.field}`, filled] as const);

const operationAt = ({ resource, operation }: Place) =>
	operations.find((each) => each.resource === resource && each.name === operation)!;

const wordsIn = (description: string) =>
	[...description.matchAll(/([a-z]+) = /g)].map(([, word]) => word);

/** The expected arguments for the fields that all operations share. */
const COMMON: Record<string, Partial<FromAIArgument>> = {
	newerThan: { type: 'string', defaultValue: '' },
	limit: { type: 'number', defaultValue: 10 },
};

test.each(inExamples)('$fromAI in the examples: %s', (_, { field, expression, ...place }) => {
	const calls = extractFromAICalls(expression);
	expect(calls).toHaveLength(1);
	const call = calls[0] as FromAIArgument;
	expect(call.key).toBe(field);
	expect(call.description).toMatch(/^\p{Lu}.*[^.]$/u);
	if (field in COMMON) return expect(call).toMatchObject(COMMON[field]!);
	const query = operationAt(place);
	const property = query.fields.find(({ name }) => name === field)!;
	if (query.kind !== 'builtIn') {
		// Input has no default: a model that omits it has forgotten it.
		const isOptional = property.required !== true && field !== 'input';
		const usual = (property.default as { value?: unknown }).value ?? property.default;
		expect(call.defaultValue).toBe(isOptional ? usual : undefined);
		return;
	}
	const { properties, required } = inputSchemaOf(query as BuiltInQuery) as unknown as InputSchema;
	const input = apiNameOf(query, field);
	const schema = properties[input]!;
	expect(call.type).toBe('string');
	expect([undefined, 'string']).toContain(schema.type);
	expect(call.defaultValue).toBe(required.includes(input) ? undefined : schema.default);
	if (schema.enum) {
		const words = schema.enum.filter((value) => typeof value === 'string');
		expect(wordsIn(call.description!)).toEqual(words);
	}
});
