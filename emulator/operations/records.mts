import type { Settings } from '../settings.mts';
import type { PageAnswer, PageRequest, World } from './page.mts';

/** Which record stands at a place of the list, and whose ID it carries. */
export interface RecordSource {
	/** Text that seeds the fields of the record. */
	seed: string;
	/** Text that belongs to the whole list. */
	listSeed: string;
	/** The record's number in the list, the one to make the ID of. */
	idNumber: number;
	/** The record's number, where the list is newest first; its time follows from it. */
	timeNumber: number | null;
	/** It stands on top although it is old. */
	isPinned: boolean;
	settings: Settings;
}

/** The records of a page, in order. */
export function recordSources(request: PageRequest, world: World): RecordSource[] {
	const { list, pageSize, slice, turn } = request;
	const listSeed = `${world.seed} ${list.identity}`;
	const sources: RecordSource[] = [];
	for (let place = slice.from; place < slice.to; place++) {
		const turned = (place + turn) % list.size;
		const number = list.at(turned);
		const hasFirstsId = list.equalIds && turned % pageSize === 1;
		sources.push({
			seed: `${listSeed} ${number}`,
			listSeed,
			idNumber: hasFirstsId ? list.at(turned - 1) : number,
			timeNumber: list.isByTime ? number : null,
			isPinned: number >= 0 && number < list.pinned,
			settings: world.settings,
		});
	}
	return sources;
}

/** The payload with what the ledger keeps of its records; `idOf` gives an ID as exact text. */
export function pageOf(
	payload: Record<string, unknown>,
	sources: readonly RecordSource[],
	idOf: (source: RecordSource) => string,
): PageAnswer {
	return { payload, recordIds: sources.map(idOf), records: sources.length };
}
