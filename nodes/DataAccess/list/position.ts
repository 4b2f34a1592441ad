import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { ApiInput, PageInputs, Query } from '../operations/operation';
import { withValueAt } from '../operations/parts/path';
import type { Failure } from '../shared/failure';
import { objectOf, valueAt } from '../shared/values';
import { textOfFingerprints } from './fingerprint';

/** A place in a list, from which it can be read. */
export interface ListPosition {
	/** Inputs of the page to ask for, by API names. */
	inputs: PageInputs;
	/** Fingerprints of the records of that page which an earlier run has delivered. */
	seen: string[];
	/** Epoch milliseconds: the page before it was there; 0 where there is none, or nobody knows. */
	previousPageAt: number;
}

/** The inputs that say where in the list a page is. An empty one counts as left out, unless the user wrote the query. */
export function pageInputsOf({ positionInputs, isWritten }: Query, input: ApiInput): PageInputs {
	const values = [...positionInputs].map(([name, path]) => [name, valueAt(input, path)] as const);
	const isAbsent = (value: unknown) => value === undefined || (value === '' && !isWritten);
	return objectOf(Object.fromEntries(values.filter(([, value]) => !isAbsent(value))));
}

/** The input that asks for another place of the same list. */
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
 * The failure of a call for a page behind the first one. Its position may have expired: then the list can
 * only be read from its beginning.
 */
export function withExpiry(
	failure: Failure,
	{ positionInputs, isWritten }: Pick<Query, 'positionInputs' | 'isWritten'>,
): Failure {
	const isPosition = failure.field !== undefined && positionInputs.has(failure.field);
	// Of an input that the user has written, its name may be wrong.
	if (failure.code !== 'INVALID_INPUT' || !isPosition || isWritten) return failure;
	return { ...failure, variant: 'positionExpired' };
}

/** A `next`, as nextOf writes it: these, and beside them the inputs of its position. */
export const NEXT = z
	.object({
		list: z.string().min(1),
		seen: z.string().default(''),
		at: z.number().nonnegative().default(0),
	})
	.passthrough();

/** What `resumeFrom` takes to read a list from a place on; null where nothing follows. */
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
