const MINUTE = 60_000;

/** Minutes for which any execution may use what a failed one bought, and an agent what it was given. */
export const MINUTES_KEPT = 15;

/** What has become of a page that was paid for. Times are epoch milliseconds. */
export interface PageFacts {
	boughtAt: number;
	/** A run first ended without delivering it; undefined where none has. */
	failedAt?: number;
	/** A run last delivered it; undefined where none has. */
	deliveredAt?: number;
}

/** By what right a page is asked for. */
export interface Claim {
	/** The page was bought for the same run over all its tries, or for the same agent, or given to it. */
	as: 'run' | 'agent' | 'other';
	/** Minutes since their purchase for which the user lets any pages be used, 0 for never. */
	reusePages: number;
}

/** For how many minutes any execution may still use a page that none has delivered; 0 for none. */
export function usableMinutes({ failedAt, deliveredAt }: PageFacts, now: number): number {
	if (failedAt === undefined || deliveredAt !== undefined) return 0;
	return Math.max(0, MINUTES_KEPT - (now - failedAt) / MINUTE);
}

/**
 * Who may use a paid page instead of buying it: the one rule.
 * @param now epoch milliseconds
 */
export function mayUse(page: PageFacts, { as, reusePages }: Claim, now: number): boolean {
	const { boughtAt, failedAt, deliveredAt } = page;
	const isWithin = (since: number, minutes: number) => now < since + minutes * MINUTE;
	if (as === 'run') return true;
	if (as === 'agent' && isWithin(boughtAt, MINUTES_KEPT)) return true;
	// Its run is under way.
	if (failedAt === undefined && deliveredAt === undefined) return false;
	return isWithin(boughtAt, reusePages) || usableMinutes(page, now) > 0;
}
