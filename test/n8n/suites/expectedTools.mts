import assert from 'node:assert/strict';

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
	{
		name: 'Search_note_images',
		description: 'Search note images ($0.015 per call, 20 images) in Data Access',
		inputs: { keyword: ['string', /images show/], limit },
	},
	{
		name: 'Get_note_comment_replies',
		description: 'Get note comment replies ($0.015 per call) in Data Access',
		inputs: {
			commentId: ['string', /^ID of the comment/],
			noteId: ['string', /^ID of the note/, ''],
			shareText: ['string', /^Link to the note/, ''],
			limit,
		},
	},
	{
		name: 'Get_answers_to_question',
		description: 'Get answers to question ($0.0015 per call) in Data Access',
		inputs: {
			questionId: ['string', /^ID of the question/],
			order: ['string', /default = .*; updated = by time/, 'default'],
			limit,
		},
	},
	{
		name: 'Search_short_videos',
		description: 'Search short videos ($0.015 per call) in Data Access',
		inputs: {
			keyword: ['string', /1 to 100 characters/],
			duration: ['string', /all = .*; short = .*; medium = .*; long = /, 'all'],
			sort: ['string', /default = .*; latest = .*; hot = /, 'default'],
			publishTime: ['string', /all = .*; day = .*; week = .*; halfyear = /, 'all'],
			limit,
		},
	},
	{
		name: 'Get_article_comment_replies',
		description: 'Get article comment replies ($0.015 per call) in Data Access',
		inputs: {
			url: ['string', /https, with a path that begins with \/s\//],
			contentId: ['string', /digits, as text/, ''],
			limit,
		},
	},
	{
		name: 'Get_posts_of_user',
		description: 'Get posts of user ($0.0015 per call) in Data Access',
		inputs: { userId: ['string', /^ID of the user/], limit },
	},
	{
		name: 'Inspect_inputs_and_prices_of_operations',
		description: 'Inspect inputs and prices of operations (free) in Data Access',
		inputs: { endpoint: ['string', /all = every operation/, 'all'] },
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
