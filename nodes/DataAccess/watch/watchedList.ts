import { allNew } from '../list/judgement';
import type { Judgement, ListRecord, PageToJudge, WatchSummary } from '../list/judgement';
import type { Failure } from '../shared/failure';
import { conclusionOf } from './conclusion';
import type { Conclusion, ListEnding } from './conclusion';
import { endOfResumed, endOfRun, provenFloor } from './endOfRun';
import type { EndOfReading } from './endOfRun';
import { compare } from './facts';
import type { JudgedRecord, ListFacts } from './facts';
import { countedByLimit, isFromTop } from './reading';
import type { ReadingMode, SoFar } from './reading';

/** How many of the newest records of a first page have their floors recalled first: in a quiet list, these all hold. */
const RECALLED_FIRST = 3;

/** Sorts the newest first. Records without a time come last. */
const byTime = ({ time: one = -Infinity }: ListRecord, { time: other = -Infinity }: ListRecord) =>
	other - one;

/** One list of a run, compared with the records of it that earlier runs delivered. */
export class WatchedList {
	/** Why new records cannot be distinguished from known ones. */
	private failure?: Failure;
	private concluded?: Conclusion;
	private soFar: SoFar = { isFirst: false, isBaseline: false, pages: [], isTimed: false };

	/** @param hasHadShare whether the list has had its share of Max Cost after so many pages */
	constructor(
		private readonly mode: ReadingMode,
		private readonly facts: ListFacts,
		private readonly hasHadShare: (pages: number) => boolean,
	) {}

	/** Whether nothing of the list is remembered, as far as it was read. */
	get isFirst(): boolean {
		return this.soFar.isFirst;
	}

	/** What is to be remembered of it, when it is read no further. */
	get conclusion(): Conclusion | undefined {
		return this.concluded;
	}

	/** Gives up telling its new records from known ones: all then count as new, and the list ends. */
	failWith(failure: Failure): void {
		this.failure = failure;
	}

	/**
	 * Returns the facts to recall next; none once the page can be judged. A fact that does not hold must be removed
	 * from n8n's memory again, which is slow. Most records of a first page are known, so the facts that probably hold
	 * are recalled first, and the others only if these do not decide. Further pages mostly show new records, so all of
	 * their facts are recalled in one access.
	 */
	factsToRecall({ records }: PageToJudge): string[] {
		const { mode, facts, soFar } = this;
		const floors = isFromTop(mode) ? records.toSorted(byTime).map(facts.floor) : [];
		const atFirst = [
			facts.watched,
			...records.map(facts.known),
			...floors.slice(0, RECALLED_FIRST),
		];
		const toRecall = atFirst.filter(facts.isUnrecalled);
		if (soFar.pages.length === 0 && toRecall.length > 0) return toRecall;
		const compared = compare(facts, records);
		const undone = compared.filter(({ state }) => state !== 'done');
		return [
			...toRecall,
			// Whether a list was empty matters only until it is watched.
			...(facts.holds(facts.watched) ? [] : [facts.empty]),
			// Below a proven floor, a known record needs no floor of its own.
			...(provenFloor(compared) < 0 ? floors : undone.map(facts.floor)),
			...(mode.isNewestFirst ? undone.map(facts.loose) : []),
		].filter(facts.isUnrecalled);
	}

	/** Judges the next page, whose facts have been recalled. */
	judge<Each extends ListRecord>(page: PageToJudge<Each>): Judgement<Each> {
		if (this.failure) return { ...allNew(page), failure: this.failure };
		const { mode, facts, soFar } = this;
		const records = compare(facts, page.records);
		// The fact `watched` may be forgotten, but a done record proves it, too. A loose record does not, because
		// resumed runs leave loose records in lists that are not watched.
		const isWatched = facts.holds(facts.watched) || records.some(({ state }) => state === 'done');
		const isFirst = soFar.pages.length > 0 ? soFar.isFirst : !mode.isResumed && !isWatched;
		// All records of a list that was empty came later.
		const isBaseline = isFirst && mode.takesBaseline && !facts.holds(facts.empty);
		const isTimed = soFar.isTimed || page.showsTimes;
		const end = mode.isNewestFirst ? this.endAt(records, isTimed) : undefined;
		const judged = records.map((record, index) =>
			end && index > end.lastAboveOld ? { ...record, state: 'old' as const } : record,
		);
		const withPage = { isFirst, isBaseline, pages: [...soFar.pages, judged], isTimed, end };
		// Everything below the first page of a baseline is older than any later record.
		const isWholeBaseline = isBaseline && mode.isNewestFirst && records.length > 0;
		return {
			newRecords: new Set(page.records.filter((_record, index) => judged[index]?.state === 'new')),
			isLast: end !== undefined || isWholeBaseline,
			limitCounts: countedByLimit(mode, withPage),
			isBaseline,
			markRead: () => {
				this.soFar = withPage;
			},
		};
	}

	private endAt(lastPage: readonly JudgedRecord[], isTimed: boolean): EndOfReading | undefined {
		const before = this.soFar.pages.flat();
		return this.mode.isResumed
			? endOfResumed([...before, ...lastPage])
			: endOfRun(before, lastPage, isTimed);
	}

	/** Settles what is to be remembered of the list, which is read no further. */
	settle(ending: ListEnding): WatchSummary {
		const { mode, facts, soFar } = this;
		// A page that could not be judged is not among what was read: it must not count as known.
		this.concluded = conclusionOf(
			{ mode, facts, hasHadShare: this.hasHadShare(soFar.pages.length) },
			soFar,
			ending,
		);
		return this.concluded.summary;
	}
}
