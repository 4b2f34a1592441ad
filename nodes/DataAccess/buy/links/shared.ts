import { copyOfJson } from '../../shared/json';
import type { Means } from '../means';
import type { Ask, PageOutcome } from '../pageRequest';

/** The same request is under way: its outcome is waited for. */
export const shared =
	({ pass }: Pick<Means, 'pass'>) =>
	(next: Ask<PageOutcome>): Ask<PageOutcome> =>
	async (request) => {
		const { state, after } = request;
		// Nothing may be awaited between a look that finds nothing and the asking, or two items could buy.
		while (state.underWay) {
			const { outcome, by } = state.underWay;
			const theirs = await outcome;
			if (!('page' in theirs)) return theirs;
			if (theirs.boughtIn === pass || theirs.begunAt >= after) return copyOf(theirs, by === pass);
			if (state.underWay?.outcome === outcome) state.underWay = undefined;
		}
		const outcome = next(request);
		state.underWay = { outcome, by: pass };
		try {
			return await outcome;
		} finally {
			if (state.underWay?.outcome === outcome) state.underWay = undefined;
		}
	};

/** What a later node changes in one item's record would show in the other's. */
function copyOf(theirs: Extract<PageOutcome, { page: unknown }>, isOwn: boolean): PageOutcome {
	const page = { ...theirs.page, records: theirs.page.records.map(copyOrShare) };
	return { ...theirs, page, age: isOwn ? undefined : Date.now() - theirs.begunAt };
}

/** A record that is nested too deeply to be copied is shared: it was paid for. */
function copyOrShare<T>(record: T): T {
	try {
		return copyOfJson(record);
	} catch {
		return record;
	}
}
