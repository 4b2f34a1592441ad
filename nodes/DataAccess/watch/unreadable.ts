import { unexpected } from '../failure';
import type { Failure } from '../failure';

/** What a run says when n8n's memory cannot be asked. */
export function unreadable(error: unknown): Failure {
	return {
		...unexpected(error),
		what: 'n8n could not read which records were returned before',
		advice:
			"Records of this run will be returned again. Check n8n's database, or turn off Only New Records.",
	};
}
