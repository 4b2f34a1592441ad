import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';

/** What a run says when n8n's memory cannot be asked. */
export function unreadable(error: unknown): Failure {
	return {
		...unexpected(error),
		cause: 'temporarily-unavailable',
		what: 'n8n could not read which records were returned before',
		advice: "Records that this run returns may come again. Check n8n's database.",
		optionAdvice: 'Or turn off Only New Records in the options.',
	};
}
