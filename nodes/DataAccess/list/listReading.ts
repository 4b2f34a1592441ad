import type { GivenPage, PageOutcome } from '../buy/outcome';
import type { ApiInput, Query } from '../operations/operation';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { nothingOf } from './collected';
import type { Collected, DeliveredPage } from './collected';
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

/** A page that was bought. Until it is delivered, the list stays where it is: asked again, it gives this page again. */
export interface ListPage extends PageToJudge {
	/** Delivers what is wanted of it. Never throws. */
	deliver(): Promise<void>;
}

/** What a page that was bought comes to. */
interface Contents extends PageToJudge {
	rows: readonly Row[];
	/** The id of what its records belong to, where the page tells. */
	parentId?: string;
	/** Why no further page may be bought; undefined where one may. */
	end?: StopReason;
	/** Where it can be read again. */
	position: ListPosition;
	/** Where the list goes on behind the page; null where nothing follows. */
	nextPosition: ListPosition | null;
	/** To be called when it is delivered: from now on, the list asks for the next page. */
	accept(): void;
}

/**
 * What one input item wants of its list, gathered page by page: the next page is bought, then delivered, then the one
 * behind it. Never throws: an exception is a failure of this list.
 */
export class ListReading {
	/** Why no further page is bought; undefined while one may be. */
	private reason?: StopReason;
	private readonly result: Omit<Collected, 'reason'>;
	private readonly shown: ShownRecords;
	/** Positions that were asked for. */
	private readonly requested = new Set<string>();
	/** What asks for the next page. */
	private input: ApiInput;
	/** Where the list goes on after what was delivered; null where nothing follows. */
	private position: ListPosition | null;
	/** Records that Limit still allows. */
	private remaining: number;

	constructor(
		private readonly task: ItemTask,
		private readonly means: ListMeans,
	) {
		const { list, start, input, limit } = task;
		this.reason = start === null ? 'end' : undefined;
		this.result = nothingOf(list, nextOf(list, start));
		this.shown = new ShownRecords(means.query, start?.seen ?? []);
		this.input = input;
		this.position = start;
		this.remaining = limit;
	}

	/** No further page is bought. */
	get isOver(): boolean {
		return this.reason !== undefined;
	}

	/** The next page; undefined where none came: the list is over then, or was before. */
	async nextPage(): Promise<ListPage | undefined> {
		const { position, task, means } = this;
		if (!position) return undefined;
		try {
			this.requested.add(JSON.stringify(position.inputs));
			const outcome = await means.buy(this.input);
			if (outcome.kind === 'page') {
				this.count(outcome);
				const contents = await this.contentsOf(outcome, position);
				return { ...contents, deliver: async () => await this.deliver(contents) };
			}
			const isBehind = this.result.pages > 0 || task.isResumed;
			if (outcome.kind === 'ended') this.reason = outcome.why;
			else this.fail(isBehind ? withExpiry(outcome.failure, means.query) : outcome.failure);
		} catch (error) {
			this.fail(unexpected(error));
		}
		return undefined;
	}

	/** The list as far as it was read. */
	get collected(): Collected {
		const { result, task, position, reason = 'halted' } = this;
		return { ...result, next: nextOf(task.list, position), reason };
	}

	private fail(failure: Failure): void {
		this.reason = 'failure';
		this.result.failure = failure;
		this.means.onFailure();
	}

	/** What the page at this place shows, and where it leads. Nothing of the list changes before it is delivered. */
	private async contentsOf(bought: GivenPage, position: ListPosition): Promise<Contents> {
		const { query } = this.means;
		const { page: read, boughtAt: previousPageAt, markDelivered } = bought;
		const { endsUnannounced = false } = query;
		const input = withPageInputs(query, this.input, read.nextInputs ?? {});
		const inputs = pageInputsOf(query, input);
		const isRepeated = this.requested.has(JSON.stringify(inputs));
		const { records, hasUnshown, unused, accept } = await this.shown.compare(read.records);
		const end = endOfPage(read, { hasUnshown, isRepeated, endsUnannounced });
		// In any other order, times tell nothing.
		const timeOf = query.newestFirst(this.task.input) ? query.sortTimeOf : undefined;
		const rows = records.map((each) => rowOf(each, timeOf?.(each.record), this.task.newerThan));
		const fresh = rows.filter(({ isFresh }) => isFresh);
		// With a smaller Page Size, what an earlier run has delivered reaches over several pages: the rest goes into next.
		const seen = fresh.length === 0 ? unused : [];
		return {
			rows,
			records: fresh,
			showsTimes: rows.some(({ showsTime }) => showsTime),
			parentId: read.parentId,
			end,
			position: { ...position, seen: unused },
			nextPosition: end && STOPS[end] === 'ended' ? null : { inputs, seen, previousPageAt },
			accept: () => {
				accept();
				this.input = input;
				markDelivered();
			},
		};
	}

	private async deliver(page: Contents): Promise<void> {
		const { task, means, result } = this;
		try {
			const judgement = means.earlier?.judge(page) ?? allNew(page);
			const { toDeliver, passed, remaining, stop } = stepOf(page, judgement, this.remaining);
			// Behind known records, a loop over Resume From would read the whole known list.
			const hasAll = stop === 'known' && task.isResumed;
			const position = hasAll ? null : positionAfter(page, passed);
			if (!judgement.isBaseline) {
				await means.deliver({
					page: result.pages,
					records: toDeliver.map(({ record }) => record),
					parentId: page.parentId,
					next: () => nextOf(task.list, position),
				});
				result.records += toDeliver.length;
			}
			// An exception before this costs the page nothing: the list goes on at it, and whoever asks again has it.
			this.position = position;
			this.remaining = remaining;
			this.reason = stop;
			page.accept();
			if (judgement.failure) return this.fail(judgement.failure);
			judgement.accept?.();
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
 * Where the list goes on.
 * @param passed so many rows of the page are done with
 */
function positionAfter(
	{ rows, position, nextPosition }: Contents,
	passed: number,
): ListPosition | null {
	if (passed === rows.length) return nextPosition;
	const seen = rows.filter(({ wasDelivered }, index) => index < passed || wasDelivered);
	return { ...position, seen: [...position.seen, ...seen.map(({ name }) => fingerprintOf(name))] };
}
