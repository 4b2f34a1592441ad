import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { defaultInputOf } from '../operations/gateway/inputSchema';
import { apiNameOf } from '../operations/operation';
import type { KnownQuery } from '../operations/operation';

/** The choices of its dropdowns with which a list begins with its newest record. */
function choicesOf(query: KnownQuery): Record<string, string[]> {
	const defaults = defaultInputOf(query);
	const chosen = query.fields.map(({ name, type, options = [] }) => {
		if (type !== 'options') return [name, []] as const;
		const values = (options as INodePropertyOptions[]).map(({ value }) => String(value));
		const apiName = apiNameOf(query, name);
		return [
			name,
			values.filter((value) => query.newestFirst({ ...defaults, [apiName]: value })),
		] as const;
	});
	return Object.fromEntries(chosen.filter(([, values]) => values.length > 0));
}

/** What a model has to know of the field. */
export function newerThanText(query: KnownQuery): string {
	const orders = Object.entries(orderOf(query)).map(
		([name, values]) => ` with ${name} ${values[0]}`,
	);
	return `Only ${query.noun} from this time on, as ISO 8601${orders.join('')}; empty = all`;
}

/** The order that Newer Than needs; none where the list always begins with its newest record. */
const orderOf = (query: KnownQuery) =>
	query.newestFirst(defaultInputOf(query)) ? {} : choicesOf(query);

/**
 * The field that ends a list at a date, for operations whose records have a sort time; shown where the
 * newest records come first.
 */
export function newerThanFields(query: KnownQuery): INodeProperties[] {
	if (!query.sortTimeOf) return [];
	return [
		{
			displayName: 'Newer Than',
			name: 'newerThan',
			type: 'dateTime',
			default: '',
			description: `Return only ${query.noun} from this time on, and buy no page behind them. Without a time zone, it is the workflow's.`,
			displayOptions: { show: orderOf(query) },
		},
	];
}
