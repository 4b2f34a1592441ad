import type { LostCall } from '../gateway/free/lostRun';
import { remembered } from '../shared/remembered';
import type { NodeContext, StoredLost } from './nodeContext';
import type { Account } from './spending';

/** A call whose outcome is unknown: it may have been charged, and its run was not found. */
export interface UnknownCall extends Pick<LostCall, 'begunAt' | 'endedAt' | 'runId'> {
	/** US dollars that it may have cost. */
	possible: number;
	/** The sums that hold this: of its execution, and of its run and input item. */
	execution?: object;
	run?: { account: Account; itemIndex: number };
}

/** Calls of a request that are known, and looked for, at most: the newest. */
const MOST_OF_REQUEST = 3;

/** Calls that are stored with an execution at most. */
const MOST_STORED = 100;

/** Those of this process by request, the oldest first. */
const unknown = remembered<UnknownCall[]>('lostCalls');

/**
 * The calls whose outcome is unknown, by request: whoever asks for the same next looks for their answers
 * first, anybody in this process, and n8n's Retry of the execution however late.
 */
export class LostCalls {
	private readonly own = new Map<string, UnknownCall[]>();

	constructor(
		private readonly context: NodeContext,
		private readonly executionId: string,
		/** Tells the sums of this execution from others. */
		private readonly execution: object,
	) {}

	/** Those of a request, the oldest first. */
	of(key: string): UnknownCall[] {
		const inMemory = unknown.get(key) ?? [];
		const stored = (this.context.lost ?? []).filter((call) => call.key === key);
		const others = stored
			.filter(({ begunAt }) => inMemory.every((known) => known.begunAt !== begunAt))
			.map(({ begunAt, endedAt, runId, possible, execution }): UnknownCall => {
				const isOwn = execution !== '' && execution === this.executionId;
				const sums = isOwn ? this.execution : undefined;
				return { begunAt, endedAt, runId, possible, execution: sums };
			});
		return [...others, ...inMemory].slice(-MOST_OF_REQUEST);
	}

	add(key: string, call: UnknownCall): void {
		unknown.note(key, [...(unknown.get(key) ?? []), call].slice(-MOST_OF_REQUEST));
		this.own.set(key, [...(this.own.get(key) ?? []), call]);
	}

	/** The request has its answer, or will never have one. */
	forget(key: string): void {
		unknown.forget(key);
		this.own.delete(key);
		const { lost } = this.context;
		if (!lost) return;
		const others = lost.filter((call) => call.key !== key);
		if (others.length > 0) this.context.lost = others;
		else delete this.context.lost;
	}

	/** Stores those of this run with its execution, which has failed. */
	store(): void {
		const calls = [...this.own].flatMap(([key, known]) =>
			known.map(({ begunAt, endedAt, runId, possible }): StoredLost => {
				const execution = this.executionId;
				return { key, begunAt, endedAt, ...(runId && { runId }), possible, execution };
			}),
		);
		this.own.clear();
		if (calls.length === 0) return;
		this.context.lost = [...(this.context.lost ?? []), ...calls].slice(-MOST_STORED);
	}
}
