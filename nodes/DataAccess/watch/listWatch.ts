import type { Failure } from '../shared/failure';
import type { RecordName } from '../list/newRecords';
import type { StopReason } from '../list/pageEnd';
import type { Watch, Watched } from '../list/watch';
import type { DeliveredValues, ValueChanges } from './deliveredValues';
import { gapAfter, isMet, WHOLE } from './gap';
import type { Gap } from './gap';
import { savedCalls } from './saved';
import { standingsOf } from './standing';
import type { Marks, Standing } from './standing';
import { unreadable } from './unreadable';

/** A list to be watched. */
export interface WatchedList {
	/** Tells its memory from that of every other list. */
	key: string;
	isNewestFirst: boolean;
	/** The run does not begin at the list's beginning. */
	isResumed: boolean;
	/** Records, and pages, that the user wants at most. */
	limit: number;
	maxPages: number;
	/** US dollars per call. */
	price: number;
}

interface Look {
	name: RecordName;
	standing: Standing;
}

/** One list of a run, beside what n8n remembers of it. */
export class ListWatch implements Watch {
	failure: Failure | undefined;
	private readonly delivered = new Set<string>();
	private readonly met = new Set<string>();
	private readonly edges = new Set<string>();
	private isFirst = true;
	private isCut = false;
	private wasOpen = false;
	private isEdgePassed = false;
	private floorRun = 0;
	private pages = 0;
	private pageSize = 0;
	private known = 0;
	/** The page that was looked at last. */
	private page: Look[] = [];
	/** The last records that were taken from one page. */
	private taken: Look[] = [];
	private gap: Gap = 'none';
	private isWhole = false;

	constructor(
		private readonly values: DeliveredValues,
		private readonly list: WatchedList,
	) {}

	get limitCountsNew(): boolean {
		return this.list.isNewestFirst;
	}

	async look(names: readonly RecordName[]): Promise<boolean[]> {
		let standings: Standing[];
		this.pageSize ||= names.length;
		try {
			standings = await this.standingsOf(names);
		} catch (error) {
			this.failure = unreadable(error);
			standings = names.map(() => 'new');
		}
		this.pages += 1;
		this.page = names.map((name, index) => ({ name, standing: standings[index] ?? 'new' }));
		return standings.map((standing) => standing === 'new');
	}

	take(count: number | undefined): void {
		const taken = this.page.slice(0, count);
		this.isCut = taken.length < this.page.length;
		for (const { name, standing } of taken) {
			if (standing !== 'new') this.known += 1;
			if (name === undefined || standing === 'old') continue;
			(standing === 'new' ? this.delivered : this.met).add(this.valueOf(name));
		}
		if (taken.length > 0) this.taken = taken;
	}

	get isDone(): boolean {
		if (this.failure) return true;
		if (!this.list.isNewestFirst) return false;
		const standings = this.page.map(({ standing }) => standing);
		const { wasOpen, isEdgePassed } = this;
		return isMet(standings, { wasOpen, isEdgePassed });
	}

	end(reason: StopReason): Watched {
		const { list, pages, pageSize, known } = this;
		this.isWhole = WHOLE.includes(reason);
		if (list.isNewestFirst) {
			const { isFirst, isCut, wasOpen, isEdgePassed } = this;
			const last = this.taken.at(-1)?.standing;
			const { isResumed } = list;
			this.gap = gapAfter({ reason, isFirst, isResumed, isCut, wasOpen, isEdgePassed, last });
		}
		const calls = reason === 'known' ? savedCalls({ ...list, pages, pageSize }) : 0;
		return {
			isNewestFirst: list.isNewestFirst,
			known,
			saved: calls === null ? null : { calls, cost: calls * list.price },
			hasGap: this.gap !== 'none',
		};
	}

	/**
	 * What the run leaves of this list, if it delivers: nothing where it could not tell what is new,
	 * since what it did not come to must stay within reach.
	 */
	changes(): ValueChanges {
		if (this.failure) return { added: [], met: [], dropped: [] };
		const added = [...this.delivered];
		const met = [...this.met];
		const dropped: string[] = [];
		const marks = { added, met, dropped };
		// Nothing is known of a list that was not looked at.
		if (this.list.isNewestFirst && this.pages > 0) {
			this.markBeginning(marks);
			this.markGap(marks);
		}
		return marks;
	}

	/** What a first run leaves behind its limit is old, and stays old. */
	private markBeginning({ added, met }: Record<keyof ValueChanges, string[]>): void {
		const begun = this.valueOf('begun');
		if (!this.isFirst) return void met.push(begun);
		added.push(begun);
		if (this.isWhole) return;
		for (const name of namesOf(this.page)) added.push(this.floorOf(name));
	}

	/** That there is no gap is what is remembered, so that a quiet page holds nothing unknown. */
	private markGap({ added, met, dropped }: Record<keyof ValueChanges, string[]>): void {
		const closed = this.valueOf('closed');
		const { gap, wasOpen, isFirst, edges } = this;
		for (const edge of edges) (gap === 'stays' ? met : dropped).push(edge);
		if (gap === 'stays') return;
		if (gap === 'none') return void (wasOpen || isFirst ? added : met).push(closed);
		if (!wasOpen) dropped.push(closed);
		for (const name of namesOf(this.taken)) added.push(this.edgeOf(name));
	}

	private async standingsOf(names: readonly RecordName[]): Promise<Standing[]> {
		const { isNewestFirst, isResumed } = this.list;
		const isBeginning = isNewestFirst && this.pages === 0;
		const asked = names.filter((name) => name !== undefined);
		const known = await this.values.known([
			...(isBeginning ? ['begun', 'closed'] : []).map(this.valueOf),
			...asked.map(this.valueOf),
		]);
		const isKnown = (name: RecordName) => name !== undefined && known.has(this.valueOf(name));
		if (isBeginning) {
			// The mark may be forgotten before the records are.
			this.isFirst = !isKnown('begun') && !asked.some(isKnown);
			this.wasOpen = isKnown('begun') && !isKnown('closed');
		}
		const mayMeetFloor = isNewestFirst && !this.isFirst && !isResumed;
		const marks = await this.values.known([
			...(this.wasOpen ? asked.map(this.edgeOf) : []),
			...(mayMeetFloor && !asked.every(isKnown) ? asked.map(this.floorOf) : []),
		]);
		const records = names.map((name): Marks => {
			const isEdge = name !== undefined && marks.has(this.edgeOf(name));
			const isFloor = name !== undefined && marks.has(this.floorOf(name));
			if (isEdge) this.edges.add(this.edgeOf(name));
			if (isFloor) this.met.add(this.floorOf(name));
			return { isKnown: isKnown(name), isEdge, isFloor };
		});
		this.isEdgePassed ||= this.edges.size > 0;
		const { standings, floorRun } = standingsOf(records, this.floorRun, this.pageSize);
		this.floorRun = floorRun;
		return standings;
	}

	private readonly valueOf = (name: string) => `${this.list.key} ${name}`;
	private readonly edgeOf = (name: string) => this.valueOf(`edge ${name}`);
	private readonly floorOf = (name: string) => this.valueOf(`floor ${name}`);
}

function namesOf(looks: readonly Look[]): string[] {
	return looks.flatMap(({ name }) => (name === undefined ? [] : [name]));
}
