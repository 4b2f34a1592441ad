import type { Settings } from '../settings.mts';
import type { PageAnswer, PageRequest, World } from './page.mts';

/** What a record is generated from. */
export interface RecordSource {
	/** Seeds the fields of the record. */
	seed: string;
	/** Seeds what all records of the list have in common. */
	listSeed: string;
	/** The number that its ID is made from: its own, or that of another record with the same ID. */
	idNumber: number;
	/** The number that its time is made from; null if the list is not sorted by time. */
	timeNumber: number | null;
	/** It is pinned on top although it is old. */
	isPinned: boolean;
	settings: Settings;
}

/** Returns the records of a page, in order. */
export function recordSources(request: PageRequest, world: World): RecordSource[] {
	const { list, pageSize, slice, rotation } = request;
	const listSeed = `${world.seed} ${list.identity}`;
	const sources: RecordSource[] = [];
	for (let position = slice.from; position < slice.to; position++) {
		const index = (position + rotation) % list.size;
		const number = list.at(index);
		const hasFirstsId = list.equalIds && index % pageSize === 1;
		sources.push({
			seed: `${listSeed} ${number}`,
			listSeed,
			idNumber: hasFirstsId ? list.at(index - 1) : number,
			timeNumber: list.isByTime ? number : null,
			isPinned: number >= 0 && number < list.pinned,
			settings: world.settings,
		});
	}
	return sources;
}

/** Combines a payload with what the ledger records about it. `idOf` returns an ID as text with all digits. */
export function pageOf(
	payload: Record<string, unknown>,
	sources: readonly RecordSource[],
	idOf: (source: RecordSource) => string,
): PageAnswer {
	return { payload, recordIds: sources.map(idOf), records: sources.length };
}
