import type { GivenPage, PageOutcome } from '../buy/outcome';
import type { ApiInput, Query } from '../operations/operation';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { nothingOf } from './collected';
import type { Collected, DeliveredPage, Read } from './collected';
import { fingerprintOf } from './fingerprint';
import type { ItemTask } from './itemTask';
import { allNew } from './judgement';
import type { EarlierRuns, PageToJudge } from './judgement';
import { endOfPage, STOPS } from './pageEnd';
import type { StopReason } from './pageEnd';
import { nextOf, pageInputsOf, withExpiry, withPageInputs } from './position';
import type { ListPosition } from './position';
import { rowOf } from './row';
import type { Row } from './row';
import { ShownRecords } from './shownRecords';
import type { Comparison } from './shownRecords';
import { stepOf } from './step';

/** What a list gets from its run. */
interface ReadingContext {
	query: Query;
	buy(input: ApiInput): Promise<PageOutcome>;
	/** Omitted if all records are wanted. */
	earlier?: EarlierRuns;
	/** Called with the records of a page that are wanted. If it throws, the page is not delivered. */
	onRecords(page: DeliveredPage): Promise<void>;
	/** Called if the list fails, because that may end the lists of other items, too. */
	onFailure(): void;
}

/** A page that was bought. Until it is delivered, the list keeps its position: the next request returns this page again. */
export interface ListPage extends PageToJudge {
	/** Delivers the wanted records. Never throws. */
	deliver(): Promise<void>;
}

/** A page that was bought, read and compared with the previous pages. */
interface Contents extends PageToJudge<Row> {
	rows: readonly Row[];
	/** The ID of what its records belong to, if the page has it. */
	parentId?: string;
	/** Why no further page may be bought; undefined if one may. */
	end?: StopReason;
	/** From here the page can be read again. */
	position: ListPosition;
	/** Position of the next page; null if there is none. */
	nextPosition: ListPosition | null;
	/** The input that requests the next page. */
	nextInput: ApiInput;
	markShown: Comparison['markShown'];
	markDelivered: GivenPage['markDelivered'];
}

/**
 * Reads one input item's list page by page: each page is bought, then delivered, before the next one is requested.
 * Never throws: an exception is a failure of this list.
 */
export class ListReading {
	/** Why no further page is bought; undefined while one may be. */
	private reason?: StopReason;
	private readonly result: Read;
	private readonly shown: ShownRecords;
	/** Positions already requested, as JSON. */
	private readonly requested = new Set<string>();
	/** The input of the next page. */
	private input: ApiInput;
	/** The position after what was delivered; null if nothing follows. */
	private position: ListPosition | null;
	/** Records that Limit still allows. */
	private remaining: number;

	constructor(
		private readonly task: ItemTask,
		private readonly context: ReadingContext,
	) {
		const { list, start, input, limit } = task;
		this.reason = start === null ? 'end' : undefined;
		this.result = nothingOf(list, nextOf(list, start));
		this.shown = new ShownRecords(context.query, start?.seen ?? []);
		this.input = input;
		this.position = start;
		this.remaining = limit;
	}

	/** No further page is bought. */
	get isOver(): boolean {
		return this.reason !== undefined || this.position === null;
	}

	/** Requests the next page. Returns undefined if the list is over. */
	async nextPage(): Promise<ListPage | undefined> {
		const { position, task, context } = this;
		if (!position) return undefined;
		try {
			this.requested.add(JSON.stringify(position.inputs));
			const outcome = await context.buy(this.input);
			if (outcome.kind === 'page') {
				this.count(outcome);
				const contents = await this.contentsOf(outcome, position);
				const { records, showsTimes } = contents;
				return { records, showsTimes, deliver: async () => await this.deliver(contents) };
			}
			const isBehind = this.result.pages > 0 || task.isResumed;
			if (outcome.kind === 'ended') this.reason = outcome.why;
			else this.fail(isBehind ? withExpiry(outcome.failure, context.query) : outcome.failure);
		} catch (error) {
			this.fail(unexpected(error));
		}
		return undefined;
	}

	/** What was read of the list so far. */
	get collected(): Collected {
		const { result, task, position, reason = 'halted' } = this;
		return { ...result, next: nextOf(task.list, position), reason };
	}

	private fail(failure: Failure): void {
		this.reason = 'failure';
		this.result.failure = failure;
		this.context.onFailure();
	}

	/** Reads the page at a position. The position of the list changes only on delivery. */
	private async contentsOf(bought: GivenPage, position: ListPosition): Promise<Contents> {
		const { query } = this.context;
		const { page: read, boughtAt: previousPageAt, markDelivered } = bought;
		const { endsUnannounced = false } = query;
		const nextInput = withPageInputs(query, this.input, read.nextInputs ?? {});
		const inputs = pageInputsOf(query, nextInput);
		const isRepeated = this.requested.has(JSON.stringify(inputs));
		const { records, hasUnshown, unused, markShown } = await this.shown.compare(read.records);
		const end = endOfPage(read, { hasUnshown, isRepeated, endsUnannounced });
		// Times mean nothing in a list of any other order.
		const timeOf = query.newestFirst(this.task.input) ? query.sortTimeOf : undefined;
		const rows = records.map((each) => rowOf(each, timeOf?.(each.record), this.task.newerThan));
		const fresh = rows.filter(({ isFresh }) => isFresh);
		// With a smaller Page Size, the records that an earlier run delivered span several pages. If this page has none
		// but these, the remaining marks belong to the next page.
		const seen = fresh.length === 0 ? unused : [];
		return {
			rows,
			records: fresh,
			showsTimes: rows.some(({ showsTime }) => showsTime),
			parentId: read.parentId,
			end,
			position: { ...position, seen: unused },
			nextPosition: end && STOPS[end] === 'ended' ? null : { inputs, seen, previousPageAt },
			nextInput,
			markShown,
			markDelivered,
		};
	}

	private async deliver(page: Contents): Promise<void> {
		const { task, context, result } = this;
		try {
			const judgement = context.earlier?.judge(page) ?? allNew(page);
			const { toDeliver, passed, remaining, stop } = stepOf(page, judgement, this.remaining);
			// Otherwise a loop over Resume From would go on below the known records, and read the whole known list.
			const hasAll = stop === 'known' && task.isResumed;
			const position = hasAll ? null : positionAfter(page, passed);
			if (!judgement.isBaseline) {
				await context.onRecords({
					page: result.pages,
					records: toDeliver.map(({ record }) => record),
					parentId: page.parentId,
					next: () => nextOf(task.list, position),
				});
				result.records += toDeliver.length;
			}
			// An exception before this line loses nothing: the list is still at this page, which can be requested again.
			this.position = position;
			this.input = page.nextInput;
			this.remaining = remaining;
			this.reason = stop;
			page.markShown();
			page.markDelivered();
			if (judgement.failure) return this.fail(judgement.failure);
			judgement.markRead?.();
			result.cutByLimit = page.rows.slice(passed).filter(({ isFresh }) => isFresh).length;
		} catch (error) {
			this.fail(unexpected(error));
		}
	}

	private count({ page, isReused, age }: GivenPage): void {
		const { result } = this;
		const { notice, firstNotice, endNotice, claimsMore = false, mayHaveMore = false } = page;
		result.pages += 1;
		result.claimsMore ||= claimsMore;
		result.reused.pages += Number(isReused);
		result.reused.age = Math.max(result.reused.age, age);
		const ofFirst = result.pages === 1 && !this.task.isResumed ? firstNotice : undefined;
		result.notices.push(...[notice, ofFirst].filter((each) => typeof each === 'string'));
		// If a path may be wrong, so may be the end.
		result.mayHaveMore = mayHaveMore || ofFirst !== undefined;
		result.endNotice = endNotice;
	}
}

/**
 * Returns the position after a delivered page.
 * @param passed the number of its rows that need not be read again
 */
function positionAfter(
	{ rows, position, nextPosition }: Contents,
	passed: number,
): ListPosition | null {
	if (passed === rows.length) return nextPosition;
	const seen = rows.filter(({ wasDelivered }, index) => index < passed || wasDelivered);
	return { ...position, seen: [...position.seen, ...seen.map(({ name }) => fingerprintOf(name))] };
}
