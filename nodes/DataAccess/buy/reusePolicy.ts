const MINUTE = 60_000;

/** Minutes for which any execution may use what a failed one has left, or what Limit cut off a page. */
export const MINUTES_AFTER_FAILURE = 15;

/** Milliseconds for which an agent's later uses of the tool get what an earlier one was given. */
const AGENTS_TIME = 15 * MINUTE;

/**
 * What has become of a page that was paid for: its run is under way (`held`), ended without
 * delivering or could not read it (`left`), delivered it up to a record (`cut`), or as a whole.
 */
type PageState = 'held' | 'left' | 'cut' | 'delivered';

/** What decides who may use a page. Times are epoch milliseconds. */
export interface PageFacts {
	state: PageState;
	/** For whom it was bought, or who delivered it. */
	asker: object;
	/** The number of the try, or use of a tool, that bought or delivered it. */
	boughtIn: number;
	boughtAt: number;
	/** The executions and nodes that it was bought or delivered in; empty where n8n names none. */
	usedIn: readonly string[];
	/** When a run first ended without delivering it, or cut it. Using the page never moves it. */
	leftAt?: number;
	/** The records at which runs cut it. */
	cuts: readonly number[];
	/** n8n is about to run its asker again, so it is kept until then at least. */
	triedAgainBy?: number;
	/** When it was delivered to an agent that may ask again; undefined once its execution is over. */
	agentsAt?: number;
}

/** Who asks for a page. */
export interface Asking {
	asker: object;
	where: string;
	/** Minutes since their purchase for which delivered pages may be used, 0 for never. */
	reusePages: number;
	/** Records at the beginning of the page that an earlier run has delivered. */
	skip: number;
}

/** For how many minutes another execution may still use a page that was not delivered, or was cut. */
export function minutesLeft({ leftAt }: PageFacts, now: number): number {
	return leftAt === undefined ? 0 : MINUTES_AFTER_FAILURE - (now - leftAt) / MINUTE;
}

/**
 * Who may use a paid page instead of buying it: the one rule (CONTRIBUTING, How a page is found).
 * @param now epoch milliseconds
 */
export function mayUse(page: PageFacts, asking: Asking, now: number): boolean {
	const isOwn = page.asker === asking.asker;
	const isLeft = minutesLeft(page, now) > 0;
	const isElsewhere = asking.where === '' || !page.usedIn.includes(asking.where);
	const isDelivered = isElsewhere && now < page.boughtAt + asking.reusePages * MINUTE;
	const isAgents = isOwn && page.agentsAt !== undefined && now < page.agentsAt + AGENTS_TIME;
	switch (page.state) {
		case 'held':
			return isOwn;
		case 'left':
			return isOwn || isLeft;
		case 'cut':
			if (isLeft && page.cuts.includes(asking.skip)) return true;
			return isDelivered || isAgents;
		case 'delivered':
			return isDelivered || isAgents;
	}
}

/**
 * When nobody may use a page any more, in epoch milliseconds.
 * @param longestReuse the most minutes of Reuse Pages that anybody has asked with
 */
export function endOf(page: PageFacts, longestReuse: number): number {
	const { state, leftAt = 0, boughtAt, triedAgainBy = 0, agentsAt = -Infinity } = page;
	if (state === 'held') return Infinity;
	const left = leftAt + MINUTES_AFTER_FAILURE * MINUTE;
	if (state === 'left') return Math.max(left, triedAgainBy);
	const delivered = Math.max(boughtAt + longestReuse * MINUTE, agentsAt + AGENTS_TIME);
	return state === 'cut' ? Math.max(left, delivered) : delivered;
}

/** The order in which pages go where room is short; a page of a run under way never does. */
export const FIRST_TO_GO = ['delivered', 'agents', 'cut', 'left'] as const;

export type Rank = (typeof FIRST_TO_GO)[number] | 'held';

export function rankOf({ state, agentsAt }: PageFacts): Rank {
	return state === 'delivered' && agentsAt !== undefined ? 'agents' : state;
}
