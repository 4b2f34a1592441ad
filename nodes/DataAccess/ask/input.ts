import type { ZodError } from 'zod/v3';

import { listIdOf } from '../list/itemTask';
import type { ItemTask } from '../list/itemTask';
import { inputAt, positionOf } from '../list/place';
import type { Place } from '../list/place';
import { apiNameOf } from '../operations/operation';
import type { ApiInput, Query } from '../operations/operation';
import { clauseOf, Refusal } from '../operations/parts/refusal';

function fieldLabelOf(query: Query, apiName: string): string {
	const fields = [...query.fields, ...query.startPosition];
	return fields.find(({ name }) => apiNameOf(query, name) === apiName)?.displayName ?? apiName;
}

function refusalOf(query: Query, { issues: [issue] }: ZodError): Refusal {
	const field = String(issue?.path[0] ?? 'input');
	const clause = clauseOf(fieldLabelOf(query, field), issue?.message ?? 'Cannot be read');
	return new Refusal(clause, field);
}

function byApiName(query: Query, parameters: Record<string, unknown>): ApiInput {
	const named = Object.entries(parameters).map(([name, value]) => [apiNameOf(query, name), value]);
	return Object.fromEntries(named) as ApiInput;
}

function check(query: Query, values: ApiInput): ApiInput {
	if (!query.input) return values;
	const parsed = query.input.safeParse(values);
	if (!parsed.success) throw refusalOf(query, parsed.error);
	const sent = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
	return Object.fromEntries(sent) as ApiInput;
}

export type BuiltInput = Pick<ItemTask, 'list' | 'input' | 'begin' | 'isResumed'>;

/**
 * The input of an item's first page, checked before anything is spent.
 * @param resumePointOf where an earlier run stopped in this list, null at its end; Start Position is then ignored
 * @throws Refusal where it, or that position, cannot be used
 */
export function buildInput(
	query: Query,
	fields: Record<string, unknown>,
	startPosition: Record<string, unknown>,
	resumeFrom: (list: string) => Place | null | undefined,
): BuiltInput {
	const fieldInput = query.inputOf?.(fields) ?? byApiName(query, fields);
	const whole = check(query, fieldInput);
	const list = listIdOf(query, whole, Object.keys(fieldInput));
	const given = resumeFrom(list);
	const start = given?.position ?? byApiName(query, startPosition);
	// Most lists have no Start Position, and their input was checked above.
	const isFromStart = Object.keys(start).length === 0;
	const input = isFromStart ? whole : check(query, inputAt(fieldInput, start));
	const { seen, after } = given ?? { seen: [], after: 0 };
	return {
		list,
		input,
		begin: given === null ? null : { position: positionOf(query, input), seen, after },
		isResumed: given !== undefined,
	};
}
