import type { ZodError, ZodIssue } from 'zod/v3';

import { listIdOf } from '../list/itemTask';
import type { ItemTask } from '../list/itemTask';
import { pageInputsOf, withPageInputs } from '../list/position';
import { apiNameOf } from '../operations/operation';
import type { ApiInput, Query } from '../operations/operation';
import { clauseOf, Refusal } from '../operations/parts/refusal';
import { readResumeFrom } from './resumeFrom';

function fieldLabelOf(query: Query, apiName: string): string {
	const fields = [...query.fields, ...query.startPosition];
	return fields.find(({ name }) => apiNameOf(query, name) === apiName)?.displayName ?? apiName;
}

function refusalOf(query: Query, { issues }: ZodError): Refusal {
	const [{ path, message }] = issues as [ZodIssue];
	const field = String(path[0] ?? 'input');
	return new Refusal(clauseOf(fieldLabelOf(query, field), message), field);
}

function byApiName(query: Query, parameters: Record<string, unknown>): ApiInput {
	const named = Object.entries(parameters).map(([name, value]) => [apiNameOf(query, name), value]);
	return Object.fromEntries(named) as ApiInput;
}

/** Returns the input as it is sent. The node does not check an input that the user wrote as a whole. */
function check(query: Query, values: ApiInput): ApiInput {
	if (!query.input) return values;
	const parsed = query.input.safeParse(values);
	if (!parsed.success) throw refusalOf(query, parsed.error);
	const sent = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
	return Object.fromEntries(sent) as ApiInput;
}

export type BuiltInput = Pick<ItemTask, 'list' | 'input' | 'start' | 'isResumed'>;

/**
 * Returns the input of an item's first page, checked before anything is spent.
 * @param resumeFrom the position at which an earlier run stopped in this list; Start Position is then ignored
 * @throws Refusal if any part of the input cannot be used
 */
export function buildInput(
	query: Query,
	fields: Record<string, unknown>,
	startPosition: Record<string, unknown>,
	resumeFrom: unknown,
): BuiltInput {
	const fieldInput = query.inputOf?.(fields) ?? byApiName(query, fields);
	const whole = check(query, fieldInput);
	const list = listIdOf(query, whole, Object.keys(fieldInput));
	const resumed = readResumeFrom(resumeFrom, list, query);
	if (resumed === null) return { list, input: whole, start: null, isResumed: true };
	const typed = { inputs: byApiName(query, startPosition), seen: [], previousPageAt: 0 };
	const position = resumed ?? typed;
	// Most lists have no Start Position, and their input was checked above.
	const isFromStart = Object.keys(position.inputs).length === 0;
	const input = isFromStart
		? whole
		: check(query, withPageInputs(query, fieldInput, position.inputs));
	const start = { ...position, inputs: pageInputsOf(query, input) };
	return { list, input, start, isResumed: resumed !== undefined };
}
