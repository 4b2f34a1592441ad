import { roundDollars } from '../shared/dollars';
import type { ApiInput, Query } from '../operations/operation';
import { requestKey } from './pageRequest';
import type { PricedCall } from './pageRequest';
import { MOST_RETRIES } from './retryPolicy';

/** How much of a list an input item wants. */
export interface Wanted {
	/** The input of the first page. */
	input: ApiInput;
	/** Records, Infinity for all. */
	limit: number;
	/** Records at the beginning of the first page that an earlier run delivered. */
	skip: number;
	/** An earlier run has delivered all of it. */
	isEnded: boolean;
}

/** What an input item would buy, in calls and US dollars at list prices. */
export interface Plan {
	/** 0 while the price is unknown. */
	price: number;
	/** For full pages; null where nobody can tell. */
	calls: number | null;
	cost: number | null;
	/** The most that the settings allow; Infinity where they allow any amount. */
	costAtMost: number;
	/** Another input item buys all of it. */
	isShared: boolean;
}

/** What decides how often a page may be paid for. */
export interface PlanRules {
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	onlyNew: boolean;
	/** Whether a call is also made again after a failure that may have been charged. */
	retryUncertain: boolean;
	/** Runs of the node under n8n's Retry On Fail. */
	maxTries: number;
}

interface Pages {
	/** Pages while each is full; null where nobody can tell. */
	full: number | null;
	/** The most pages, however few records they bring; Infinity for any number. */
	most: number;
}

/**
 * The pages of one list. Each page that goes on brings a new record, so that Limit bounds them too
 * (docs/development/gateway.md, Paging).
 */
function pageCounts(query: Query, wanted: Wanted, onlyNew: boolean): Pages {
	const { input, limit, skip } = wanted;
	const size = query.recordsPerCall(input);
	if (size === Infinity) return { full: 1, most: 1 };
	// The page that an earlier run began may have nothing left.
	const byLimit = limit + (skip > 0 ? 1 : 0);
	// On the way through a gap, pages without a new record count towards no bound.
	const isBound = !(onlyNew && query.newestFirst(input));
	const most = isBound ? byLimit : Infinity;
	if (most === 1) return { full: 1, most };
	const byPage = limit === Infinity ? Infinity : size && Math.ceil((skip + limit) / size);
	return { full: byPage === undefined || byPage === Infinity ? null : byPage, most };
}

interface Planned extends Pages {
	limit: number;
}

/** The plans of a run's input items, in their order: pages that one buys are free for the next. */
export class PlanBook {
	private readonly planned = new Map<string, Planned[]>();

	constructor(
		private readonly query: Query,
		private readonly rules: PlanRules,
	) {}

	planOf(wanted: Wanted, call: PricedCall): Plan {
		const { price } = call;
		const nothing = { price, calls: 0, cost: 0, costAtMost: 0 };
		if (wanted.isEnded) return { ...nothing, isShared: false };
		const { limit } = wanted;
		const pages = pageCounts(this.query, wanted, this.rules.onlyNew);
		const key = `${wanted.skip} ${requestKey('', call, wanted.input)}`;
		const others = this.planned.get(key) ?? [];
		const isShared = others.some((other) => other.limit >= limit);
		if (isShared) return { ...nothing, isShared };
		this.planned.set(key, [...others, { ...pages, limit }]);
		const bought = others.reduce((most, { full }) => Math.max(most, full ?? 0), 0);
		const calls = pages.full === null ? null : Math.max(0, pages.full - bought);
		const cost = price === 0 || calls === null ? null : roundDollars(calls * price);
		return { price, calls, cost, costAtMost: this.mostOf(pages.most, price), isShared };
	}

	private mostOf(pages: number, price: number): number {
		// An unknown price has no bound.
		if (price === 0) return Infinity;
		const { cap, maxTries, retryUncertain } = this.rules;
		// A try that failed may have paid for the call that failed.
		const calls = (pages + maxTries - 1) * (retryUncertain ? MOST_RETRIES + 1 : 1);
		return Math.min(cap, roundDollars(calls * price));
	}
}
