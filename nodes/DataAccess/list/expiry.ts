import { wasCalled } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { Query } from '../operations/operation';

/**
 * The failure of a call for a page after the first one. Its position may have expired: then the list
 * can only be read from its beginning.
 */
export function withExpiry(
	failure: Failure,
	{ positionInputs }: Pick<Query, 'positionInputs'>,
): Failure {
	const isPosition = failure.field !== undefined && positionInputs.includes(failure.field);
	if (failure.code !== 'INVALID_INPUT' || !isPosition) return failure;
	const advice =
		'The gateway no longer accepts this position, which may have expired. Read the list from its beginning.';
	const optionAdvice =
		'To do so, run again without Resume From and with Reuse After Failure set to 0. All pages are then bought again.';
	return { ...failure, advice, optionAdvice };
}

/** Whether the call may have failed for its position alone, so that another place still leads on. */
export function mayHaveExpired(failure: Failure): boolean {
	return failure.retry === 'never' && !failure.endsExecution && wasCalled(failure);
}
