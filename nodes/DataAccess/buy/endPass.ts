import { MINUTE, SECOND } from '../shared/time';
import type { NodeRun } from './nodeRun';
import { keepLost, keepPage, MINUTES_KEPT, processPages } from './pages';
import type { PaidPage } from './pages';
import type { Pass } from './pass';
import { storeLost, storePages } from './stored';
import type { NodeContext } from './stored';

/** How many pages of a run that delivered nothing need not be bought again. */
export interface KeptPages {
	/** All pages of the run. */
	pages: number;
	/** Pages that n8n's Retry of the execution gets, on any worker. */
	stored: number;
	/** Pages that a new execution gets in this process, and the minutes for which all of them stay there. */
	inMemory: number;
	minutes: number;
	/** Pages that are in at least one of the two. */
	kept: number;
}

interface EndOptions {
	/** The API key. No page that contains it is stored. */
	secret: string;
	/** A new execution would not use the pages of this one. */
	neverReuses: boolean;
}

/**
 * Ends the pass and keeps its pages for other executions. If the pass delivered, the run is over and its stored pages
 * go, except for a tool, because a model may request the same again. Otherwise the pages are stored with the execution.
 * @returns which pages are kept if nothing was delivered
 */
export async function endPass(
	{ execution, run, isTool, used }: Pass,
	isDelivered: boolean,
	{ secret, neverReuses }: EndOptions,
): Promise<KeptPages | undefined> {
	const availableUntil = Date.now() + MINUTES_KEPT * MINUTE;
	for (const [page, isMarked] of used) {
		// Keep the first deadline. Repeated failures must not extend it.
		keepPage(page, isDelivered && isMarked ? 0 : page.availableUntil || availableUntil);
	}
	const { context, lost } = execution;
	storeLost(context, lost.values());
	// Calls that were lost after the calls had ended were not searched for.
	for (const call of lost.values()) keepLost(call);
	if (!isDelivered) {
		await storePages(context, run.pages.values(), secret);
		return keptPagesOf(run, context, neverReuses);
	}
	if (!isTool) {
		execution.run = undefined;
		await storePages(context, [], secret);
	}
	return undefined;
}

function keptPagesOf(
	{ pages, failures }: NodeRun,
	context: NodeContext,
	neverReuses: boolean,
): KeptPages {
	// A page that this run could not read is kept for other runs, but does not count as one of its own.
	const readable = [...pages.values()].filter(({ key }) => !failures.has(key));
	const onAnyWorker = readable.filter(({ key }) => context.pages?.[key]);
	const minutesOf = ({ availableUntil }: PaidPage) =>
		Math.floor((availableUntil + SECOND - Date.now()) / MINUTE);
	const inMemory = readable.filter(
		(page) => !neverReuses && processPages.get(page.key) === page && minutesOf(page) > 0,
	);
	return {
		pages: readable.length,
		stored: onAnyWorker.length,
		inMemory: inMemory.length,
		minutes: inMemory.map(minutesOf).reduce((least, each) => Math.min(least, each), MINUTES_KEPT),
		kept: new Set([...onAnyWorker, ...inMemory]).size,
	};
}
