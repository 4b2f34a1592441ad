import type { InputProblem } from '../answers/runAnswers.mts';

/** The input of a call is wrong: HTTP 422, not charged. */
export class InputError extends Error {
	readonly detail: InputProblem[];

	constructor(detail: InputProblem[]) {
		super(detail.map((each) => `${each.loc.join('.')}: ${each.msg}`).join('; '));
		this.detail = detail;
	}
}

/** What is wrong with one field. */
export function problemWith(field: string, msg: string, type: string): InputProblem {
	return { loc: ['body', 'input', field], msg, type };
}

/** An {@link InputError} about one field, right by the schema and yet not to be answered. */
export function wrongField(field: string, msg: string): InputError {
	return new InputError([problemWith(field, msg, 'value_error')]);
}
