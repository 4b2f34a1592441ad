import type { Happened } from './happened';
import { isAtBeginning, isCutShort, isDeadEnd, toldFailure } from './itemResult';
import { count, ofItems, positionWords } from './phrasing';

/** How the user gets the rest of lists that were cut short; undefined where a new run is as good. */
export function goOnWords({ results, minutesOfReuse }: Happened): string | undefined {
	const isOnly = results.length === 1;
	// Of several lists, the report gives no position where the service leads to nothing new.
	const unfinished = results.filter((each) => isCutShort(each) && (isOnly || !isDeadEnd(each)));
	if (unfinished.every(isAtBeginning)) return undefined;
	const rest = `To get the rest${ofItems(unfinished, results)},`;
	const position = isOnly && positionWords(unfinished[0]?.next);
	const resume = `${rest} set Resume From in the options to`;
	if (position) return `${resume} ${position}`;
	// Another run would find the same dead end in memory.
	if (unfinished.some(isDeadEnd)) return `${resume} the last "next" of Output > Pages`;
	if (minutesOfReuse > 0) {
		return `${rest} run again within ${count(minutesOfReuse, 'minute')}: what was bought so far then costs nothing`;
	}
	const haveErrors = unfinished.every(toldFailure);
	return `${resume} its "next", which ${haveErrors ? 'its error item and the option Report give' : 'the option Report gives'}`;
}

/** The same for the list of an error item. */
export const REST_OF_ITEM =
	'To get the rest, run this item alone, with Resume From in the options set to the "next" of this error, and Limit to what is missing.';
