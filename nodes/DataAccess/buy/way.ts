import { admitted } from './links/admitted';
import { called } from './links/called';
import { kept } from './links/kept';
import { recovered } from './links/recovered';
import { refused } from './links/refused';
import { retried } from './links/retried';
import { shared } from './links/shared';
import type { Means } from './means';
import type { Ask, Link, PageOutcome } from './pageRequest';

const chain = (links: Link[], last: Ask) => links.reduceRight((next, link) => link(next), last);

/** How a page is got for the least money: the first link that can answer does, else it asks the next one. */
export function wayOf(means: Means): Ask<PageOutcome> {
	const toAnAnswer = chain(
		[recovered(means), refused(means), retried(means), admitted(means)],
		called(means),
	);
	// These two answer with the page itself.
	return shared(means)(kept(means)(toAnAnswer));
}
