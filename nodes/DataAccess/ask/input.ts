import type { ZodError } from 'zod/v3';

import { listIdOf } from '../list/itemTask';
import type { ItemTask } from '../list/itemTask';
import { inputAt } from '../list/position';
import type { ResumePoint } from '../list/position';
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

export type BuiltInput = Pick<
	ItemTask,
	'list' | 'input' | 'seen' | 'after' | 'isEnded' | 'isResumed'
>;

/**
 * The input of an item's first page, checked before anything is spent.
 * @param resumePointOf where an earlier run stopped in this list, null at its end; Start Position is then ignored
 * @throws Refusal where it, or that position, cannot be used
 */
export function buildInput(
	query: Query,
	fields: Record<string, unknown>,
	startPosition: Record<string, unknown>,
	resumePointOf: (list: string) => ResumePoint | null | undefined,
): BuiltInput {
	const given = query.inputOf?.(fields) ?? byApiName(query, fields);
	const whole = check(query, given);
	const list = listIdOf(query, whole, Object.keys(given));
	const point = resumePointOf(list);
	const start = point?.position ?? byApiName(query, startPosition);
	// Most lists have no Start Position, and their input was checked above.
	const isFromStart = Object.keys(start).length === 0;
	return {
		list,
		input: isFromStart ? whole : check(query, inputAt(given, start)),
		seen: point?.seen ?? [],
		after: point?.at ?? 0,
		isEnded: point === null,
		isResumed: point !== undefined,
	};
}
