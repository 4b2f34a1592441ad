import type { Collected } from '../list/collected';
import { allNew } from '../list/judgement';
import type { Judgement, ListRecord, PageToJudge, WatchSummary } from '../list/judgement';
import type { Failure } from '../shared/failure';
import { conclude } from './conclusion';
import type { Conclusion, SoFar } from './conclusion';
import type { ListFacts } from './facts';
import { floorPlace, lastPlace } from './floor';
import type { JudgedRecord } from './floor';
import { isFromTop } from './leave';
import type { ReadingMode } from './leave';

/** The newest times that a run has passed leave floors, so that a quiet list is known by these. */
const ASKED_FIRST = 3;

/** One list of a run, compared with what earlier runs delivered of it. */
export class WatchedList {
	/** Why the new records cannot be told from known ones: all then count as new, and the list ends. */
	failure?: Failure;
	/** What is to be remembered of it, when it is read no further. */
	conclusion?: Conclusion;
	private soFar: SoFar = { isFirst: false, pages: [], isTimed: false };
	/** The same with the page that was judged last. */
	private judged = this.soFar;

	/** @param hasHadShare whether no later run would get further, where Max Cost ended it after so many pages */
	constructor(
		private readonly mode: ReadingMode,
		private readonly facts: ListFacts,
		private readonly hasHadShare: (pages: number) => boolean,
	) {}

	/** Nothing of it is remembered, as far as it was read. */
	get isFirst(): boolean {
		return this.soFar.isFirst;
	}

	/**
	 * The facts that must be asked for next, until none is left and the page can be judged. What does not hold has to be
	 * taken out of n8n's memory again, which is slow: so on the first page, few are asked for at first that mostly do not.
	 * The records of a further one mostly are new: one access for all takes less than two.
	 */
	factsToAsk({ records }: PageToJudge): string[] {
		const { mode, facts, soFar } = this;
		const floors = isFromTop(mode) ? records.map(facts.floor) : [];
		const atFirst = [facts.watched, ...records.map(facts.known), ...floors.slice(0, ASKED_FIRST)];
		const asked = atFirst.filter(facts.isUnasked);
		if (!mode.isNewestFirst || (soFar.pages.length === 0 && asked.length > 0)) return asked;
		const compared = this.compare(records);
		const undone = compared.filter(({ isDone }) => !isDone);
		// Behind a proven floor, a known record needs none of its own.
		const further = floorPlace(compared) < 0 ? floors : undone.map(facts.floor);
		return [...asked, ...[...further, ...undone.map(facts.loose)].filter(facts.isUnasked)];
	}

	/** Judges its next page, of which all facts are known. */
	judge(page: PageToJudge): Judgement {
		if (this.failure) return { ...allNew(page), failure: this.failure };
		const { mode, facts, soFar } = this;
		const records = this.compare(page.records);
		// `watched` may be forgotten: any other fact of the first page tells that a list is watched.
		const isWatched = facts.holds(facts.watched) || records.some(({ isDone }) => isDone);
		const isFirst = soFar.pages.length > 0 ? soFar.isFirst : !mode.isResumed && !isWatched;
		const isTimed = soFar.isTimed || page.showsTimes;
		const last = isFromTop(mode) ? lastPlace(soFar.pages.flat(), records, isTimed) : Infinity;
		const judged = records.map((record, at) => ({
			...record,
			isOld: at > last,
			isNew: record.isNew && at <= last,
		}));
		this.judged = { isFirst, pages: [...soFar.pages, judged], isTimed };
		const isBaseline = isFirst && mode.takesBaseline;
		// All behind the first page of a baseline is older than what comes later.
		const isWhole = isBaseline && isFromTop(mode) && records.length > 0;
		return {
			isNew: judged.map(({ isNew }) => isNew),
			isDone: last < Infinity || isWhole,
			limitCounts: countedByLimit(mode, isFirst),
			isBaseline,
		};
	}

	/** The page that was judged last is delivered: only then it counts as read. */
	accept(): void {
		this.soFar = this.judged;
	}

	/** The list is read no further. */
	end(ending: Pick<Collected, 'reason' | 'cut'>): WatchSummary {
		const { mode, facts, soFar } = this;
		const hasHadShare = this.hasHadShare(soFar.pages.length);
		// A page that could not be judged is not among what was read: it must not count as known.
		this.conclusion = conclude({ mode, facts, hasHadShare }, soFar, ending);
		return this.conclusion.summary;
	}

	/** Before it is known what is old. What was not asked for would change nothing. */
	private compare(records: readonly ListRecord[]): JudgedRecord[] {
		const { known, floor, loose, holds } = this.facts;
		return records.map((record) => {
			const isKnown = holds(known(record));
			const isAtFloor = holds(floor(record));
			const isDone = isKnown || isAtFloor;
			return { ...record, isKnown, isAtFloor, isDone, isNew: !isDone && !holds(loose(record)) };
		});
	}
}

/** In a list that is newest first, a later run returns all that is new, and a baseline takes all of its page. */
function countedByLimit(mode: ReadingMode, isFirst: boolean): Judgement['limitCounts'] {
	if (!mode.isNewestFirst) return 'all';
	return mode.isResumed || (isFirst && !mode.takesBaseline) ? 'new' : 'none';
}
