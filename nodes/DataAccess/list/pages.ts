import type { PageOutcome } from '../buy/pageRequest';
import type { ApiInput, Query, ReadPage } from '../operations/operation';
import { wasCalled } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { giveWayFor } from '../shared/turn';
import type { ItemTask } from './itemTask';
import { fingerprintsOf, KnownRecords, nameAt } from './newRecords';
import type { RecordName } from './newRecords';
import { endOfPage } from './pageEnd';
import type { PageEnd } from './pageEnd';
import { inputAt, positionOf } from './position';
import type { ResumePoint } from './position';

/** A place from which a list can be read. */
export type Place = Pick<ResumePoint, 'position' | 'skip' | 'seen'>;

/** One page of a list. */
export interface ListPage {
	at: Place;
	/** Where the list continues after the whole page; null where nothing follows. */
	next: Place | null;
	read: ReadPage;
	/** Places on the page of the records that neither a page before nor an earlier run has had. */
	fresh: number[];
	/** The name of the record at a place on the page. */
	nameAt(index: number): RecordName;
	end: PageEnd;
	/** Milliseconds since an earlier execution bought it, where one did. */
	age?: number;
	/** Another use of the tool in this execution asked for it before. */
	isAskedBefore: boolean;
	/** The limit cut the page after so many records: the rest of it is paid for. */
	keepRest(skip: number): void;
}

/** Why a list yields no further page, although it has not ended. */
interface Interruption {
	at: Place;
	reason: 'maxCost' | 'halted' | 'outOfTime' | 'failure';
	failure?: Failure;
}

const GOES_ON: PageEnd = { isEnd: false };

/** Nothing leads on, although the list has not ended. */
const LOST: PageEnd = { reason: 'noNewRecord', isEnd: false };

/** Where a task's list begins. */
export function startOf(
	query: Query,
	{ input, skip, seen }: Pick<ItemTask, 'input' | 'skip' | 'seen'>,
): Place {
	return { position: positionOf(query, input), skip, seen };
}

/**
 * The failure of a call for a page after the first one. Its position may have expired: then the list
 * can only be read from its beginning.
 */
function withExpiry(failure: Failure, { positionInputs }: Pick<Query, 'positionInputs'>): Failure {
	const isPosition = failure.field !== undefined && positionInputs.includes(failure.field);
	if (failure.code !== 'INVALID_INPUT' || !isPosition) return failure;
	const advice =
		'The gateway no longer accepts this position, which may have expired. Read the list from its beginning.';
	const optionAdvice =
		'To do so, run again without Resume From, in 15 minutes or later: all pages are then bought again.';
	return { ...failure, advice, optionAdvice };
}

/** Whether the call may have failed for its position alone, so that another place still leads on. */
function mayHaveExpired(failure: Failure): boolean {
	return failure.retry === 'never' && !failure.endsExecution && wasCalled(failure);
}

/**
 * The pages of one item's list, each bought when it is asked for, until the list ends or leads
 * nowhere (docs/gateway.md, Paging); an interruption comes last. The caller can pass `next()` a
 * place to jump to. If that has expired, the list goes on where it would have gone without the
 * jump.
 * @param buy asks for a page, the first `skip` records of which an earlier run delivered
 */
export async function* pagesOf(
	query: Query,
	task: ItemTask,
	buy: (input: ApiInput, skip: number) => Promise<PageOutcome>,
): AsyncGenerator<ListPage | Interruption, void, Place | undefined> {
	const known = new KnownRecords(query, task.seen);
	const asked = new Set<string>();
	/**
	 * Positions that a jump has found expired. Where the list itself leads to one of them, reading
	 * stops there, but the list has not ended.
	 */
	const expired = new Set<string>();
	let { input } = task;
	let at = startOf(query, task);
	/** Where the list goes on if the place that was jumped to has expired. */
	let wayBack: Place | undefined;
	const goTo = (place: Place) => {
		[input, at] = [inputAt(task.input, place.position), place];
	};
	for (let isMoved = task.isResumed; ; isMoved = true) {
		const outcome = await buy(input, at.skip);
		if ('ended' in outcome) {
			yield { at, reason: outcome.ended };
			return;
		}
		if ('failure' in outcome) {
			if (wayBack && mayHaveExpired(outcome.failure)) {
				goTo(wayBack);
				wayBack = undefined;
				continue;
			}
			const failure = isMoved ? withExpiry(outcome.failure, query) : outcome.failure;
			yield { at, reason: 'failure', failure };
			return;
		}
		const { page: read, age, isAskedBefore = false, keepRest } = outcome;
		const place = JSON.stringify(at.position);
		asked.add(place);

		const found = known.look(read.records);
		await giveWayFor(read.records);
		// An expired position may be answered with records from above: back to where the jump began.
		const back = found.isNew ? undefined : wayBack;
		if (back) expired.add(place);
		const isRepetition = !found.isNew && query.endsUnannounced === true;
		const { skip } = at;
		// With a smaller Page Size, what an earlier run has delivered takes more than one page.
		const size = query.recordsPerCall(input) ?? Infinity;
		const left = Math.max(0, skip - Math.max(size, read.records.length));
		const delivered = found.fresh.filter((index) => isRepetition || index < skip).length;
		const nextInput = inputAt(input, read.next ?? {});
		const position = positionOf(query, nextInput);
		const end = back ? GOES_ON : endOf(read, JSON.stringify(position), found.isNew);
		const next: Place = {
			position,
			skip: left,
			// Only made where it is told, mostly once for all pages.
			get seen() {
				return fingerprintsOf(found);
			},
		};
		const jump = yield {
			at,
			next: back ?? (end.isEnd ? null : next),
			read,
			fresh: found.fresh.slice(delivered),
			nameAt: (index) => nameAt(found, index),
			end,
			age,
			isAskedBefore,
			keepRest,
		};
		known.add(found);
		const elsewhere = jump ?? back;
		wayBack = jump && (back ?? next);
		if (elsewhere) goTo(elsewhere);
		else if (end.reason) return;
		else [input, at] = [nextInput, next];
	}

	function endOf(read: ReadPage, nextPlace: string, isNew: boolean): PageEnd {
		if (read.next !== null && expired.has(nextPlace)) return LOST;
		const isRepeated = read.next !== null && asked.has(nextPlace);
		return endOfPage(read, isNew, isRepeated, query.endsUnannounced === true);
	}
}
