import { sleep } from 'n8n-workflow';

import { giveWay } from '../shared/turn';
import type { FactStore } from './facts';

/** Lists that are read in parallel, and that share an access of the memory at most. */
export const LISTS_AT_ONCE = 100;

/** Milliseconds for which a list waits for others, which may wait for slow calls. */
const LONGEST_WAIT = 500;

interface Asking {
	facts: readonly string[];
	resolve(held: ReadonlySet<string>): void;
	reject(error: unknown): void;
}

/**
 * Facts as the lists of one run ask for them. n8n reads and writes all that it remembers with each
 * access, so lists that are being read ask together.
 */
export class BatchedFacts {
	private lists = 0;
	private waiting: Asking[] = [];

	constructor(private readonly store: Pick<FactStore, 'ask'>) {}

	/** A list is being read. */
	begin(): void {
		this.lists += 1;
	}

	/** A list is read no further. */
	end(): void {
		this.lists -= 1;
		this.askIfAllWait();
	}

	/** @throws what n8n throws */
	async ask(facts: readonly string[]): Promise<ReadonlySet<string>> {
		return await new Promise((resolve, reject) => {
			const asking = { facts, resolve, reject };
			this.waiting.push(asking);
			this.askIfAllWait();
			if (this.waiting[0] !== asking) return;
			void sleep(LONGEST_WAIT).then(async () => {
				if (this.waiting[0] === asking) await this.askNow();
			});
		});
	}

	private askIfAllWait(): void {
		const { length } = this.waiting;
		if (length > 0 && length >= Math.min(this.lists, LISTS_AT_ONCE)) void this.askNow();
	}

	private async askNow(): Promise<void> {
		const { waiting } = this;
		this.waiting = [];
		try {
			const held = await this.store.ask(waiting.flatMap(({ facts }) => facts));
			for (const { resolve } of waiting) {
				resolve(held);
				// Each list goes on with its page at once.
				await giveWay();
			}
		} catch (error) {
			for (const { reject } of waiting) reject(error);
		}
	}
}
