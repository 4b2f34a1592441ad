import { yieldToEventLoop } from './eventLoop';

const ENTRIES_AT_ONCE = 1000;

/** Maps a list. Before each thousand entries it lets n8n's event loop run. */
export async function mapInTurns<Entry, Made>(
	all: readonly Entry[],
	work: (entry: Entry, index: number) => Made,
): Promise<Made[]> {
	const made: Made[] = [];
	for (let first = 0; first < all.length; first += ENTRIES_AT_ONCE) {
		await yieldToEventLoop();
		made.push(
			...all.slice(first, first + ENTRIES_AT_ONCE).map((entry, at) => work(entry, first + at)),
		);
	}
	return made;
}
