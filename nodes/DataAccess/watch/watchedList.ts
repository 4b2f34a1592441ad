import { allNew } from '../list/judgement';
import type { Judgement, ListRecord, PageToJudge, WatchSummary } from '../list/judgement';
import type { Failure } from '../shared/failure';
import { conclusionOf } from './conclusion';
import type { Conclusion, ListEnding } from './conclusion';
import { endOfResumed, endOfRun, provenFloor } from './endOfRun';
import type { RunEnd } from './endOfRun';
import { compare } from './facts';
import type { JudgedRecord, ListFacts } from './facts';
import { countedByLimit, isFromTop } from './reading';
import type { ReadingMode, SoFar } from './reading';

/** The floors of so many records of a first page, its newest, are asked for at once: a quiet list has all of them. */
const RECALLED_FIRST = 3;

/** The newest first. Those without a time stay where they are, or come last. */
const byTime = ({ time: one = -Infinity }: ListRecord, { time: other = -Infinity }: ListRecord) =>
	other - one;

/** One list of a run, compared with what earlier runs delivered of it. */
export class WatchedList {
	/** Why the new records cannot be told from known ones. */
	private failure?: Failure;
	private concluded?: Conclusion;
	private soFar: SoFar = { isFirst: false, isBaseline: false, pages: [], isTimed: false };

	/** @param hasHadShare whether the list has had its share of Max Cost after so many pages */
	constructor(
		private readonly mode: ReadingMode,
		private readonly facts: ListFacts,
		private readonly hasHadShare: (pages: number) => boolean,
	) {}

	/** Nothing of it is remembered, as far as it was read. */
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
	 * The facts that must be asked for next, until none is left and the page can be judged. One that does not hold must be
	 * taken out of n8n's memory again, which is slow. So of a first page, where most records are known, only few are asked
	 * for that will not hold, and the rest only where these do not tell. Further pages mostly show new records: there all
	 * are asked for in one access.
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
		// Whether a list was empty matters only until it is watched.
		if (!facts.holds(facts.watched)) toRecall.push(...[facts.empty].filter(facts.isUnrecalled));
		if (!mode.isNewestFirst) return toRecall;
		const compared = compare(facts, records);
		const undone = compared.filter(({ state }) => state !== 'done');
		// Behind a proven floor, a known record needs none of its own.
		const further = provenFloor(compared) < 0 ? floors : undone.map(facts.floor);
		return [...toRecall, ...[...further, ...undone.map(facts.loose)].filter(facts.isUnrecalled)];
	}

	/** Judges its next page, of which all facts are known. */
	judge(page: PageToJudge): Judgement {
		if (this.failure) return { ...allNew(page), failure: this.failure };
		const { mode, facts, soFar } = this;
		const records = compare(facts, page.records);
		// `watched` may be forgotten: a done record tells it, too. A loose one does not, since a resumed run leaves these in
		// lists that nobody watches.
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
		// All behind the first page of a baseline is older than what comes later.
		const isWholeBaseline = isBaseline && mode.isNewestFirst && records.length > 0;
		return {
			newRecords: new Set(page.records.filter((_record, index) => judged[index]?.state === 'new')),
			isLast: end !== undefined || isWholeBaseline,
			limitCounts: countedByLimit(mode, withPage),
			isBaseline,
			accept: () => {
				this.soFar = withPage;
			},
		};
	}

	private endAt(lastPage: readonly JudgedRecord[], isTimed: boolean): RunEnd | undefined {
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
