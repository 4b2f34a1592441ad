import type { Judgement, PageToJudge, WatchSummary } from '../list/onlyNew';
import type { StopReason } from '../list/pageEnd';
import type { Failure } from '../shared/failure';
import { factsToAsk, judge, NOTHING_READ } from './judge';
import type { Watch } from './judge';
import { outcomeOf } from './leave';
import type { Ending, ListOutcome } from './leave';

/** One list of a run, compared with what earlier runs delivered of it. */
export class WatchedList {
	/** Why the new records could not be told from known ones: all then count as new. */
	failure?: Failure;
	/** Known when the list is read no further. */
	outcome?: ListOutcome;
	private soFar = NOTHING_READ;

	/**
	 * @param since when it was last remembered, in epoch milliseconds: a page that was bought before shows
	 * neither what a first run has left as old, nor where that begins
	 * @param hasHadShare whether no later run would get further, where it ended for this reason after so
	 * many pages
	 */
	constructor(
		readonly key: string,
		readonly since: number,
		private readonly watch: Watch,
		private readonly hasHadShare: (reason: StopReason, pages: number) => boolean,
	) {}

	/** Nothing of it is remembered, as far as it was judged. */
	get isFirst(): boolean {
		return this.soFar.isFirst;
	}

	/** What is to be asked for next, until nothing is left and the page can be judged. */
	factsToAsk(page: PageToJudge): string[] {
		return factsToAsk(this.watch, this.soFar, page);
	}

	/** Judges its next page, of which all facts are known. */
	judge(page: PageToJudge): Judgement {
		if (this.failure) return { isDone: true };
		const { soFar, ...judgement } = judge(this.watch, this.soFar, page);
		return { ...judgement, accept: () => void (this.soFar = soFar) };
	}

	/** The list is read no further. */
	end(ending: Ending): WatchSummary {
		const hasHadShare = this.hasHadShare(ending.reason, this.soFar.pages.length);
		this.outcome = outcomeOf(this.watch, this.soFar, ending, hasHadShare);
		return this.outcome.summary;
	}
}
