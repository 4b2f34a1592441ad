import type { Buyer } from '../buy/buyer';
import type { ItemTask } from '../list/itemTask';
import type { PageToJudge } from '../list/judgement';
import type { Query } from '../operations/operation';
import { unexpected } from '../shared/failure';
import type { Failed, Failure } from '../shared/failure';
import { factsOf } from './facts';
import { hasHadShare } from './handover';
import type { RememberedFacts } from './rememberedFacts';
import { WatchedList } from './watchedList';

interface MemorySettings {
	onlyNew: boolean;
	firstRun: 'emit' | 'baseline';
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
}

/** What the user should know about the memory of a run. */
type MemoryRemark = 'manualRun' | 'forgetting' | 'memoryFull' | 'memoryFilled';

interface NextPage {
	list: WatchedList;
	page: PageToJudge;
}

/** What a run with Only New Records remembers of all its lists. No method throws. */
export class Memory {
	private readonly lists: WatchedList[] = [];
	/** Whether each recalled fact holds. */
	private readonly recalled = new Map<string, boolean>();

	constructor(
		private readonly facts: RememberedFacts,
		private readonly query: Query,
		private readonly settings: MemorySettings,
		private readonly log: Log,
	) {}

	/** Begins to watch the list of an input item. */
	startWatching(
		{ input, isResumed, list: listId, memoryName }: ItemTask,
		buyer: Pick<Buyer, 'price'>,
	): WatchedList {
		const { query, facts, lists, settings } = this;
		// Another name in Memory Name is another memory.
		const key = memoryName === '' ? listId : `${listId} ${JSON.stringify(memoryName)}`;
		const mode = {
			isResumed,
			isNewestFirst: query.newestFirst(input),
			takesBaseline: settings.firstRun === 'baseline' && !facts.isFull,
		};
		// `lists.length` is read later, when all lists of the run have been added.
		const list = new WatchedList(mode, factsOf(key, this.recalled), (pages) =>
			hasHadShare(pages, buyer.price, settings.cap, lists.length),
		);
		lists.push(list);
		return list;
	}

	/** Recalls the facts of the next pages of these lists, so that the pages can be judged. */
	async recall(pages: readonly NextPage[]): Promise<void> {
		await this.recallAll(pages).catch((error) => {
			this.log(error);
			for (const { list } of pages) list.failWith(memoryUnreadable(error));
		});
	}

	private async recallAll(pages: readonly NextPage[]): Promise<void> {
		const facts = pages.flatMap(({ list, page }) => list.factsToRecall(page));
		if (facts.length === 0) return;
		const held = await this.facts.recall(facts);
		for (const fact of facts) this.recalled.set(fact, held.has(fact));
		// These decide which facts are needed next, so recall again until none is.
		await this.recallAll(pages);
	}

	/** Prepares for `commit`, without remembering anything. The user may stop the execution in the meantime. */
	async prepare(): Promise<void> {
		// If it fails, the new facts are remembered all the same.
		await this.facts
			.makeRoom(this.concluded('lasting'), this.concluded('facts').length)
			.catch(this.log);
	}

	/** Remembers what the run is about to return, so that no later run returns it again. */
	async commit(): Promise<MemoryRemark[]> {
		try {
			// One access stores all facts, or none. If they need two, a kill in between loses records: the first
			// access has made them known, and they are not delivered.
			if (await this.facts.keep(this.concluded('facts'))) return ['memoryFilled'];
		} catch (error) {
			this.log(error);
			return ['forgetting'];
		}
		return this.facts.isFull && this.lists.some(({ isFirst }) => isFirst) ? ['memoryFull'] : [];
	}

	/** Returns the facts that the lists of the run are to leave behind, of one kind. */
	private concluded(kind: 'facts' | 'lasting'): string[] {
		return this.lists.flatMap(({ conclusion }) => conclusion?.[kind] ?? []);
	}
}

/** Leaves the cause of a failure in n8n's log. */
type Log = (error: unknown) => void;

/** Returns the failure of a run that cannot read n8n's memory. */
export function memoryUnreadable(error: unknown): Failure {
	return { ...unexpected(error), variant: 'memoryUnreadable' };
}

/**
 * Loads what this node remembers, before anything is spent.
 * @param log leaves a line in n8n's log
 * @returns no memory if all records are wanted
 */
export async function loadMemory(
	query: Query,
	settings: MemorySettings,
	{
		facts,
		isProduction,
		log,
	}: { facts: RememberedFacts; isProduction: boolean; log?(line: string): void },
): Promise<{ memory?: Memory; remarks: MemoryRemark[] } | Failed> {
	if (!settings.onlyNew) return { remarks: [] };
	if (!isProduction) return { remarks: ['manualRun'] };
	// n8n's database is handed digests of facts, so that none of its messages can hold the API key.
	const logError = (error: unknown) => log?.(`n8n's memory failed: ${String(error)}`);
	try {
		await facts.load();
	} catch (error) {
		logError(error);
		return { failure: memoryUnreadable(error) };
	}
	return { memory: new Memory(facts, query, settings, logError), remarks: [] };
}
