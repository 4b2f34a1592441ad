import type { Query } from '../operations/operation';
import type { DeliveredPage } from '../list/collect';
import type { Remark } from '../list/watchedList';
import { inParallel } from '../shared/parallel';
import { DOWNLOAD_BOUNDS } from './download';
import type { Download } from './download';
import { count } from './phrasing';
import type { ItemResult } from './results';

/** Downloads that run at a time. */
const PARALLEL = 4;

/** The binary property of an item, as n8n's own nodes name it. */
const PROPERTY = 'data';

/**
 * Reads where the records of a page have their media: one address or null for each of its items,
 * nothing where no files are wanted.
 */
export function mediaReader(
	{ downloadMedia, output }: { downloadMedia: boolean; output: string },
	{ simplify }: Query,
): (page: DeliveredPage) => Array<string | null> {
	if (!downloadMedia || output === 'pages' || !simplify) return () => [];
	return ({ records }) => records.map((record) => simplify(record).mediaUrl);
}

/**
 * Downloads the files of all items that have one, each address once, and attaches them. An item
 * whose file cannot be had stays as it is.
 * @returns how many cannot be had, and why the first one; how many were left out
 */
export async function attachFiles(
	results: readonly ItemResult[],
	download: Download,
): Promise<Remark[]> {
	const wanted = results.flatMap(({ items, media = [] }) =>
		items.flatMap((item, index) => {
			const address = media[index];
			return address ? [{ item, address }] : [];
		}),
	);
	const addresses = [...new Set(wanted.map(({ address }) => address))];
	const outcomes = new Map<string, Awaited<ReturnType<Download>>>();
	await inParallel(addresses.length, PARALLEL, async (index) => {
		const address = addresses[index] as string;
		outcomes.set(address, await download(address));
	});
	for (const { item, address } of wanted) {
		const outcome = outcomes.get(address);
		if (outcome && 'file' in outcome) item.binary = { [PROPERTY]: { ...outcome.file } };
	}
	const reasons = addresses.flatMap((address) => {
		const outcome = outcomes.get(address);
		return outcome && 'why' in outcome ? [outcome.why] : [];
	});
	const leftOut = [...outcomes.values()].filter((outcome) => 'isLeftOut' in outcome).length;
	const remark = (number: number, words: string): Remark[] => {
		const text = `${number} of ${count(addresses.length, 'file')} ${words}.`;
		return number === 0 ? [] : [{ text, isWarning: true }];
	};
	return [
		...remark(reasons.length, `could not be downloaded (${reasons[0]})`),
		...remark(
			leftOut,
			`${leftOut === 1 ? 'was' : 'were'} left out: a run downloads ${DOWNLOAD_BOUNDS}`,
		),
	];
}
