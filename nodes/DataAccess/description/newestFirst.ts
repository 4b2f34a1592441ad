import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { apiNameOf } from '../operations/operation';
import type { BuiltInQuery } from '../operations/operation';
import { newerThanField } from '../operations/parts/fields';
import { queries } from '../operations/queries';

const isAlways = (query: BuiltInQuery) => query.newestFirst(query.defaults);

/** Returns the dropdowns that can sort a list newest first, each with the choices that do. */
export function ordersOf(
	query: BuiltInQuery,
): Array<[field: string, choices: INodePropertyOptions[]]> {
	return query.fields.flatMap(({ name, type, options }) => {
		if (type !== 'options' || isAlways(query)) return [];
		const apiName = apiNameOf(query, name);
		const choices = (options as INodePropertyOptions[]).filter(({ value }) =>
			query.newestFirst({ ...query.defaults, [apiName]: value }),
		);
		return choices.length > 0 ? [[name, choices]] : [];
	});
}

/** Returns the names of the newest-first lists: "posts, answers by Updated". */
export const newestFirstWords = () =>
	queries
		.flatMap((query) => {
			if (isAlways(query)) return [query.noun];
			const choices = ordersOf(query).flatMap(([, each]) => each);
			return choices.map(({ name }) => `${query.noun} by ${name}`);
		})
		.join(', ');

/** Returns Newer Than, which ends a list at a date. The panel shows it only if the list is sorted newest first. */
export function newerThanFields(query: BuiltInQuery): INodeProperties[] {
	if (!query.sortTimeOf) return [];
	const orders = ordersOf(query).map(([field, choices]) => [
		field,
		choices.map(({ value }) => value),
	]);
	const field = newerThanField(`${query.noun} from this time on, and stop buying at older ones`);
	return [{ ...field, displayOptions: { show: Object.fromEntries(orders) } }];
}
