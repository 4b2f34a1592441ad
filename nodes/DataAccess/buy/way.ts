import type { Gateway } from '../gateway/gateway';
import type { Query } from '../operations/operation';
import type { RunTime } from './deadline';
import type { ExecutionMoney } from './executionMoney';
import type { Halt } from './halt';
import { admitted } from './links/admitted';
import { called } from './links/called';
import { found } from './links/found';
import { kept } from './links/kept';
import { recovered } from './links/recovered';
import { refused } from './links/refused';
import { retried } from './links/retried';
import { shared } from './links/shared';
import type { LostCalls } from './lostCalls';
import type { Try } from './owner';
import type { Pace, Patience } from './pace';
import type { Ask, Link, PageOutcome } from './pageRequest';
import type { RunPages } from './runPages';

/** What a run buys with. Each link names what it needs of it. */
export interface Means {
	query: Query;
	gateway: Gateway;
	current: Try;
	/** The pages that the run may use, and keeps. */
	pages: RunPages;
	/** The calls whose outcome is unknown. */
	lost: LostCalls;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	money: ExecutionMoney;
	pace: Pace;
	patience: Patience;
	time: RunTime;
	halt: Halt;
}

const chain = (links: Link[], last: Ask) => links.reduceRight((next, link) => link(next), last);

/** How a page is got for the least money: the first link that can answer does. */
export const wayOf = (run: Means): Ask<PageOutcome> =>
	shared(run)(
		kept(run)(
			chain(
				[
					recovered(run), // its answer was lost before: look for it first
					refused(run), // it must not be asked for, or not again
					retried(run), // a call that was surely not charged is made again
					admitted(run), // cap, pace and time allow one more call; its price is reserved
					found(run), // an answer that is lost now is looked for
				],
				called(run),
			),
		),
	);
