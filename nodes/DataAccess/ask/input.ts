import type { ZodError } from 'zod/v3';
import { z } from 'zod/v3';

import type { Failure } from '../failure';
import { apiNameOf } from '../operations/operation';
import type { ApiInput, Query } from '../operations/operation';

/** A call that is not made because its input is known to be wrong: nothing was spent. */
export function refuseInput(what: string, field?: string): Failure {
	return {
		code: 'INVALID_INPUT',
		layer: 'input',
		httpStatus: null,
		what,
		field,
		charged: 'no',
		retry: 'never',
		advice: 'Correct it and run again: nothing was spent on it.',
	};
}

function fieldLabelOf(operation: Query, apiName: string): string {
	const fields = [...operation.fields, ...operation.startPosition];
	return fields.find(({ name }) => apiNameOf(operation, name) === apiName)?.displayName ?? apiName;
}

function refusalOf(operation: Query, error: ZodError): Failure {
	const [{ path, message }] = error.issues;
	const field = String(path[0] ?? '');
	const words = message.charAt(0).toLowerCase() + message.slice(1);
	return refuseInput(`${fieldLabelOf(operation, field)} ${words}`, field || undefined);
}

/** The parameters under their API names. */
function byApiName(operation: Query, parameters: Record<string, unknown>) {
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [apiNameOf(operation, name), value]),
	);
}

/**
 * The input of an item's first page, checked before anything is spent.
 * @param fields the operation's own parameters
 * @param startPosition the entries of the Start Position collection
 * @param resumed the position of an earlier run, under API names; it wins over Start Position
 */
export function buildInput(
	operation: Query,
	fields: Record<string, unknown>,
	startPosition: Record<string, unknown>,
	resumed: Record<string, unknown> | undefined,
): { input: ApiInput } | { failure: Failure } {
	const given = byApiName(operation, fields);
	const start = resumed ?? byApiName(operation, startPosition);
	for (const [name, value] of Object.entries(resumed ?? {})) {
		const mine = String(given[name] ?? '').trim();
		if (mine !== '' && mine !== 'undefined' && mine !== String(value)) {
			const label = fieldLabelOf(operation, name);
			return {
				failure: refuseInput(
					`Resume From belongs to another list: its ${label} is not the one of this item`,
					name,
				),
			};
		}
	}
	const parsed = z
		.object(operation.input)
		.strict()
		.safeParse({ ...given, ...start });
	if (!parsed.success) return { failure: refusalOf(operation, parsed.error) };
	const sent = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
	return { input: Object.fromEntries(sent) as ApiInput };
}
