import type { AgentRun } from './agentRun';
import type { NodeMemory } from './nodeMemory';
import { packed, vault } from './pageVault';
import type { KeptPage, Rank } from './pageVault';
import type { Tries } from './tries';

/** Characters of pages that are stored with a failed execution at most, for n8n's Retry. */
export const STORED_BOUND = 2 * 1024 * 1024;

/** Milliseconds for which a run that n8n is about to try again keeps its pages to itself. */
const UNTIL_NEXT_TRY = 60_000;

/** What became of the pages that a failed run bought. */
export interface Kept {
	/** Pages that a new execution finds, for so many minutes. */
	pages: number;
	minutes: number;
	/** Pages that n8n's Retry of the execution finds. */
	stored: number;
}

export const NOTHING_KEPT: Kept = { pages: 0, minutes: 0, stored: 0 };

/** A page that need not be bought. */
export interface Found {
	page: KeptPage;
	/**
	 * Who paid for it: this try, an earlier try of this execution, another use of the tool in it, or
	 * another execution.
	 */
	paidBy: 'thisTry' | 'earlierTry' | 'otherUse' | 'otherExecution';
}

interface Setup {
	tries: Tries;
	memory: NodeMemory;
	/** Minutes for which a new execution may use the pages of a failed one, 0 for not at all. */
	minutes: number;
	/** Where an agent's uses share their pages. */
	agentRun?: AgentRun;
}

const restKey = (key: string, skip: number) => `${key} from record ${skip}`;

/**
 * The pages that were paid for and need not be bought, by exact request: those of this run and its
 * tries, those that an agent got in this execution, those that n8n stored with the failed execution
 * that this one retries, and those that failed executions of this process have left.
 */
export class KeptPages {
	/** What of other executions this run uses, to be forgotten once it is delivered. */
	private readonly taken: Array<{ key: string; page: KeptPage; forget(): void }> = [];
	private readonly rests: Array<[key: string, page: KeptPage]> = [];
	private readonly boughtNow = new Set<string>();

	constructor(private readonly setup: Setup) {}

	/**
	 * @param skip records at the beginning of the page that an earlier run delivered
	 * @param sharesCalls whether a page that this try bought may be used again
	 */
	find(key: string, skip: number, sharesCalls: boolean): Found | undefined {
		const { tries, minutes, agentRun } = this.setup;
		const isBoughtNow = this.boughtNow.has(key);
		if (sharesCalls || !isBoughtNow) {
			const page = vault.find('running', this.mine(key));
			const before = agentRun ? 'otherUse' : 'earlierTry';
			if (page) return { page, paidBy: isBoughtNow ? 'thisTry' : before };
		}
		const answered = agentRun?.find(key);
		if (answered) return { page: answered, paidBy: 'otherUse' };
		const stored = this.setup.memory.pages?.[key];
		if (stored) {
			const page = { ...stored, text: fromBase64(stored.packed) };
			this.taken.push({ key, page, forget: () => this.forgetStored(key) });
			return { page, paidBy: tries.kept.has(key) ? 'earlierTry' : 'otherExecution' };
		}
		if (minutes === 0) return undefined;
		const places: Array<[rank: Rank, key: string]> = [['failed', key]];
		if (skip > 0) places.push(['rest', restKey(key, skip)]);
		for (const [rank, placeKey] of places) {
			const page = vault.find(rank, placeKey);
			if (!page || Date.now() > page.boughtAt + minutes * 60_000) continue;
			this.taken.push({ key, page, forget: () => vault.forget(rank, placeKey, page) });
			return { page, paidBy: 'otherExecution' };
		}
		return undefined;
	}

	/** Keeps a page for another item, another try, or the next execution. */
	async keep(key: string, page: KeptPage): Promise<void> {
		this.boughtNow.add(key);
		const kept = await vault.keep('running', this.mine(key), page, Infinity);
		if (kept) this.setup.tries.kept.add(key);
	}

	/** The rest of this page is paid for, but beyond the limit: only a resume from there gets it. */
	keepRest(key: string, skip: number, page: KeptPage): void {
		this.rests.push([restKey(key, skip), page]);
	}

	/**
	 * The run failed: what it bought waits for the next try, n8n's Retry, or a new execution.
	 * @param isTriedAgain whether n8n is about to try again
	 */
	async runFailed(isTriedAgain: boolean): Promise<Kept> {
		const { tries, minutes } = this.setup;
		const kept: Kept = { pages: 0, minutes, stored: 0 };
		const stored: NonNullable<NodeMemory['pages']> = { ...this.setup.memory.pages };
		let room = STORED_BOUND;
		for (const page of Object.values(stored)) room -= page.packed.length;
		for (const key of tries.kept) {
			const found = vault.find('running', this.mine(key));
			if (!found) continue;
			const page = await packed(found);
			const base64 = toBase64(page.text);
			if (!(key in stored) && base64.length <= room) {
				const { cost, costIsEstimate, boughtAt } = page;
				stored[key] = { packed: base64, cost, costIsEstimate, boughtAt };
				room -= base64.length;
			}
			if (key in stored) kept.stored += 1;
			const until = page.boughtAt + minutes * 60_000;
			if (minutes > 0 && (await vault.keep('failed', key, page, until))) kept.pages += 1;
			const again = Date.now() + UNTIL_NEXT_TRY;
			if (isTriedAgain) await vault.keep('running', this.mine(key), page, again);
			else vault.drop('running', this.mine(key));
		}
		if (Object.keys(stored).length > 0) this.setup.memory.pages = stored;
		return kept;
	}

	/** The output is certain: nothing of it may come again, unless the same agent asks again. */
	async delivered(): Promise<void> {
		const { tries, minutes, agentRun } = this.setup;
		for (const { key, page, forget } of this.taken) {
			forget();
			await agentRun?.keep(key, page);
		}
		for (const key of tries.kept) {
			const page = vault.find('running', this.mine(key));
			if (page) {
				// A try that failed before this one has left it to new executions.
				vault.forget('failed', key, page);
				// Before it leaves its place, so that a parallel use finds it at any moment.
				await agentRun?.keep(key, page);
			}
			vault.drop('running', this.mine(key));
			this.forgetStored(key);
		}
		if (minutes === 0) return;
		for (const [key, page] of this.rests) {
			await vault.keep('rest', key, page, page.boughtAt + minutes * 60_000);
		}
	}

	private mine(key: string): string {
		const { agentRun, tries } = this.setup;
		return `${(agentRun ?? tries).owner} ${key}`;
	}

	private forgetStored(key: string): void {
		const { memory } = this.setup;
		if (!memory.pages) return;
		delete memory.pages[key];
		if (Object.keys(memory.pages).length === 0) delete memory.pages;
	}
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
