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
}

/** Why a list yields no further page, although it has not ended. */
interface Interruption {
	at: Place;
	reason: 'maxCost' | 'halted' | 'outOfTime' | 'failure' | 'expired';
	failure?: Failure;
}

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

/** Whether the call may have failed for its position alone, so that the list can be read from its beginning. */
function mayHaveExpired(failure: Failure): boolean {
	return failure.retry === 'never' && !failure.endsExecution && wasCalled(failure);
}

/**
 * The pages of one item's list, each bought when it is asked for, until the list ends or leads
 * nowhere (docs/development/gateway.md, Paging); an interruption comes last.
 * @param buy asks for a page, the first `skip` records of which an earlier run delivered
 */
export async function* pagesOf(
	query: Query,
	task: ItemTask,
	buy: (input: ApiInput, skip: number) => Promise<PageOutcome>,
): AsyncGenerator<ListPage | Interruption, void> {
	const known = new KnownRecords(query, task.seen);
	const asked = new Set<string>();
	let { input } = task;
	let at = startOf(query, task);
	for (let isFirst = true; ; isFirst = false) {
		const outcome = await buy(input, at.skip);
		if ('ended' in outcome) {
			yield { at, reason: outcome.ended };
			return;
		}
		if ('failure' in outcome) {
			const { failure } = outcome;
			if (isFirst && task.begins === 'detour' && mayHaveExpired(failure)) {
				yield { at, reason: 'expired' };
			} else {
				const isMoved = !isFirst || task.begins !== 'top';
				yield { at, reason: 'failure', failure: isMoved ? withExpiry(failure, query) : failure };
			}
			return;
		}
		const { page: read, age, isAskedBefore = false } = outcome;
		asked.add(JSON.stringify(at.position));

		const found = known.look(read.records);
		await giveWayFor(read.records);
		const isRepetition = !found.isNew && query.endsUnannounced === true;
		const { skip } = at;
		// With a smaller Page Size, what an earlier run has delivered takes more than one page.
		const size = query.recordsPerCall(input) ?? Infinity;
		const rest = Math.max(0, skip - Math.max(size, read.records.length));
		const delivered = found.fresh.filter((index) => isRepetition || index < skip).length;
		const nextInput = inputAt(input, read.next ?? {});
		const position = positionOf(query, nextInput);
		const isRepeated = read.next !== null && asked.has(JSON.stringify(position));
		const end = endOfPage(read, found.isNew, isRepeated, query.endsUnannounced === true);
		const next: Place = {
			position,
			skip: rest,
			// Only made where it is told, mostly once for all pages.
			get seen() {
				return fingerprintsOf(found);
			},
		};
		yield {
			at,
			next: end.isEnd ? null : next,
			read,
			fresh: found.fresh.slice(delivered),
			nameAt: (index) => nameAt(found, index),
			end,
			age,
			isAskedBefore,
		};
		if (end.reason) return;
		known.add(found);
		[input, at] = [nextInput, next];
	}
}
