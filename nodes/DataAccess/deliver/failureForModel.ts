import { wasCalled } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { Happened, ToolUse } from './happened';
import { chargeWords, quotedWords } from './phrasing';
import type { FailedResult } from './results';

// More would only fill the model's context.
const SHOWN = 5;

function headline({ what, words, httpStatus, field }: Failure): string {
	const where = [httpStatus !== null && `HTTP ${httpStatus}`, field && `field ${field}`];
	const marks = where.filter(Boolean).join(', ');
	return `${what}${quotedWords(words)}${marks && ` (${marks})`}.`;
}

/** Whether the same call would cost again, and what to change. */
function whatNext({ failure, records }: FailedResult, use: ToolUse | undefined): string {
	const { layer, charged, retry, endsExecution } = failure;
	if (endsExecution) return 'Do not call this tool again in this run: every call would fail.';
	if (layer === 'input') return 'Nothing was spent. Correct the input, then call again.';
	if (layer === 'node') return 'Do not repeat the call. Continue without it.';
	if (charged === 'no' && retry === 'safe') {
		const kept = records > 0 && !use?.isAlone ? ' The records above then cost nothing again.' : '';
		return `You may try again later: only a call that succeeds costs.${kept}`;
	}
	if (charged === 'no') {
		return 'The same input fails again, at no cost. Change the input, or continue without it.';
	}
	if (use?.isAlone) {
		return 'Calling again with the same input may cost again. Change the input, or continue without it.';
	}
	return 'To avoid paying twice, the same call is not made again in this run. Change the input, or continue without it.';
}

/** A failure in words for a model, which can change its input but not the node. */
function failureForModel(result: FailedResult, { account }: Happened, use?: ToolUse): string {
	const { failure, itemIndex } = result;
	const { advice, optionAdvice, layer, excerpt, endsExecution } = failure;
	const forUser = [advice, optionAdvice].filter(Boolean).join(' ');
	const isForUser = layer !== 'input' || endsExecution;
	const isOld = account.ofItem(itemIndex).calls === 0;
	const charge = isOld
		? 'No call was made now, because the same call failed earlier in this run.'
		: chargeWords(failure);
	const parts = [
		headline(failure),
		wasCalled(failure) && charge,
		whatNext(result, use),
		forUser && isForUser && `For the user: ${forUser}`,
		excerpt && `The answer begins with: ${excerpt}`,
	];
	return parts.filter(Boolean).join(' ');
}

/** The failures of a use; equal ones are told once, and a single input item is not named. */
export function failuresForModel(
	failed: readonly FailedResult[],
	happened: Happened,
	use?: ToolUse,
): string {
	const items = new Map<string, number[]>();
	for (const result of failed) {
		const text = failureForModel(result, happened, use);
		const indexes = items.get(text) ?? [];
		indexes.push(result.itemIndex);
		items.set(text, indexes);
	}
	if (happened.results.length === 1) return [...items.keys()].join(' ');
	const shown = [...items].slice(0, SHOWN).map(([text, indexes]) => {
		const [first, ...others] = indexes;
		return `Input item ${first}${others.length > 0 ? ` and ${others.length} more` : ''}: ${text}`;
	});
	const more = items.size - shown.length;
	return [...shown, more > 0 && `And ${more} more.`].filter(Boolean).join(' ');
}
