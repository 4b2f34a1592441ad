import assert from 'node:assert/strict';

import { operations } from '../../harness/operations.mts';
import type { ToolDefinition } from '../harness/model.mts';

/** A tool of the example as a model gets it, whether an agent or an MCP server hands it on. */
export interface ExpectedTool {
	name: string;
	/** What it brings, and at what price. */
	description: string;
	/** Input by input: its type, what its description tells, and its default where it has one. */
	inputs: Record<string, [type: string, description: RegExp, defaultValue?: unknown]>;
}

const limit: ExpectedTool['inputs'][string] = ['number', /^How many .* to return/, 10];

/** The tools of examples/mcp-server.json. */
export const EXPECTED_TOOLS: readonly ExpectedTool[] = [
	...operations.map(({ panel, tool }) => ({
		name: tool.name,
		description: `${panel.action} in Data Access`,
		inputs: { ...tool.inputs, limit },
	})),
	{
		name: 'Inspect_inputs_and_prices_of_operations',
		description: 'Inspect inputs and prices of operations (free) in Data Access',
		inputs: { endpoint: ['string', /all = every operation/, ''] },
	},
	{
		name: 'Get_account_balance',
		description: 'Get account balance (free) in Data Access',
		inputs: {},
	},
	{
		name: 'Get_runs_of_account',
		description: 'Get runs of account (free) in Data Access',
		inputs: {
			newerThan: ['string', /ISO 8601; empty = all/, ''],
			endpoint: ['string', /^Path of the operation/, ''],
		},
	},
	{
		name: 'Run_any_gateway_operation',
		description: 'Run any gateway operation (priced by the gateway) in Data Access',
		inputs: {
			endpoint: ['string', /^Path of the operation/],
			input: ['string', /JSON object/],
			limit,
		},
	},
];

/** Asserts that these are the tools, as told to a model. */
export function assertTools(
	told: ReadonlyArray<Pick<ToolDefinition, 'name' | 'description' | 'parameters'>>,
): void {
	assert.deepEqual(
		told.map(({ name }) => name).sort(),
		EXPECTED_TOOLS.map(({ name }) => name).sort(),
	);
	for (const { name, description, inputs } of EXPECTED_TOOLS) {
		const tool = told.find((each) => each.name === name)!;
		assert.equal(tool.description, description);
		const properties = tool.parameters.properties ?? {};
		assert.deepEqual(Object.keys(properties).sort(), Object.keys(inputs).sort(), name);
		for (const [input, [type, meaning, defaultValue]] of Object.entries(inputs)) {
			const property = properties[input]!;
			assert.equal(property.type, type, `${name}: ${input}`);
			assert.match(String(property.description), meaning);
			assert.deepEqual(property.default, defaultValue, `${name}: ${input}`);
		}
		assert.deepEqual(
			[...(tool.parameters.required ?? [])].sort(),
			Object.keys(inputs)
				.filter((input) => inputs[input]!.length === 2)
				.sort(),
			name,
		);
	}
}
