import type { StopReason } from '../list/pageEnd';
import type { Judgement } from '../list/step';
import type { PageToJudge, WatchSummary } from '../list/watched';
import type { Failure } from '../shared/failure';
import { factsAtTop, factsBelow, judge, NOTHING_READ } from './judge';
import type { Holds, Watch } from './judge';
import { leave } from './leave';
import type { Left } from './leave';

interface Setup {
	/** Tells the list from others, and its memory from one that was reset. */
	key: string;
	/**
	 * When it was last remembered, in epoch milliseconds: a page that was bought before shows neither
	 * what a first run has left as old, nor where that begins.
	 */
	since: number;
	watch: Watch;
	holds: Holds;
	/** Whether no later run would get further where it ended for this reason after so many pages. */
	hasHadShare(reason: StopReason, pages: number): boolean;
}

/** One list of a run, compared with what earlier runs delivered of it. */
export class WatchedList {
	/** Why the new records could not be told from known ones: all then count as new. */
	failure?: Failure;
	left?: Left;
	readonly key: string;
	readonly since: number;
	private soFar = NOTHING_READ;

	constructor(private readonly setup: Setup) {
		this.key = setup.key;
		this.since = setup.since;
	}

	/** Nothing of it is remembered, as far as it was judged. */
	get isFirst(): boolean {
		return this.soFar.isFirst;
	}

	factsAtTop(page: PageToJudge): string[] {
		return factsAtTop(this.setup.watch, this.soFar, page);
	}

	factsBelow(page: PageToJudge): string[] {
		return factsBelow(this.setup.watch, this.soFar, page, this.setup.holds);
	}

	/**
	 * Judges its next page, of which all facts are known.
	 * @param take delivers the page, or says that it could not: then nothing of it is remembered
	 */
	judge(page: PageToJudge, take: (judged: Judgement) => boolean): void {
		const { watch, holds } = this.setup;
		if (this.failure) {
			take({ isDone: true });
			return;
		}
		const { soFar, ...judged } = judge(watch, this.soFar, page, holds);
		if (take(judged)) this.soFar = soFar;
	}

	/**
	 * The list is read no further.
	 * @param cut records of the last page that Limit left behind
	 */
	end({ reason, cut }: { reason: StopReason; cut: number }): WatchSummary {
		const { watch, holds, hasHadShare } = this.setup;
		const ending = { reason, cut, hasHadShare: hasHadShare(reason, this.soFar.pages.length) };
		this.left = leave(watch, this.soFar, ending, holds);
		return this.left.summary;
	}
}
