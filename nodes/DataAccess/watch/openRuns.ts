import type { ValueStore } from './valueStore';

/**
 * Mark of a run that is under way, or was killed before it could remove the mark. There are two, so
 * that a run in a second process can set one of its own.
 */
const LOOKING: [string, string] = ['looking', 'looking too'];

/**
 * Says that a run was killed. The store can only hold or lack a value, so a random half of these
 * numbers names the latest kill.
 */
const DOUBTED = 'doubted';
const NUMBERS = Array.from({ length: 32 }, (_, index) => `${DOUBTED} ${index}`);

/** What the runs of this process that have a store open know together. */
interface OpenStore {
	runs: number;
	/** The marks of theirs that the store holds, once the first of them has made them. */
	own?: readonly string[];
	/** Names the last kill; undefined if there was none. */
	doubt?: string;
}

const openStores = new Map<string, OpenStore>();

/** A run begins to use a store. To be left in the end. */
export function enter(id: string): OpenStore {
	const open = openStores.get(id) ?? { runs: 0 };
	openStores.set(id, open);
	open.runs += 1;
	return open;
}

/** @returns the marks that nobody needs any more */
export function leave(id: string, open: OpenStore): readonly string[] {
	open.runs -= 1;
	if (open.runs > 0) return [];
	if (openStores.get(id) === open) openStores.delete(id);
	return open.own ?? [];
}

/**
 * Sets this process's mark, and finds out whether the store is in doubt. A mark that is already
 * there belongs to a run that was killed, or to one in another process, which looks the same. If
 * this process is killed in here, the marks that it has set put the store in doubt for the next
 * run.
 * @param takeOut removes what the store holds too much, now or before the next look
 * @throws what n8n throws
 */
export async function mark(
	store: ValueStore,
	open: OpenStore,
	takeOut: (values: readonly string[]) => Promise<void>,
): Promise<void> {
	const held = new Set(await store.add([...LOOKING, DOUBTED]));
	let [own, other] = LOOKING;
	if (held.has(own)) [own, other] = [other, own];
	if (held.has(own) || held.has(other)) {
		await store.remove([other, DOUBTED, ...NUMBERS]);
		const numbers = NUMBERS.filter(() => Math.random() < 0.5);
		await store.add([DOUBTED, ...numbers]);
		open.doubt = numbers.join();
		open.own = [own];
		return;
	}
	if (!held.has(DOUBTED)) {
		open.own = [own];
		return await takeOut([other, DOUBTED]);
	}
	const numbers = new Set(await store.add([...NUMBERS]));
	await takeOut([other, ...NUMBERS.filter((number) => !numbers.has(number))]);
	open.doubt = [...numbers].join();
	open.own = [own];
}
