import type { Judgement } from '../list/step';
import type { ListRecord, PageToJudge } from '../list/watched';
import type { ListFacts } from './facts';
import { floorOn } from './floors';
import type { Candidate, Marked } from './floors';

export interface Watch {
	facts: ListFacts;
	/** Whether a fact holds; undefined where it was not asked for. */
	recall(fact: string): boolean | undefined;
	/** The run begins where Resume From continues an earlier one. */
	isResumed: boolean;
	isNewestFirst: boolean;
	/** What a first run finds is remembered instead of delivered. */
	takesBaseline: boolean;
}

export interface Judged extends Marked {
	isNew: boolean;
}

/** What a run has found out about a list so far. */
export interface SoFar {
	/** Nothing of it is remembered: its first page tells. */
	isFirst: boolean;
	/** What was judged, page by page. */
	pages: ReadonlyArray<readonly Judged[]>;
	/** A record has shown a time, though it be one that lies ahead. */
	isTimed: boolean;
	/** The last records that are done, without a gap. */
	row: number;
	/** Records at floors. */
	candidates: readonly Candidate[];
	/** Times of known records did not tell where new ones end. */
	isUnproven: boolean;
}

export interface JudgedPage extends Judgement {
	/** What is known of the list once the page is delivered. */
	soFar: SoFar;
}

export const NOTHING_READ: SoFar = {
	isFirst: false,
	pages: [],
	isTimed: false,
	row: 0,
	candidates: [],
	isUnproven: false,
};

/** So many done records in a row end a run, whatever their times; fewer where no record has shown a time. */
const IN_A_ROW = { timed: 20, timeless: 5 };

/** The newest times that a run has passed leave floors, so that a quiet list is known by these. */
const ASKED_FIRST = 3;

/** A run from the top of a list that is newest first. */
const endsAtDone = ({ isNewestFirst, isResumed }: Watch) => isNewestFirst && !isResumed;

function marked({ facts, recall }: Watch, records: readonly ListRecord[]): Marked[] {
	return records.map((record) => {
		const isKnown = recall(facts.known(record)) === true;
		const isAtFloor = recall(facts.floor(record)) === true;
		const isLoose = recall(facts.loose(record)) === true;
		return { ...record, isKnown, isAtFloor, isLoose, isDone: isKnown || isAtFloor };
	});
}

/**
 * The facts that must be asked for next, until none is left and the page can be judged. What does not hold has to be
 * taken out of n8n's memory again, which is slow: so few are asked for that mostly do not.
 */
export function factsToAsk(watch: Watch, soFar: SoFar, page: PageToJudge): string[] {
	const { facts, recall, isResumed, isNewestFirst } = watch;
	const { records, wanted } = page;
	const begins = soFar.pages.length === 0;
	const floors = endsAtDone(watch) ? records : [];
	const rounds = [
		() => [
			...(begins && !isResumed ? [facts.watched] : []),
			...(isNewestFirst || isResumed ? records : records.slice(0, wanted)).map(facts.known),
			...floors.slice(0, begins ? ASKED_FIRST : Infinity).map(facts.floor),
			// Further pages mostly are new: one access for all takes less than two.
			...(begins || !isNewestFirst ? [] : records.map(facts.loose)),
		],
		() => {
			const asked = marked(watch, records);
			const undone = isNewestFirst ? asked.filter(({ isDone }) => !isDone) : [];
			const isProven = floorOn(soFar.candidates, asked).place !== undefined;
			return [...(isProven ? undone : floors).map(facts.floor), ...undone.map(facts.loose)];
		},
	];
	for (const round of rounds) {
		const unknown = round().filter((fact) => recall(fact) === undefined);
		if (unknown.length > 0) return unknown;
	}
	return [];
}

/** What the next page of a list means, given what is remembered of it. */
export function judge(watch: Watch, soFar: SoFar, page: PageToJudge): JudgedPage {
	const isFirst = isUnknown(watch, soFar, page);
	const isBaseline = isFirst && watch.takesBaseline;
	const isTimed = soFar.isTimed || page.showsTimes;
	const records = marked(watch, page.records);
	const { place, candidates } = floorOn(soFar.candidates, records);
	let [row, isLong] = [soFar.row, false];
	for (const { isDone } of records) {
		row = isDone ? row + 1 : 0;
		isLong ||= row >= (isTimed ? IN_A_ROW.timed : IN_A_ROW.timeless);
	}
	const isMet = endsAtDone(watch) && (place !== undefined || isLong);
	// Of the last page, which is paid, that is new which stands above the floor or a known record, whatever its
	// time: an index shows some records late. What stands below is old.
	const lastKnown = records.findLastIndex(({ isKnown }) => isKnown);
	const oldFrom = isMet ? Math.max(place ?? -1, lastKnown) : Infinity;
	const judged = records.map((record, at) => ({
		...record,
		isNew: !record.isDone && !record.isLoose && at < oldFrom,
	}));
	// A later run returns all that is new; so does a baseline, of its page.
	const isLimited = watch.isResumed || (isFirst && !isBaseline);
	const pageBefore = soFar.pages.at(-1) ?? [];
	const wasDone = pageBefore.length > 1 && pageBefore.every(({ isDone }) => isDone);
	// What Resume From delivered of an unknown list has no floors.
	const isUnproven =
		endsAtDone(watch) && !isFirst && isTimed && (wasDone || (isMet && place === undefined));
	return {
		soFar: {
			isFirst,
			pages: [...soFar.pages, judged],
			isTimed,
			row,
			candidates,
			isUnproven: soFar.isUnproven || isUnproven,
		},
		isNew: judged.map(({ isNew }) => isNew),
		// All behind the first page of a baseline is older than what comes later.
		isDone: endsAtDone(watch) && records.length > 0 && (isBaseline || isMet),
		limitCounts: !watch.isNewestFirst ? 'all' : isLimited ? 'new' : 'none',
		isBaseline,
	};
}

/** `watched` may be forgotten: any other fact of the first page shows that a list is watched. */
function isUnknown(watch: Watch, { pages, isFirst }: SoFar, { records }: PageToJudge): boolean {
	if (pages.length > 0 || watch.isResumed) return isFirst;
	const isSeen = marked(watch, records).some(({ isDone }) => isDone);
	return !isSeen && watch.recall(watch.facts.watched) !== true;
}
