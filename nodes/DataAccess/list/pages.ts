import type { PageOutcome } from '../buy/pageRequest';
import type { ApiInput, Query, ReadPage } from '../operations/operation';
import type { Failure } from '../shared/failure';
import { giveWayFor } from '../shared/turn';
import type { ItemTask } from './itemTask';
import { fingerprintsOf, ShownRecords } from './newRecords';
import type { RecordName } from './newRecords';
import { endOfPage } from './pageEnd';
import type { PageEnd } from './pageEnd';
import { inputAt, positionOf } from './position';
import type { ResumePoint } from './position';

/** A place from which a list can be read. */
export type Place = Omit<ResumePoint, 'list'>;

/** One page of a list. */
export interface ListPage {
	at: Place;
	/**
	 * Where the list continues; null where nothing follows.
	 * @param cutAt the first of its fresh records that is left behind; undefined where none is
	 */
	next(cutAt: number | undefined): Place | null;
	read: ReadPage;
	/** Places on the page of the records that neither a page before nor an earlier run has had. */
	fresh: number[];
	/** The names of its records, in their places. */
	names: readonly RecordName[];
	end: PageEnd;
	/** Milliseconds since an earlier execution bought it, where one did. */
	age?: number;
	/** Another use of the tool in this execution asked for it before. */
	isAskedBefore: boolean;
}

/** Why a list yields no further page, although it has not ended. */
interface Interruption {
	at: Place;
	reason: 'maxCost' | 'halted' | 'outOfTime' | 'failure';
	failure?: Failure;
}

/** Where a task's list begins. */
export function startOf(query: Query, { input, seen }: Pick<ItemTask, 'input' | 'seen'>): Place {
	return { position: positionOf(query, input), seen };
}

/**
 * The failure of a call for a page after the first one. Its position may have expired: then the list
 * can only be read from its beginning.
 */
function withExpiry(failure: Failure, { positionInputs }: Pick<Query, 'positionInputs'>): Failure {
	const isPosition = failure.field !== undefined && positionInputs.includes(failure.field);
	if (failure.code !== 'INVALID_INPUT' || !isPosition) return failure;
	return { ...failure, as: 'positionExpired' };
}

/**
 * The pages of one item's list, each bought when it is asked for, until the list ends or leads
 * nowhere (docs/development/gateway.md, Paging); an interruption comes last.
 * @param buy asks for a page
 */
export async function* pagesOf(
	query: Query,
	task: ItemTask,
	buy: (input: ApiInput) => Promise<PageOutcome>,
): AsyncGenerator<ListPage | Interruption, void> {
	const shown = new ShownRecords(query, task.seen);
	const asked = new Set<string>();
	let { input } = task;
	let at = startOf(query, task);
	for (let isFirst = true; ; isFirst = false) {
		const outcome = await buy(input);
		if ('ended' in outcome) {
			yield { at, reason: outcome.ended };
			return;
		}
		if ('failure' in outcome) {
			const { failure } = outcome;
			const isMoved = !isFirst || task.isResumed;
			yield { at, reason: 'failure', failure: isMoved ? withExpiry(failure, query) : failure };
			return;
		}
		const { page: read, age, isAskedBefore = false } = outcome;
		asked.add(JSON.stringify(at.position));

		const here = at;
		const found = shown.look(read.records);
		await giveWayFor(read.records);
		const isRepetition = !found.hasNew && query.endsUnannounced === true;
		const fresh = isRepetition ? [] : found.fresh;
		const nextInput = inputAt(input, read.next ?? {});
		const position = positionOf(query, nextInput);
		const isRepeated = read.next !== null && asked.has(JSON.stringify(position));
		const end = endOfPage(read, found.hasNew, isRepeated, query.endsUnannounced === true);
		// With a smaller Page Size, what an earlier run has delivered takes more than one page.
		const behind: Place = { position, seen: fresh.length === 0 ? shown.unused : [] };
		const within = (place: number): Place => {
			const delivered = fingerprintsOf(found.names.slice(0, place));
			return { ...here, seen: [...new Set([...here.seen, ...delivered])] };
		};
		yield {
			at,
			next: (cutAt) => {
				if (cutAt !== undefined) return within(fresh[cutAt] as number);
				return end.isEnd ? null : behind;
			},
			read,
			fresh,
			names: found.names,
			end,
			age,
			isAskedBefore,
		};
		if (end.reason) return;
		shown.add(found);
		[input, at] = [nextInput, behind];
	}
}
