import type { ZodError } from 'zod/v3';

import type { Failure } from '../shared/failure';
import { listIdOf } from '../list/itemTask';
import type { ItemTask } from '../list/itemTask';
import { inputAt } from '../list/position';
import type { ResumePoint } from '../list/position';
import { apiNameOf } from '../operations/operation';
import type { ApiInput, Query } from '../operations/operation';
import { clauseOf } from '../operations/parts/refusal';
import { refuseInput } from './refuse';

function fieldLabelOf(query: Query, apiName: string): string {
	const fields = [...query.fields, ...query.startPosition];
	return fields.find(({ name }) => apiNameOf(query, name) === apiName)?.displayName ?? apiName;
}

function wrongInput(query: Query, error: ZodError): { failure: Failure } {
	const [issue] = error.issues;
	const field = String(issue?.path[0] ?? 'input');
	const clause = clauseOf(fieldLabelOf(query, field), issue?.message ?? 'Cannot be read');
	return { failure: refuseInput(clause, field) };
}

function byApiName(query: Query, parameters: Record<string, unknown>): ApiInput {
	const named = Object.entries(parameters).map(([name, value]) => [apiNameOf(query, name), value]);
	return Object.fromEntries(named) as ApiInput;
}

function check(query: Query, values: ApiInput): { input: ApiInput } | { failure: Failure } {
	if (!query.input) return { input: values };
	const parsed = query.input.safeParse(values);
	if (!parsed.success) return wrongInput(query, parsed.error);
	const sent = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
	return { input: Object.fromEntries(sent) as ApiInput };
}

export type BuiltInput = Pick<
	ItemTask,
	'list' | 'input' | 'seen' | 'after' | 'isEnded' | 'isResumed'
>;

/**
 * The input of an item's first page, checked before anything is spent.
 * @param resumePointOf where an earlier run stopped in this list, null at its end; Start Position is then ignored
 * @throws Refusal where that position, or what is written as input, cannot be used
 */
export function buildInput(
	query: Query,
	fields: Record<string, unknown>,
	startPosition: Record<string, unknown>,
	resumePointOf: (list: string) => ResumePoint | null | undefined,
): BuiltInput | { failure: Failure } {
	const given = query.inputOf?.(fields) ?? byApiName(query, fields);
	const whole = check(query, given);
	if ('failure' in whole) return whole;
	const list = listIdOf(query, whole.input, Object.keys(given));
	const point = resumePointOf(list);
	const start = point?.position ?? byApiName(query, startPosition);
	// Most lists have no Start Position, and their input was checked above.
	const isFromStart = Object.keys(start).length === 0;
	const built = isFromStart ? whole : check(query, inputAt(given, start));
	if ('failure' in built) return built;
	return {
		list,
		input: built.input,
		seen: point?.seen ?? [],
		after: point?.at ?? 0,
		isEnded: point === null,
		isResumed: point !== undefined,
	};
}
