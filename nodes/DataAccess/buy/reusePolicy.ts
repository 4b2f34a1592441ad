const MINUTE = 60_000;

/** Minutes for which any execution may use what a failed one bought. */
export const MINUTES_KEPT = 15;

/** What has become of a paid page: times are epoch milliseconds. */
export interface PageFacts {
	/** Its call began: so old is what it shows. */
	begunAt: number;
	/** It was there: a page behind it in a list must have begun later. */
	boughtAt: number;
	/** A run first ended without delivering it. */
	failedAt?: number;
	/** A run last delivered it. */
	deliveredAt?: number;
	/** It stands with the execution that n8n retries. */
	isStored?: boolean;
	/** The asker's own pass of n8n has bought it. */
	isOfThisPass?: boolean;
}

export interface Asker {
	/** The page was bought for it, or it has taken it over before. */
	isOwner: boolean;
	/** Minutes since their purchase for which the user lets any pages be used, 0 for never. */
	reusePages: number;
	/** Nor what failed executions have left. */
	buysAnew: boolean;
	/** Epoch milliseconds: the page before it in the list was there, or the list was last remembered; 0 for none. */
	after: number;
}

/** Whether it was less than 15 minutes ago. */
export const isRecent = (time: number, now: number) => now < time + MINUTES_KEPT * MINUTE;

/** For how many minutes any execution may still use a page that none has delivered; 0 for none. */
export function usableMinutes({ failedAt, deliveredAt }: PageFacts, now: number): number {
	if (failedAt === undefined || deliveredAt !== undefined) return 0;
	return Math.max(0, MINUTES_KEPT - (now - failedAt) / MINUTE);
}

/** Who may use a paid page instead of buying it: the one rule. */
export function mayUse(page: PageFacts, asker: Asker, now: number): boolean {
	const { isOwner, reusePages, buysAnew, after } = asker;
	// A list that grew between the two would lack what was added.
	if (page.begunAt < after && !page.isOfThisPass) return false;
	// A run has its pages as long as it is tried, an agent as long as its execution goes on.
	if (isOwner || page.isStored) return true;
	if (now < page.begunAt + reusePages * MINUTE) return true;
	return !buysAnew && usableMinutes(page, now) > 0;
}
