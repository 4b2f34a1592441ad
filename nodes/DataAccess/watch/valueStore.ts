import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { GapStore } from './gaps';

/**
 * Values that n8n remembers for one node over the executions of its workflow. It has no lock: each
 * call reads and writes the whole, so that no two may run in parallel.
 */
export interface ValueStore {
	/** Tells the store from that of any other node or workflow. */
	id: string;
	/** The execution of the workflow that uses it; empty where a run is no part of one. */
	execution: string;
	/** How many values it holds. */
	count(): Promise<number>;
	/**
	 * Adds the values that it does not hold.
	 * @param bound so many of all values stay, the last ones; without it all do
	 * @returns those that it held before
	 */
	add(values: string[], bound?: number): Promise<string[]>;
	remove(values: string[]): Promise<void>;
	/** n8n keeps nothing of it before the run has ended well. */
	isCopy?: boolean;
	/** Where gaps are kept, too. */
	gaps?: GapStore;
}

const lastJobs = new Map<string, Promise<unknown>>();

/** Runs the job when all earlier ones of this store have ended, whatever became of them. */
export async function oneAtATime<T>(storeId: string, job: () => Promise<T>): Promise<T> {
	const before = lastJobs.get(storeId);
	const running = before ? before.then(job, job) : job();
	lastJobs.set(storeId, running);
	try {
		return await running;
	} finally {
		if (lastJobs.get(storeId) === running) lastJobs.delete(storeId);
	}
}

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
