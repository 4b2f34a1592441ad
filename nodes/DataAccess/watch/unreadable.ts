import type { Failure } from '../failure';

/** What a run says when n8n's memory cannot be asked. */
export function unreadable(error: unknown): Failure {
	const { name } = (error ?? {}) as { name?: unknown };
	return {
		code: 'UNEXPECTED',
		layer: 'node',
		httpStatus: null,
		what: 'n8n could not tell which records were delivered before',
		words: typeof name === 'string' ? name.slice(0, 40) : undefined,
		charged: 'no',
		retry: 'never',
		advice:
			"What was delivered in this run will come again. Look at n8n's database, or switch Only New Records off.",
	};
}
