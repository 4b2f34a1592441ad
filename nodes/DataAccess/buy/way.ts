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
export function wayOf(run: Means): Ask<PageOutcome> {
	const toAnAnswer = chain(
		[recovered(run), refused(run), retried(run), admitted(run)],
		called(run),
	);
	return shared(run)(kept(run)(toAnAnswer));
}
