import type { FailureCode } from '../shared/failure';
import { textOf } from '../shared/values';

/** What a status says of a run, and which failure it is; of a FAILED one the provider says which. */
export interface Meaning {
	phase: 'completed' | 'running' | 'overWithoutPage';
	code?: FailureCode;
}

/** A status needs rows elsewhere, too: CONTRIBUTING, Add an option, a failure code, a status. */
export const MEANINGS = new Map<string, Meaning>([
	['COMPLETED', { phase: 'completed' }],
	['READY', { phase: 'running', code: 'NOT_FINISHED' }],
	['RUNNING', { phase: 'running', code: 'NOT_FINISHED' }],
	['STOPPING', { phase: 'running', code: 'NOT_FINISHED' }],
	['FAILED', { phase: 'overWithoutPage' }],
	['BLOCKED', { phase: 'overWithoutPage', code: 'BUDGET_BLOCKED' }],
	['STOPPED', { phase: 'overWithoutPage', code: 'RUN_FAILED' }],
	['TIMED_OUT', { phase: 'overWithoutPage', code: 'RUN_TIMED_OUT' }],
]);

/** In capitals; empty where there is none. */
export const statusOf = (status: unknown): string => textOf(status)?.trim().toUpperCase() ?? '';

/** undefined for a status that nobody knows. */
export const meaningOf = (status: unknown): Meaning | undefined => MEANINGS.get(statusOf(status));
