import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { InputProblem } from '../answers/runAnswers.mts';
import { InputError, problemWith } from '../operations/inputError.mts';
import type { Operation } from '../operations/operation.mts';
import type { Input, InputSchema } from '../operations/schema.mts';
import type { Settings } from '../settings.mts';
import { isObject } from './arrival.mts';

type Validator = ReturnType<FastifyRequest['compileValidationSchema']>;

type SchemaError = NonNullable<Validator['errors']>[number];

/** Returns the validator for a schema. */
export type Validators = (schema: InputSchema) => Validator;

/** Returns a cache of fastify's validators. The app must be ready. */
export function validatorsOf(app: FastifyInstance): Validators {
	const made = new Map<string, Validator>();
	return (schema) => {
		const text = JSON.stringify(schema);
		const cached = made.get(text);
		if (cached !== undefined) return cached;
		const validator = app.validatorCompiler!({ schema, method: 'POST', url: '/v1/run' });
		made.set(text, validator as Validator);
		return validator as Validator;
	};
}

/**
 * Returns the fields of an input without the group around them (docs/development/gateway.md, Deployments).
 * @throws InputError if the input does not have this deployment's form
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
 * Returns the fields of an input with all defaults filled in.
 * @throws InputError with everything that violates the operation's schema
 */
export function checkInput(
	fields: Record<string, unknown>,
	schema: InputSchema,
	validators: Validators,
): Input {
	const fits = validators(schema);
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
