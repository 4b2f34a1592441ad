import type { GivenPage, PageOutcome } from '../buy/outcome';
import type { ApiInput, Query, ReadPage } from '../operations/operation';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { nothingOf } from './collected';
import type { Collected, DeliveredPage } from './collected';
import type { ItemTask } from './itemTask';
import { allNew } from './judgement';
import type { EarlierRuns } from './judgement';
import { placeBehind, recordsOn } from './listPage';
import type { FreshRecord, ListPage } from './listPage';
import { endOfPage, STOPS } from './pageEnd';
import type { StopReason } from './pageEnd';
import { inputAt, nextOf, positionOf, withExpiry } from './place';
import type { Place } from './place';
import { ShownRecords } from './shownRecords';
import { stepOf } from './step';

interface ListMeans {
	query: Query;
	buy(input: ApiInput): Promise<PageOutcome>;
	/** Left out where all records are wanted. */
	earlier?: EarlierRuns;
	deliver(page: DeliveredPage): Promise<void>;
	/** The list is over, and so may be those of other items. */
	onFailure(): void;
}

/**
 * What one input item wants of its list, gathered page by page: the next page is asked for, then delivered, then the one
 * behind it. Never throws: an exception is a failure of this list.
 */
export class ListReading {
	/** Why no further page is bought; undefined while one may be. */
	private reason?: StopReason;
	private readonly result: Omit<Collected, 'reason'>;
	private readonly shown: ShownRecords;
	/** Positions that were read. */
	private readonly asked = new Set<string>();
	/** What asks for the next page: it moves on as soon as a page has come. */
	private input: ApiInput;
	/** Where the list goes on after what was delivered; null where nothing follows. */
	private place: Place | null;
	/** Records that Limit still allows. */
	private wanted: number;

	constructor(
		private readonly task: ItemTask,
		private readonly means: ListMeans,
	) {
		const { list, begin, input, limit } = task;
		this.reason = begin === null ? 'end' : undefined;
		this.result = nothingOf(list, nextOf(list, begin));
		this.shown = new ShownRecords(means.query, begin?.seen ?? []);
		this.input = input;
		this.place = begin;
		this.wanted = limit;
	}

	/** No further page is bought. */
	get isOver(): boolean {
		return this.reason !== undefined;
	}

	/** The next page, once the one before is delivered; undefined where none came: the list is over then, or was before. */
	async nextPage(): Promise<ListPage | undefined> {
		const { place, task, means } = this;
		if (!place) return undefined;
		try {
			const outcome = await means.buy(this.input);
			if (outcome.kind === 'page') return await this.receive(outcome, place);
			const isBehind = this.result.pages > 0 || task.isResumed;
			if (outcome.kind === 'ended') this.reason = outcome.why;
			else this.fail(isBehind ? withExpiry(outcome.failure, means.query) : outcome.failure);
		} catch (error) {
			this.fail(unexpected(error));
		}
		return undefined;
	}

	/** Delivers what is wanted of the page that came last. */
	async deliver(page: ListPage): Promise<void> {
		try {
			const judgement = this.means.earlier?.judge(page) ?? allNew(page);
			const step = stepOf(page, judgement);
			// Behind known records, a loop over Resume From would read the whole known list.
			const hasAll = step.stop === 'known' && this.task.isResumed;
			const place = hasAll ? null : placeBehind(page, step.cutAt);
			if (!judgement.isBaseline) await this.handOut(page, step.toDeliver, place);
			// An exception before this costs the page nothing: the list goes on at it, and whoever asks again has it.
			this.place = place;
			this.wanted = step.remaining;
			this.reason = step.stop;
			page.markDelivered();
			if (judgement.failure) return this.fail(judgement.failure);
			judgement.accept?.();
			this.result.cutByLimit = page.records.length - (step.cutAt ?? page.records.length);
		} catch (error) {
			this.fail(unexpected(error));
		}
	}

	/** The list as far as it was read. */
	get collected(): Collected {
		const { result, task, place, reason = 'halted' } = this;
		return { ...result, next: nextOf(task.list, place), reason };
	}

	private fail(failure: Failure): void {
		this.reason = 'failure';
		this.result.failure = failure;
		this.means.onFailure();
	}

	private async handOut(
		{ read, records }: ListPage,
		indexes: number[],
		place: Place | null,
	): Promise<void> {
		const { result, means, task } = this;
		await means.deliver({
			page: result.pages,
			records: indexes.map((index) => (records[index] as FreshRecord).record),
			parentId: read.parentId,
			next: () => nextOf(task.list, place),
		});
		result.records += indexes.length;
	}

	/**
	 * The page that was just bought has come, and the list asks for the one behind it. Where this throws, it may have moved
	 * on in part. That loses nothing: the list is over, and `place`, at which a later run goes on, moves in `deliver` alone.
	 */
	private async receive(bought: GivenPage, place: Place): Promise<ListPage> {
		this.count(bought);
		const { page: read, boughtAt, markDelivered } = bought;
		const { endsUnannounced = false, newestFirst, sortTimeOf } = this.means.query;
		const { position, isRepeated } = this.moveBehind(place, read.nextInputs);
		const shown = await this.shown.add(read.records);
		const end = endOfPage(read, { ...shown, isRepeated, endsUnannounced });
		const { unused } = this.shown;
		// With a smaller Page Size, what an earlier run has delivered reaches over several pages: the rest goes into next.
		const seen = shown.fresh.length === 0 ? unused : [];
		// In any other order, times tell nothing.
		const times = newestFirst(this.task.input)
			? read.records.map((record) => sortTimeOf?.(record))
			: [];
		return {
			...shown,
			...recordsOn(read, shown, times, this.task.newerThan),
			read,
			end,
			place: { ...place, seen: unused },
			behind: end && STOPS[end] === 'ended' ? null : { position, seen, after: boughtAt },
			wanted: this.wanted,
			markDelivered,
		};
	}

	/** From now on, the list is asked for the page behind the one at this place. */
	private moveBehind({ position }: Place, next: ReadPage['nextInputs']) {
		this.asked.add(JSON.stringify(position));
		this.input = inputAt(this.means.query, this.input, next ?? {});
		const behind = positionOf(this.means.query, this.input);
		return { position: behind, isRepeated: this.asked.has(JSON.stringify(behind)) };
	}

	private count({ page, age }: GivenPage): void {
		const { result } = this;
		const { notice, firstNotice, endNotice, claimsMore = false } = page;
		result.pages += 1;
		result.claimsMore ||= claimsMore;
		if (age !== undefined) {
			result.reused.pages += 1;
			result.reused.age = Math.max(result.reused.age, age);
		}
		const ofFirst = result.pages === 1 && !this.task.isResumed ? firstNotice : undefined;
		result.notices.push(...[notice, ofFirst].filter((each) => typeof each === 'string'));
		// Where a path may be wrong, nobody knows whether the list has ended.
		result.endNotice = endNotice ?? (ofFirst && '');
	}
}
