import { operations } from '../../harness/operations.mts';
import type { FieldRow, OperationCase } from '../../harness/operations.mts';

/** What the editor must show for an operation: the package's public contract, written by hand. */
export interface ExpectedOperation {
	readonly resource: string;
	readonly operation: string;
	/** Its entry in the node panel. */
	readonly action: string;
	/** Its own fields, in any order, with their defaults as the editor shows them. */
	readonly fields: Readonly<Record<string, string>>;
	readonly dropdowns?: Readonly<Record<string, readonly string[]>>;
	/** Empty where it begins at no place of the user's own. */
	readonly startPosition: readonly string[];
	/** It has nothing to do with calls and money. */
	readonly isFree?: boolean;
}

/** The fields that all paid operations have. */
export const COMMON_FIELDS: Readonly<Record<string, string>> = {
	returnAll: 'false',
	limit: '50',
	maxCost: '1',
	output: 'Simplified',
	onlyNew: 'false',
};

/** What "Add option" offers for all paid operations. */
export const OPTIONS: readonly string[] = [
	'Concurrency',
	'Dry Run',
	'Include Input Fields',
	'Report',
	'Resume From',
	'Reuse Pages (Minutes)',
	'Timeout',
];

/** A default as the editor shows it. */
function shownDefault({ dropdowns = {} }: OperationCase['panel'], row: FieldRow): string {
	const [name, , , fallback] = row;
	const choice = dropdowns[name]?.find(([, value]) => value === fallback);
	return choice?.[0] ?? String(fallback);
}

const expectedOf = ({ panel }: OperationCase): ExpectedOperation => ({
	resource: panel.title[0],
	operation: panel.title[1],
	action: panel.action,
	fields: {
		...Object.fromEntries(panel.fields.map((row) => [row[0], shownDefault(panel, row)])),
		// In some it is shown only once the order is chosen that it needs.
		...(panel.newerThan && Object.keys(panel.newerThan).length === 0 && { newerThan: '' }),
	},
	dropdowns: Object.fromEntries(
		Object.entries(panel.dropdowns ?? {}).map(([name, choices]) => [
			name,
			choices.map(([label]) => label),
		]),
	),
	// A lone one is added without a list: then its name tells.
	startPosition:
		panel.startPosition.length === 1
			? panel.startPosition.map(([name]) => name)
			: panel.startPosition.map(([, label]) => label),
});

export const OPERATIONS: readonly ExpectedOperation[] = [
	...operations.map(expectedOf),
	{
		resource: 'Gateway',
		operation: 'Run',
		action: 'Run any gateway operation (priced by the gateway)',
		fields: {
			// How it is chosen, until something is.
			endpoint: 'From list',
			input: '{}',
			provider: '',
			price: '0',
			recordsPath: '',
			hasMorePath: '',
			idPath: '',
			output: 'Raw',
		},
		dropdowns: { output: ['Pages', 'Raw', 'Selected Fields', 'Simplified'] },
		startPosition: [],
	},
	{
		resource: 'Gateway',
		operation: 'Inspect',
		action: 'Inspect inputs and prices of operations (free)',
		fields: { endpoint: 'From list', provider: '' },
		startPosition: [],
		isFree: true,
	},
	{
		resource: 'Gateway',
		operation: 'Get Runs',
		action: 'Get runs of account (free)',
		fields: { limit: '50', newerThan: '', endpoint: 'From list', returnRecords: 'false' },
		startPosition: [],
		isFree: true,
	},
	{
		resource: 'Gateway',
		operation: 'Get Balance',
		action: 'Get account balance (free)',
		fields: {},
		startPosition: [],
		isFree: true,
	},
];
