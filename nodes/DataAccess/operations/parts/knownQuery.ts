import { z } from 'zod/v3';

import { apiNameOf } from '../operation';
import type { KnownQuery } from '../operation';
import type { PanelInput } from './fields';

/** Seconds. */
export const USUAL_TIMEOUT = { default: 30, minimum: 1 };

type Made = 'input' | 'schemas' | 'defaults';

type Omittable = 'timeout' | 'positionInputs' | 'recordsPerCall' | 'newestFirst';

interface Own
	extends
		Omit<KnownQuery, 'kind' | 'isWritten' | 'fields' | 'startPosition' | Made | Omittable>,
		Partial<Pick<KnownQuery, Omittable>> {
	fields: PanelInput[];
	startPosition: PanelInput[];
}

/** A query by what is its own: its input is made of what its fields take. */
export function knownQuery(own: Own): KnownQuery {
	const nameOf = ({ field }: PanelInput) => apiNameOf(own, field.name);
	const all = [...own.fields, ...own.startPosition];
	const byName = <T>(partOf: (each: PanelInput) => T) =>
		Object.fromEntries(all.map((each) => [nameOf(each), partOf(each)]));
	return {
		kind: 'knownQuery',
		isWritten: false,
		timeout: USUAL_TIMEOUT,
		positionInputs: new Map(own.startPosition.map((each) => [nameOf(each), [nameOf(each)]])),
		recordsPerCall: () => undefined,
		newestFirst: () => false,
		...own,
		fields: own.fields.map(({ field }) => field),
		startPosition: own.startPosition.map(({ field }) => field),
		input: z.strictObject(byName(({ takes }) => takes)),
		schemas: byName(({ schema }) => schema),
		defaults: byName(({ schema }) => schema.default),
	};
}
