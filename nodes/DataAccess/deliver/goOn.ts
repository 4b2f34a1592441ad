import type { Happened } from './happened';
import { ofItems, positionWords } from './phrasing';

const resume = (rest: string, position: string) =>
	`To get ${rest}, set Resume From in the options to ${position}`;

/** How the user gets the rest of lists that were cut short; undefined where a new run is as good. */
export function goOnWords({ items }: Happened): string | undefined {
	const unfinished = items.filter(({ rest }) => rest);
	if (!unfinished.some(({ hasMoved }) => hasMoved)) return undefined;
	const position = items.length === 1 && positionWords(items[0]?.rest);
	return resume(
		`the rest${ofItems(unfinished, items)}`,
		position || 'its "next", which Report and Output > Pages give',
	);
}

/** The same for the list of an error item. */
export const REST_OF_ITEM = `${resume('the rest', 'the "next" of this error')}, for this item alone.`;
