import type { FastifyRequest } from 'fastify';

import type { InputProblem } from '../answers/runAnswers.mts';
import { InputError, problemWith } from '../operations/inputError.mts';
import type { Operation } from '../operations/operation.mts';
import type { Input, InputSchema } from '../operations/schema.mts';
import type { Settings } from '../settings.mts';
import { isObject } from './body.mts';

/** How fastify makes a validator of a schema. */
export type Compile = FastifyRequest['compileValidationSchema'];

type SchemaError = NonNullable<ReturnType<Compile>['errors']>[number];

/** fastify compiles a schema once for as long as it is the same object. */
const schemas = new Map<string, InputSchema>();

/**
 * Takes the group off an input. Throws InputError where the input is not in the form that this
 * deployment wants (docs/gateway.md, Deployments).
 */
export function ungroup(
	input: unknown,
	format: Settings['inputFormat'],
	group: Operation['group'],
): Record<string, unknown> {
	if (!isObject(input)) {
		throw new InputError([{ loc: ['body', 'input'], msg: 'must be object', type: 'type' }]);
	}
	if (format === 'flat') return input;
	const strangers = Object.keys(input).filter((name) => name !== group);
	if (strangers.length > 0) throw new InputError(strangers.map(extraField));
	const fields = input[group];
	if (!isObject(fields)) throw new InputError([missingField(group)]);
	return fields;
}

/**
 * The fields of an input with all defaults. Throws InputError with everything that does not fit
 * the operation's schema.
 */
export function checkInput(
	fields: Record<string, unknown>,
	schema: InputSchema,
	compile: Compile,
): Input {
	const text = JSON.stringify(schema);
	if (!schemas.has(text)) schemas.set(text, schema);
	const fits = compile(schemas.get(text)!);
	const input = { ...fields };
	if (!fits(input)) throw new InputError((fits.errors ?? []).map(problemOf));
	return input as Input;
}

function problemOf({ keyword, params, message, instancePath }: SchemaError): InputProblem {
	if (keyword === 'required') return missingField(String(params.missingProperty));
	if (keyword === 'additionalProperties') return extraField(String(params.additionalProperty));
	const allowed = keyword === 'enum' ? `: ${String(params.allowedValues)}` : '';
	return problemWith(instancePath.slice(1), `${message ?? 'is wrong'}${allowed}`, keyword);
}

function missingField(name: string): InputProblem {
	return problemWith(name, 'is required', 'required');
}

function extraField(name: string): InputProblem {
	return problemWith(name, 'is no field of this input', 'additionalProperties');
}
