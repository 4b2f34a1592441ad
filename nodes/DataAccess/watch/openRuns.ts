import type { ValueStore } from './valueStore';

/** Each says that a run goes on, or was killed. A second run, in another process, takes the other. */
const LOOKING: [string, string] = ['looking', 'looking too'];

/** Says that runs were killed. A random half of the numbers names the last time. */
const DOUBTED = 'doubted';
const NUMBERS = Array.from({ length: 32 }, (_, index) => `${DOUBTED} ${index}`);

/** What the runs of this process that have a store open know together. */
interface OpenStore {
	runs: number;
	/** The marks of theirs that the store holds, once the first of them has made them. */
	own?: readonly string[];
	/** Names the last time at which a run was killed; undefined if none was. */
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
 * Marks a store as open, and learns whether runs were killed: their mark stays for as long as n8n
 * keeps it, as what they have left behind does. Killed itself, it leaves the store as doubtful.
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
