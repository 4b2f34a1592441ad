import type { Asker, Decision, Failed, LostCall, PaidPage, Row } from './row';

/** Minutes for which anybody may use what a failed execution bought, and looks for what it lost. */
export const MINUTES_KEPT = 15;

const MINUTE = 60_000;
const KEPT = MINUTES_KEPT * MINUTE;

/** Calls of a request that are looked for at most: the newest. */
const MOST_SOUGHT = 3;

/** How a page is got for the least money: the one table. The first line that holds decides. */
export function decide(row: Row, asker: Asker, now: number): Decision {
	const page = bestOf(
		row.pages.filter((each) => mayUse(each, asker, now)),
		asker,
	);
	if (page) return { use: page };
	if (isUnderWay(row, asker)) return 'wait';
	const lost = soughtBy(asker, row, now);
	if (lost) return { lookFor: lost };
	const failure = goesOn(row, asker) ?? asker.refusedBy ?? failureAgain(row, asker);
	return failure ? { refuse: failure } : 'buy';
}

function mayUse(page: PaidPage, asker: Asker, now: number): boolean {
	const { execution, pass, reuse, buysAnew, after } = asker;
	// A list that grew in between would lack what was added.
	if (page.begunAt < after && page.boughtIn !== pass) return false;
	if (page.holders.has(execution)) return true;
	return now < page.begunAt + reuse || (!buysAnew && minutesLeft(page, now) > 0);
}

/** Whether it was less than 15 minutes ago. */
export const isRecent = (time: number, now: number): boolean => now < time + KEPT;

/** For how many minutes anybody may still use a page that no run has delivered; 0 for none. */
export function minutesLeft({ failedAt, deliveredAt }: PaidPage, now: number): number {
	if (failedAt === undefined || deliveredAt !== undefined) return 0;
	return Math.max(0, (failedAt + KEPT - now) / MINUTE);
}

/** What follows in a list fits the oldest page that may be used, and surely one that the execution holds. */
const bestOf = (pages: PaidPage[], { execution }: Asker): PaidPage | undefined =>
	pages.find(({ holders }) => holders.has(execution)) ?? pages[0];

/** By another item or use of the same execution: whoever waits for no other execution cannot lock up. */
const isUnderWay = ({ underWay }: Row, asker: Asker): boolean =>
	[...underWay].some((by) => by !== asker && by.execution === asker.execution);

/** The oldest of the newest lost calls that this pass has not looked for. */
function soughtBy(asker: Asker, { lost }: Row, now: number): LostCall | undefined {
	if (asker.isStopped) return undefined;
	const known = lost.filter((call) => mayLook(call, asker, now)).slice(-MOST_SOUGHT);
	return known.find((call) => !asker.pass.sought.has(call));
}

function mayLook(call: LostCall, { execution, after }: Asker, now: number): boolean {
	if (call.begunAt < after) return false;
	return call.holders.has(execution) || (!call.isPast && isRecent(call.endedAt, now));
}

/** An earlier call was seen under way: its page is still to come. */
const goesOn = ({ lost }: Row, { pass }: Asker) =>
	lost.map((call) => pass.sought.get(call)).findLast((failure) => failure !== undefined);

/** The failure that all items of a pass share, and that a later one must not repeat. */
function failureAgain({ failed }: Row, asker: Asker): Failed['failure'] | undefined {
	const known = failed.get(asker.execution);
	return known && !mayRepeat(known, asker) ? known.failure : undefined;
}

function mayRepeat({ failure: { charged }, pass }: Failed, asker: Asker): boolean {
	if (pass === asker.pass) return false;
	return charged === 'no' || (charged === 'maybe' && asker.pass.mayRepeatUnknown);
}
