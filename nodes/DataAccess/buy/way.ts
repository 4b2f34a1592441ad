import { admitted } from './links/admitted';
import { called } from './links/called';
import { found } from './links/found';
import { kept } from './links/kept';
import { recovered } from './links/recovered';
import { refused } from './links/refused';
import { retried } from './links/retried';
import { shared } from './links/shared';
import type { Means } from './means';
import type { Ask, Link, PageOutcome } from './pageRequest';

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
