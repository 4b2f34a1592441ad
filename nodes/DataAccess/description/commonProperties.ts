import type { INodeProperties } from 'n8n-workflow';

import { limitInput, RAW, SIMPLIFIED, textField } from '../operations/parts/fields';
import { fieldsProperties } from './fieldsProperties';
import { OF_TOOLS, inBothForms } from './forTools';
import { newestFirstWords } from './newestFirst';
import { maxCostProperties } from './price';
import { forPaid, paidOperations } from './shownFor';

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit: INodeProperties = {
	...limitInput.field,
	hint: 'Per input item',
	displayOptions: { show: { returnAll: [false] }, hide: { onlyNew: [true] } },
};

const limitOfFirstRun: INodeProperties = {
	...limit,
	hint: `${limit.hint}. For newest-first lists (${newestFirstWords()}): first and manual runs only`,
	displayOptions: { show: { returnAll: [false], onlyNew: [true] }, hide: OF_TOOLS },
};

const PAGES = {
	name: 'Pages',
	value: 'pages',
	description: 'One item per page, with its records and the position to resume from',
};

const SELECTED = {
	name: 'Selected Fields',
	value: 'selected',
	description: 'One item per record, with only the fields of the raw record that you name',
};

const output: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [PAGES, RAW, SELECTED, SIMPLIFIED],
	default: 'simplified',
	description: 'The form of the output items',
};

/** Without Simplified, because the node does not know the records of any operation. */
const OUTPUT_OF_ANY = { options: [PAGES, RAW, SELECTED], default: 'raw' };

const onlyNew: INodeProperties = {
	displayName: 'Only New Records',
	name: 'onlyNew',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description:
		'Whether to return only records that earlier production executions of this node have not returned. Manual executions also return known records, and remember nothing.',
	displayOptions: { hide: OF_TOOLS },
};

/** Shown below Only New Records if that is on. */
const ofOnlyNew: INodeProperties['displayOptions'] = { show: { onlyNew: [true] }, hide: OF_TOOLS };

const firstRun: INodeProperties = {
	displayName: 'First Run',
	name: 'firstRun',
	type: 'options',
	options: [
		{
			name: 'Remember Existing Records',
			value: 'baseline',
			description: 'Return only records that are added later',
		},
		{
			name: 'Return Existing Records',
			value: 'emit',
			description: 'Also return the records that are already there, up to Limit',
		},
	],
	default: 'emit',
	description:
		'What to do with the existing records of a list that this node reads for the first time, for example after you add a keyword to a sheet',
	displayOptions: ofOnlyNew,
};

const memoryName = textField('Memory Name', 'memoryName', {
	placeholder: 'e.g. second try',
	description:
		'Enter a new name to make the node forget which records it has returned. An expression can change the name for some input items only.',
	displayOptions: ofOnlyNew,
});

/** The parameters that every paid operation has, in the order of the panel. */
export const commonProperties: INodeProperties[] = [
	...[returnAll, limit].flatMap(inBothForms).flatMap((each) => forPaid(each)),
	...forPaid(limitOfFirstRun),
	...maxCostProperties,
	...forPaid(output, OUTPUT_OF_ANY),
	...paidOperations.flatMap(fieldsProperties),
	...forPaid(onlyNew),
	...forPaid(firstRun),
	...forPaid(memoryName),
];
