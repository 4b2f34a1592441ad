import { wasCalled } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { chargeWords, quotedWords } from './phrasing';
import type { FailedResult } from './results';

// More would only fill the model's context.
const SHOWN = 5;

/** What the failures of a use depend on in words for a model. */
interface FailureContext {
	/** Whether the options let calls of unknown outcome be made again. */
	retryUncertain: boolean;
	/** Calls that this use of the tool has made. */
	calls: number;
	/** Records delivered before the failure, which cost nothing if they are asked for again. */
	keptRecords: number;
	/** Whether this use is the whole execution, as over MCP: no later use knows what failed. */
	isOnlyUse: boolean;
}

function headline({ what, words, httpStatus, field }: Failure): string {
	const where = [httpStatus !== null && `HTTP ${httpStatus}`, field && `field ${field}`];
	const marks = where.filter(Boolean).join(', ');
	return `${what}${quotedWords(words)}${marks && ` (${marks})`}.`;
}

/** Whether the same call would cost again, and what to change. */
function whatNext(
	failure: Failure,
	{ retryUncertain, keptRecords, isOnlyUse }: FailureContext,
): string {
	const { layer, charged, retry, endsExecution } = failure;
	if (endsExecution) return 'Do not call this tool again in this run: every call would fail.';
	if (layer === 'input') return 'Nothing was spent. Correct the input, then call again.';
	if (layer === 'node') return 'Do not repeat the call. Continue without it.';
	if (charged === 'no' && retry === 'safe') {
		const kept = keptRecords > 0 ? ' The records above then cost nothing again.' : '';
		return `You may try again later: only a call that succeeds costs.${kept}`;
	}
	if (charged === 'no') {
		return 'The same input fails again, at no cost. Change the input, or continue without it.';
	}
	if (isOnlyUse) {
		return 'Calling again with the same input may cost again. Change the input, or continue without it.';
	}
	if (charged === 'maybe' && retryUncertain) {
		return 'Calling again with the same input may cost a second time.';
	}
	return 'To avoid paying twice, the same call is not made again in this run. Change the input, or continue without it.';
}

/** A failure in words for a model, which can change its input but not the node. */
function failureForModel(failure: Failure, context: FailureContext): string {
	const { advice, optionAdvice, layer, excerpt, endsExecution } = failure;
	const forUser = [advice, optionAdvice].filter(Boolean).join(' ');
	const isForUser = layer !== 'input' || endsExecution;
	const isOld = wasCalled(failure) && !failure.isKept && context.calls === 0;
	const charge = isOld
		? 'No call was made now, because the same call failed earlier in this run.'
		: chargeWords(failure);
	const parts = [
		headline(failure),
		wasCalled(failure) && charge,
		whatNext(failure, context),
		forUser && isForUser && `For the user: ${forUser}`,
		excerpt && `The answer begins with: ${excerpt}`,
	];
	return parts.filter(Boolean).join(' ');
}

/**
 * The failures of a use; equal ones are told once.
 * @param count input items of the use; a single one is not named
 */
export function failuresForModel(
	failed: readonly FailedResult[],
	count: number,
	contextOf: (result: FailedResult) => FailureContext,
): string {
	const items = new Map<string, number[]>();
	for (const result of failed) {
		const text = failureForModel(result.failure, contextOf(result));
		const indexes = items.get(text) ?? [];
		indexes.push(result.itemIndex);
		items.set(text, indexes);
	}
	if (count === 1) return [...items.keys()].join(' ');
	const shown = [...items].slice(0, SHOWN).map(([text, indexes]) => {
		const [first, ...others] = indexes;
		return `Input item ${first}${others.length > 0 ? ` and ${others.length} more` : ''}: ${text}`;
	});
	const left = items.size - shown.length;
	return [...shown, left > 0 && `And ${left} more.`].filter(Boolean).join(' ');
}
