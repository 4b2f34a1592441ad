import { z } from 'zod/v3';

import { apiNameOf } from '../operation';
import type { BuiltInQuery } from '../operation';
import type { PanelInput } from './fields';

/** Seconds. */
export const USUAL_TIMEOUT = { default: 30, minimum: 1 };

type Made = 'input' | 'schemas' | 'defaults';

type Omittable = 'timeout' | 'positionInputs' | 'recordsPerCall' | 'newestFirst';

interface QueryParts
	extends
		Omit<BuiltInQuery, 'kind' | 'isWritten' | 'fields' | 'startPosition' | Made | Omittable>,
		Partial<Pick<BuiltInQuery, Omittable>> {
	fields: PanelInput[];
	startPosition: PanelInput[];
}

/** Returns a built-in query, whose schemas and defaults come from its fields. */
export function builtInQuery(parts: QueryParts): BuiltInQuery {
	const nameOf = ({ field }: PanelInput) => apiNameOf(parts, field.name);
	const all = [...parts.fields, ...parts.startPosition];
	const byName = <T>(partOf: (each: PanelInput) => T) =>
		Object.fromEntries(all.map((each) => [nameOf(each), partOf(each)]));
	return {
		kind: 'builtIn',
		isWritten: false,
		timeout: USUAL_TIMEOUT,
		positionInputs: new Map(parts.startPosition.map((each) => [nameOf(each), [nameOf(each)]])),
		recordsPerCall: () => undefined,
		newestFirst: () => false,
		...parts,
		fields: parts.fields.map(({ field }) => field),
		startPosition: parts.startPosition.map(({ field }) => field),
		input: z.strictObject(byName(({ takes }) => takes)),
		schemas: byName(({ schema }) => schema),
		defaults: byName(({ schema }) => schema.default),
	};
}
