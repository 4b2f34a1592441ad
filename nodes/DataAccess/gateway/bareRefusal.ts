import { isVoid } from '../shared/nothing';
import { numberOf, objectOf } from '../shared/values';
import { isEnvelope } from './layers';
import { httpError, saysFailure, saysWell } from './signs';

const FIELDS_OF_REFUSAL =
	/^(?:code|err\w*|status\w*|type|message|msg|reason|details?|success|time\w*|path|\w*id)$/i;

/** Whether an answer is no envelope, and holds nothing that does not belong to a refusal. */
export function isBare(answer: unknown): boolean {
	if (isEnvelope(answer)) return false;
	const fields = Object.entries(objectOf(answer));
	return fields.every(([name, value]) => FIELDS_OF_REFUSAL.test(name) || isVoid(value));
}

/** The status of HTTP for which a bare refusal stands, by its code or its error's: one in words is a 400. */
export function statusInside(answer: unknown): number | undefined {
	if (!isBare(answer)) return undefined;
	const body = objectOf(answer);
	const error = objectOf(body.error);
	const isCode = (status: unknown) => numberOf(status) !== undefined || saysFailure(status);
	const codes = [body.code, error.code, ...[body.status, error.status].filter(isCode)];
	const code = codes.find((each) => !saysWell(each));
	const isWord = typeof code === 'string' && numberOf(code) === undefined;
	return isWord ? 400 : httpError(code);
}
