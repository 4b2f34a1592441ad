import type { InputProblem } from '../answers/runAnswers.mts';

/** The input of a call is invalid: HTTP 422, not charged. */
export class InputError extends Error {
	readonly detail: InputProblem[];

	constructor(detail: InputProblem[]) {
		super(detail.map((each) => `${each.loc.join('.')}: ${each.msg}`).join('; '));
		this.detail = detail;
	}
}

/** Describes a problem with one field. */
export function problemWith(field: string, msg: string, type: string): InputProblem {
	return { loc: ['body', 'input', field], msg, type };
}

/** Returns an {@link InputError} for one field that is valid by the schema but still cannot be answered. */
export function wrongField(field: string, msg: string): InputError {
	return new InputError([problemWith(field, msg, 'value_error')]);
}
