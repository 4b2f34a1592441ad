import { unexpected } from '../failure';
import type { Failure } from '../failure';

/** What a run says when n8n's memory cannot be asked. */
export function unreadable(error: unknown): Failure {
	return {
		...unexpected(error),
		what: 'n8n could not tell which records were delivered before',
		advice:
			"What was delivered in this run will come again. Look at n8n's database, or switch Only New Records off.",
	};
}
