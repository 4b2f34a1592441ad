import type { PageOutcome } from '../buy/outcome';
import type { ApiInput, Query, ReadPage } from '../operations/operation';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { nothingOf } from './collected';
import type { Collected, DeliveredPage } from './collected';
import type { ItemTask } from './itemTask';
import { placeBehind, recordsOn } from './listPage';
import type { FreshRecord, ListPage } from './listPage';
import type { EarlierRuns, Judgement } from './onlyNew';
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
	deliver(page: DeliveredPage): void;
}

/**
 * What one input item wants of its list, gathered page by page. Never throws: an exception is the
 * failure of this list alone.
 */
export class ListReading {
	/** No further page is bought. */
	isOver: boolean;
	private readonly result: Collected;
	private readonly shown: ShownRecords;
	/** Positions that were read. */
	private readonly asked = new Set<string>();
	/** What asks for the next page. */
	private input: ApiInput;
	/** Where the list goes on after what was taken so far; null where nothing follows. */
	private place: Place | null;
	private wanted: number;

	constructor(
		private readonly task: ItemTask,
		private readonly means: ListMeans,
	) {
		const { list, begin, input, limit } = task;
		this.isOver = begin === null;
		this.result = { ...nothingOf(list, nextOf(list, begin)), reason: 'end' };
		this.shown = new ShownRecords(means.query, begin?.seen ?? []);
		this.input = input;
		this.place = begin;
		this.wanted = limit;
	}

	/** Buys the next page; undefined where none came: the list is then over. */
	async buy(): Promise<ListPage | undefined> {
		try {
			return await this.nextPage();
		} catch (error) {
			return this.stop('failure', unexpected(error));
		}
	}

	/** Delivers what is wanted of the page that was bought last. */
	take(page: ListPage): void {
		try {
			const { earlier, deliver } = this.means;
			const { read, records, end, isPast } = page;
			const judged: Judgement = earlier?.judge(page) ?? {};
			const isNew = records.map(
				({ isTooOld }, index) => !isTooOld && judged.isNew?.[index] !== false,
			);
			const step = stepOf({ ...judged, isNew, isPast, end }, this.wanted);
			const { cutAt, remaining, stop } = step;
			const place = placeBehind(page, cutAt);
			if (!judged.isBaseline) {
				const delivered = step.delivered.map((index) => (records[index] as FreshRecord).record);
				const next = () => nextOf(this.task.list, place);
				const { parentId } = read;
				deliver({ page: this.result.pages, records: delivered, parentId, next });
				this.result.records += delivered.length;
			}
			// From now on the list goes on behind the page.
			this.wanted = remaining;
			this.place = place;
			if (cutAt !== undefined) this.result.cut = records.length - cutAt;
			if (stop) this.stop(stop);
			earlier?.accept();
			page.taken();
		} catch (error) {
			this.stop('failure', unexpected(error));
		}
	}

	/** The list as far as it was read. */
	get collected(): Collected {
		return { ...this.result, next: nextOf(this.task.list, this.place) };
	}

	/** @returns undefined: no page comes */
	stop(reason: StopReason, failure?: Failure): undefined {
		this.isOver = true;
		Object.assign(this.result, { reason, failure });
	}

	private async nextPage(): Promise<ListPage | undefined> {
		const { result, task, place } = this;
		const { query, buy } = this.means;
		if (!place) return this.stop('end');
		const outcome = await buy(this.input);
		if ('ended' in outcome) return this.stop(outcome.ended);
		if ('failure' in outcome) {
			const isMoved = result.pages > 0 || task.isResumed;
			const { failure } = outcome;
			return this.stop('failure', isMoved ? withExpiry(failure, query) : failure);
		}
		const { page: read, boughtAt, age, taken } = outcome;
		const { reused } = result;
		result.pages += 1;
		if (age !== undefined) {
			result.reused = { pages: reused.pages + 1, age: Math.max(reused.age, age) };
		}
		if (read.notice) result.notices.push(read.notice);
		result.endNotice = read.endNotice;
		return { ...this.pageOf(read, place, boughtAt), taken };
	}

	/** The next page of the list, to be asked for once. */
	private pageOf(read: ReadPage, place: Place, boughtAt: number): Omit<ListPage, 'taken'> {
		const { task, asked, shown, wanted } = this;
		const { query, earlier } = this.means;
		const { endsUnannounced = false, sortTimeOf } = query;
		asked.add(JSON.stringify(place.position));
		this.input = inputAt(this.input, read.next ?? {});
		const position = positionOf(query, this.input);
		const isRepeated = asked.has(JSON.stringify(position));
		const { hasUnshown, names, ...found } = shown.look(read.records);
		const fresh = hasUnshown || !endsUnannounced ? found.fresh : [];
		const end = endOfPage(read, hasUnshown, isRepeated, endsUnannounced);
		// With a smaller Page Size, what an earlier run has delivered reaches over several pages: the rest goes into next.
		const seen = fresh.length === 0 ? shown.unused : [];
		const behind = end && STOPS[end] === 'ended' ? null : { position, seen, after: boughtAt };
		const needsTimes = earlier !== undefined || task.newerThan !== undefined;
		const times = needsTimes ? read.records.map((record) => sortTimeOf?.(record)) : [];
		const records = recordsOn(read, { names, fresh }, times, task.newerThan);
		return { ...records, read, names, end, place, behind, wanted };
	}
}
