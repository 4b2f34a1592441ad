import { fingerprintOf } from '../list/fingerprint';
import type { FactStore } from './facts';

/** What n8n keeps for a polling node, with its workflow: marks of facts, the oldest first. */
export interface PollStore {
	read(): readonly string[];
	write(facts: string[]): void;
}

/** So many stay: those that were kept, or met again, last. */
const MOST_FACTS = 10_000;

/** So many known records stay, beside the fact that the list is watched. */
export const MOST_KNOWN = MOST_FACTS - 1;

/** Short, since n8n saves all of them with each poll: 60 bits, of which no two facts of a node are alike. */
const markOf = (fact: string) => fingerprintOf(fact, 10);

/** The facts that a polling node remembers. If the poll fails, n8n keeps none that it has learned. */
export class PolledFacts implements FactStore {
	private readonly held: Set<string>;

	constructor(private readonly store: PollStore) {
		this.held = new Set(store.read());
	}

	async open(): Promise<void> {}

	async ask(facts: readonly string[]): Promise<ReadonlySet<string>> {
		const holding = facts.filter((fact) => this.held.has(markOf(fact)));
		this.renew(holding);
		return new Set(holding);
	}

	/** A poll that has learned nothing changes nothing. */
	async keep(facts: readonly string[], lasting: readonly string[]): Promise<void> {
		if (facts.length === 0) return;
		this.renew([...facts, ...lasting]);
		this.store.write([...this.held].slice(-MOST_FACTS));
	}

	/** They are then the newest. */
	private renew(facts: readonly string[]): void {
		for (const mark of facts.map(markOf)) {
			this.held.delete(mark);
			this.held.add(mark);
		}
	}
}
