import type {
	ExpressionString,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeExecutionData,
	INodeListSearchResult,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { commonProperties } from './description/commonProperties';
import {
	operationProperties,
	rarelyNeededProperties,
	startPositionProperties,
} from './description/operationProperties';
import { optionsProperties } from './description/optionsProperty';
import { operations } from './operations';

const free = operations
	.filter(({ kind }) => kind === 'lookUp')
	.map(({ resource, name }) => `${resource}:${name}`);

/** Part of an expression: whether the chosen operation costs nothing. */
const IS_FREE = `${JSON.stringify(free)}.includes($parameter["resource"] + ":" + $parameter["operation"])`;

/** n8n adds its own output for failed items after these (n8n.md, Outputs are made without a run). */
const OUTPUTS: ExpressionString = `={{
	$parameter["options"]?.["report"] === true && !${IS_FREE}
		? [{ type: "main", displayName: "Records" }, { type: "main", displayName: "Report" }]
		: ["main"]
}}`;

/** With more input items than this, few people add up what they cost. */
const MANY_ITEMS = 20;

/** What the panel says before a run. */
const hints: INodeTypeDescription['hints'] = [
	{
		message:
			'There are many input items, and each distinct one buys at least one call. To see their total or minimum cost, turn on <b>Dry Run</b> under Options.',
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ $input.all().length > ${MANY_ITEMS} && !${IS_FREE} && !$parameter["options"]?.["dryRun"] }}`,
	},
];

export class DataAccess implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Data Access',
		name: 'dataAccess',
		icon: {
			light: 'file:../../icons/dataAccess.svg',
			dark: 'file:../../icons/dataAccess.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Search and list public content: images, videos, answers, posts, and replies to comments',
		defaults: { name: 'Data Access' },
		// A name made of the action would hold a price, which later nodes would then have to quote.
		skipNameGeneration: true,
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Every call costs the user money, so keep "Limit" small and "Max Cost (USD)" low. One node reads a list with all its pages, for any number of input items: it needs no loop. To know which keyword or row a record came from, turn on "Include Input Fields" under Options. To return only what is new each time, turn on "Only New Records", and start the workflow with a Schedule Trigger.',
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: OUTPUTS,
		hints,
		credentials: [
			// Inspect knows some answers without one (n8n.md, The first entry of a credential counts).
			{ name: 'dataAccessApi', required: false },
		],
		properties: [
			...operationProperties,
			...commonProperties,
			...rarelyNeededProperties,
			...startPositionProperties,
			...optionsProperties,
		],
	};

	methods = {
		listSearch: {
			async searchEndpoints(
				this: ILoadOptionsFunctions,
				filter?: string,
			): Promise<INodeListSearchResult> {
				const { search } = await import('./run/start');
				return await search(this, filter);
			},
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// What only an execution needs waits for the first (n8n.md, Packages are loaded at the start).
		const { execute } = await import('./run/start');
		return await execute(this, this.continueOnFail());
	}
}
