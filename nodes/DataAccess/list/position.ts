import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { ApiInput, PageInputs, Query } from '../operations/operation';
import { withValueAt } from '../operations/parts/path';
import type { Failure } from '../shared/failure';
import { objectOf, valueAt } from '../shared/values';
import { textOfFingerprints } from './fingerprint';

/** A position in a list, from which the list can be read. */
export interface ListPosition {
	/** The inputs that select the page, by API name. */
	inputs: PageInputs;
	/** Fingerprints of the records of that page that an earlier run delivered. */
	seen: string[];
	/** Epoch milliseconds at which the previous page arrived; 0 if there is none, or if that is unknown. */
	previousPageAt: number;
}

/** Returns the inputs that select a page of the list. An empty one counts as omitted, unless the user wrote the query. */
export function pageInputsOf({ positionInputs, isWritten }: Query, input: ApiInput): PageInputs {
	const values = [...positionInputs].map(([name, path]) => [name, valueAt(input, path)] as const);
	const isAbsent = (value: unknown) => value === undefined || (value === '' && !isWritten);
	return objectOf(Object.fromEntries(values.filter(([, value]) => !isAbsent(value))));
}

/** Returns the input that requests another page of the same list. */
export function withPageInputs(
	{ positionInputs }: Pick<Query, 'positionInputs'>,
	input: ApiInput,
	inputs: PageInputs,
): ApiInput {
	return [...positionInputs]
		.filter(([name]) => Object.hasOwn(inputs, name))
		.reduce((moved, [name, path]) => withValueAt(moved, path, inputs[name]), input);
}

/**
 * Returns the failure of a call for a later page, with words of its own if the position may have expired: then the list
 * can only be read from its start.
 */
export function withExpiry(
	failure: Failure,
	{ positionInputs, isWritten }: Pick<Query, 'positionInputs' | 'isWritten'>,
): Failure {
	const isPosition = failure.field !== undefined && positionInputs.has(failure.field);
	// If the user wrote the input, the name of a field may be wrong instead.
	if (failure.code !== 'INVALID_INPUT' || !isPosition || isWritten) return failure;
	return { ...failure, variant: 'positionExpired' };
}

/** A `next`, as `nextOf` writes it: these fields, and the inputs of its position. */
export const NEXT = z
	.object({
		list: z.string().min(1),
		seen: z.string().default(''),
		at: z.number().nonnegative().default(0),
	})
	.passthrough();

/** Returns what Resume From takes to read a list from a position on; null if nothing follows. */
export function nextOf(list: string, position: ListPosition | null): IDataObject | null {
	if (!position) return null;
	const { inputs, seen, previousPageAt } = position;
	return {
		list,
		...inputs,
		...(seen.length > 0 && { seen: textOfFingerprints(seen) }),
		...(previousPageAt > 0 && { at: previousPageAt }),
	};
}
