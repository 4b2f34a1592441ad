import type { IDataObject } from 'n8n-workflow';

import { fingerprintOf } from '../list/fingerprint';
import type { FactStore } from './facts';

/** What n8n keeps for a polling node, with its workflow. */
export interface PollMemory {
	/** The list that is watched. */
	list?: string;
	/** Fingerprints of what is remembered of it, the oldest first. */
	facts?: string[];
	/** Where a poll was cut: the next one goes on there. */
	next?: IDataObject;
}

/** Where n8n keeps it. */
export interface PollStore {
	read(): PollMemory;
	write(memory: PollMemory): void;
}

/** So many facts stay: those that were kept last. */
const MOST_FACTS = 10_000;

/** n8n keeps a position with the workflow, and loads it with every execution. */
const LONGEST_POSITION = 4096;

/**
 * The facts of the one list that a polling node watches. They are changed in a copy, which n8n keeps
 * with the poll or not at all: n8n would also keep changes made before a failure.
 */
export class PolledFacts implements FactStore {
	readonly isFull = false;
	private readonly held: Set<string>;
	private place: IDataObject | undefined;
	private isChanged = false;

	/** @param list the list that the node watches now: what is kept of another one does not count */
	constructor(
		private readonly store: PollStore,
		private readonly list: string,
	) {
		const { list: watched, facts, next } = store.read();
		const isSame = watched === list;
		this.held = new Set(isSame ? facts : []);
		this.place = isSame ? next : undefined;
	}

	/** Where the last poll was cut. */
	get next(): IDataObject | undefined {
		return this.place;
	}

	/** The next poll begins there, or at the top. */
	goOnAt(next: IDataObject | null): void {
		const isKept = next !== null && JSON.stringify(next).length <= LONGEST_POSITION;
		this.isChanged ||= isKept || this.place !== undefined;
		this.place = isKept ? next : undefined;
	}

	async open(): Promise<void> {}

	async ask(facts: readonly string[]): Promise<ReadonlySet<string>> {
		return new Set(facts.filter((fact) => this.held.has(fingerprintOf(fact))));
	}

	async keep(facts: readonly string[]): Promise<void> {
		this.isChanged ||= facts.length > 0;
		for (const fact of facts) this.held.add(fingerprintOf(fact));
		for (const oldest of this.held) {
			if (this.held.size <= MOST_FACTS) break;
			this.held.delete(oldest);
		}
	}

	/** A poll that takes facts back never commits them. */
	async drop(): Promise<void> {}

	async renew(facts: readonly string[]): Promise<void> {
		for (const fact of facts) {
			const fingerprint = fingerprintOf(fact);
			if (this.held.delete(fingerprint)) this.held.add(fingerprint);
		}
	}

	/** Has n8n keep the facts from now on. A poll that has learned nothing changes nothing. */
	commit(): void {
		if (!this.isChanged) return;
		this.store.write({ list: this.list, facts: [...this.held], next: this.place });
	}
}
