import { remembered } from '../shared/remembered';
import type { NodeContext, UnknownCall } from './nodeContext';
import type { Payer } from './spending';

export interface RememberedCall extends UnknownCall {
	/** Known in the process that made the call: whose sums hold its possible cost. */
	payer?: Payer;
}

/** Calls of a request that are known, and looked for, at most: the newest. */
const MOST_OF_REQUEST = 3;

const MOST_STORED = 100;

/** Those of this process by request, the oldest first. */
const unknown = remembered<RememberedCall[]>('lostCalls');

/** The calls of unknown outcome, for anybody in this process, and n8n's Retry of the execution however late. */
export class LostCalls {
	constructor(private readonly context: NodeContext) {}

	of(key: string): RememberedCall[] {
		const inMemory = unknown.get(key) ?? [];
		const stored = (this.context.lost ?? []).filter(
			(call) => call.key === key && inMemory.every(({ begunAt }) => begunAt !== call.begunAt),
		);
		return [...stored, ...inMemory].slice(-MOST_OF_REQUEST);
	}

	add(key: string, call: UnknownCall, payer?: Payer): void {
		const known = [...(unknown.get(key) ?? []), { ...call, payer }];
		unknown.note(key, known.slice(-MOST_OF_REQUEST));
		this.context.lost = [...(this.context.lost ?? []), { key, ...call }].slice(-MOST_STORED);
	}

	/** Forgets one call, which will never have an answer; without `only` all of the request, which has one. */
	forget(key: string, only?: Pick<UnknownCall, 'begunAt'>): void {
		const isLeft = ({ begunAt }: UnknownCall) => only !== undefined && begunAt !== only.begunAt;
		const inMemory = (unknown.get(key) ?? []).filter(isLeft);
		if (inMemory.length > 0) unknown.note(key, inMemory);
		else unknown.forget(key);
		const others = this.context.lost?.filter((call) => call.key !== key || isLeft(call)) ?? [];
		if (others.length > 0) this.context.lost = others;
		else delete this.context.lost;
	}
}
