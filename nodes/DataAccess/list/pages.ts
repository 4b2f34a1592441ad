import type { PageOutcome } from '../buy/pageRequest';
import type { ApiInput, Position, Query, ReadPage } from '../operations/operation';
import type { Failure } from '../shared/failure';
import type { ItemTask } from './itemTask';
import { inputAt, positionOf } from './position';

/** One page of a list, as it was bought. */
export interface BoughtPage {
	read: ReadPage;
	/** Where the next page is. */
	behind: Position;
	/** The list was read there before. */
	isRepeated: boolean;
	/** Milliseconds since an earlier execution bought it, where one did. */
	age?: number;
	/** Another use of the tool in this execution asked for it before. */
	isAskedBefore: boolean;
}

/** Why a list yields no further page, although it has not ended. */
interface Interruption {
	reason: 'maxCost' | 'halted' | 'outOfTime' | 'failure';
	failure?: Failure;
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
 * The pages of one item's list, each bought when it is asked for, as far as they lead
 * (docs/development/gateway.md, Paging); an interruption comes last.
 */
export async function* pagesOf(
	query: Query,
	{ input: first, isResumed }: Pick<ItemTask, 'input' | 'isResumed'>,
	buy: (input: ApiInput) => Promise<PageOutcome>,
): AsyncGenerator<BoughtPage | Interruption, void> {
	const asked = new Set<string>();
	for (let input = first; ;) {
		const outcome = await buy(input);
		if ('ended' in outcome) {
			yield { reason: outcome.ended };
			return;
		}
		if ('failure' in outcome) {
			const { failure } = outcome;
			const isMoved = input !== first || isResumed;
			yield { reason: 'failure', failure: isMoved ? withExpiry(failure, query) : failure };
			return;
		}
		const { page: read, age, isAskedBefore = false } = outcome;
		asked.add(JSON.stringify(positionOf(query, input)));
		input = inputAt(input, read.next ?? {});
		const behind = positionOf(query, input);
		const isRepeated = read.next !== null && asked.has(JSON.stringify(behind));
		yield { read, behind, isRepeated, age, isAskedBefore };
	}
}
