import type { PageOutcome } from './attempts';
import type { NodeMemory } from './nodeMemory';
import { vault } from './pageVault';
import type { KeptPage } from './pageVault';
import { Tries } from './tries';
import { Verdicts } from './verdicts';

/** Milliseconds for which a later use gets what an earlier one has bought. */
export const ANSWERED_FOR = 15 * 60_000;

/**
 * What all uses of a tool in one execution share, parallel ones too: an agent that asks for the
 * same again gets what was bought, and one that has paid for a failure does not pay for it again.
 */
export class AgentRun {
	/** Tells its pages in the vault from those of all other executions. */
	readonly owner = `agent ${++runs}`;
	/** The calls that any of its uses has under way. */
	readonly underWay = new Map<string, { outcome: Promise<PageOutcome>; by: object }>();
	private readonly verdicts = new Verdicts();
	private readonly answered = new Set<string>();

	/** The tries of one more use: n8n never tries a tool's use again. */
	openUse(): Tries {
		this.verdicts.nextTry();
		const tries = new Tries(this.verdicts);
		tries.begin();
		return tries;
	}

	/** A page that was delivered to the agent. */
	find(key: string): KeptPage | undefined {
		return vault.find('answered', this.mine(key));
	}

	async keep(key: string, page: KeptPage): Promise<void> {
		this.answered.add(key);
		await vault.keep('answered', this.mine(key), page, Date.now() + ANSWERED_FOR);
	}

	/** The execution has ended: nobody asks again. */
	close(): void {
		for (const key of this.answered) vault.drop('answered', this.mine(key));
		this.answered.clear();
	}

	private mine(key: string): string {
		return `${this.owner} ${key}`;
	}
}

let runs = 0;

// The memory is one object for as long as the execution lives in this process.
const live = new WeakMap<NodeMemory, { executionId: string; run: AgentRun }>();

/**
 * What the uses of a tool share in this execution.
 * @param onEnd takes what is to be done when the execution has ended, where n8n tells that
 */
export function agentRunOf(
	memory: NodeMemory,
	executionId: string,
	onEnd: (close: () => void) => void,
): AgentRun {
	const known = live.get(memory);
	if (known?.executionId === executionId) return known.run;
	const run = new AgentRun();
	live.set(memory, { executionId, run });
	onEnd(() => run.close());
	return run;
}
