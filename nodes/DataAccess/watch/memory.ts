import type { Buyer } from '../buy/buyer';
import type { ItemTask } from '../list/itemTask';
import type { PageToJudge } from '../list/judgement';
import type { Query } from '../operations/operation';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { remembered } from '../shared/remembered';
import { giveWay } from '../shared/turn';
import type { Conclusion } from './conclusion';
import { factsOf } from './facts';
import { hasSpentShare } from './leave';
import type { RememberedFacts } from './rememberedFacts';
import { WatchedList } from './watchedList';

interface MemorySettings {
	onlyNew: boolean;
	firstRun: 'emit' | 'baseline';
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
}

/** What the user should know about the memory of a run. */
type MemoryRemark = 'manualRun' | 'forgetting' | 'memoryFull';

/** When in this process a list was last remembered, by workflow, node and list. */
const lastCommits = remembered<number>('listCommits');

/** What a run that delivers only what is new remembers of all its lists. None of it throws. */
export class Memory {
	private readonly lists: WatchedList[] = [];
	/** Whether each fact that was asked for holds. */
	private readonly recalled = new Map<string, boolean>();

	constructor(
		private readonly facts: RememberedFacts,
		private readonly query: Query,
		private readonly settings: MemorySettings,
		private readonly nodeId: string,
	) {}

	/** Begins to watch the list of an input item. */
	watch(task: ItemTask, buyer: Pick<Buyer, 'price'>): WatchedList {
		const { query, facts, lists } = this;
		const { cap, firstRun } = this.settings;
		const { input, isResumed, list: listId, memoryName } = task;
		// Another name in Reset Memory is another memory.
		const key = memoryName === '' ? listId : `${listId} ${JSON.stringify(memoryName)}`;
		const mode = {
			isResumed,
			isNewestFirst: query.newestFirst(input),
			takesBaseline: firstRun === 'baseline' && !facts.isFull,
		};
		const name = `${this.nodeId} ${key}`;
		// A resumed run delivers whatever is not known, be it old.
		const since = isResumed ? 0 : (lastCommits.get(name) ?? 0);
		const hasHadShare = (pages: number) => hasSpentShare(pages, buyer.price, cap, lists.length);
		const listFacts = factsOf(key, this.recalled);
		const list = new WatchedList(name, since, mode, listFacts, hasHadShare);
		lists.push(list);
		return list;
	}

	/** Learns what is remembered of the next pages of these lists, so that they can be judged. */
	async recall(pages: ReadonlyArray<{ list: WatchedList; page: PageToJudge }>): Promise<void> {
		try {
			for (;;) {
				const unknown: string[] = [];
				for (const { list, page } of pages) {
					for (const fact of list.factsToAsk(page)) unknown.push(fact);
					await giveWay();
				}
				if (unknown.length === 0) return;
				const held = await this.facts.ask(unknown);
				for (const fact of unknown) this.recalled.set(fact, held.has(fact));
			}
		} catch (error) {
			for (const { list } of pages) list.failure = unreadable(error);
		}
	}

	/**
	 * Remembers what the run is about to return: if n8n is killed after this, it does not come again.
	 * @param isStopped n8n drops what the run returns: then it comes again
	 */
	async commit(isStopped: () => boolean): Promise<MemoryRemark[] | 'stopped'> {
		const kept = this.keptLists();
		const facts = kept.flatMap((list) => list.facts);
		const lasting = kept.flatMap((list) => list.lasting);
		let isKept = true;
		try {
			// One access keeps all or nothing. Where they are too many for one, a kill between two loses what
			// the first made known.
			await this.facts.keep(facts, lasting);
		} catch {
			isKept = false;
		}
		if (isStopped()) {
			// Where that fails, they count as delivered.
			await this.facts.takeBack(facts).catch(() => {});
			return 'stopped';
		}
		if (!isKept) return ['forgetting'];
		const changed = kept.filter((list) => list.facts.length > 0);
		for (const { name } of changed) lastCommits.note(name, Date.now());
		return this.facts.isFull && this.lists.some(({ isFirst }) => isFirst) ? ['memoryFull'] : [];
	}

	/** Of several input items with one list, the first takes the baseline: what comes while others read it is new. */
	private keptLists(): Array<Conclusion & { name: string }> {
		const baselines = new Set<string>();
		return this.lists.flatMap(({ name, conclusion }) => {
			if (!conclusion || baselines.has(name)) return [];
			if (conclusion.summary.isBaseline) baselines.add(name);
			return [{ name, ...conclusion }];
		});
	}
}

/** What a run says when n8n's memory cannot be asked. */
export function unreadable(error: unknown): Failure {
	return { ...unexpected(error), particular: 'memoryUnreadable' };
}

/**
 * Opens what this node remembers, before anything is spent.
 * @returns no memory where all records are wanted
 */
export async function openMemory(
	query: Query,
	settings: MemorySettings,
	{
		facts,
		isProduction,
		nodeId,
	}: { facts: RememberedFacts; isProduction: boolean; nodeId: string },
): Promise<{ memory?: Memory; remarks: MemoryRemark[] } | { failure: Failure }> {
	if (!settings.onlyNew) return { remarks: [] };
	if (!isProduction) return { remarks: ['manualRun'] };
	try {
		await facts.open();
	} catch (error) {
		return { failure: unreadable(error) };
	}
	return { memory: new Memory(facts, query, settings, nodeId), remarks: [] };
}
