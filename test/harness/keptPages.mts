import type * as pageStoreModule from '../../nodes/DataAccess/buy/pageStore.ts';
import { built } from './built.mts';

/** The store in which the node keeps the pages of this process. */
export const { paidPages } = built<typeof pageStoreModule>('buy/pageStore');

export const keptPages = (): pageStoreModule.PaidPage[] =>
	[...paidPages['pages'].values()].flatMap((pages) => [...pages]);

/** As if n8n had been started anew. */
export function forgetProcess(): void {
	for (const page of keptPages()) paidPages.drop(page);
}
