import { hash } from 'node:crypto';

/** So many facts are renewed by each run: a thousand values. */
const ALWAYS_RENEWED = 500;

/**
 * So often each of many is renewed while new facts fill the memory once, on average. Chance decides which ones a run
 * renews: with 15 times, it misses one of three million.
 */
const RENEWALS = 15;

/**
 * The facts that a run makes the newest ones, since n8n forgets the oldest first when others are added. All of a few;
 * of many, the more the run adds the more of them, from a place on that is different in each run.
 * @param lasting facts that must not be forgotten
 * @param room how many facts the memory holds
 */
export function dueFor(lasting: string[], added: readonly string[], room: number): string[] {
	const share = (RENEWALS * added.length) / room;
	const count = Math.max(ALWAYS_RENEWED, Math.ceil(lasting.length * share));
	if (lasting.length <= count) return lasting;
	// No run adds what another one did: so, unlike the hour, it gives no schedule the same place each time.
	const chance = parseInt(hash('sha1', added[0] ?? '').slice(0, 8), 16);
	const begin = chance % lasting.length;
	return [...lasting.slice(begin), ...lasting.slice(0, begin)].slice(0, count);
}

/**
 * Portions of facts to be taken out and added again. Facts of one list, which follow each other, are in different ones:
 * where an access fails halfway, the others still tell that the list is watched.
 */
export function partedPortions(facts: string[], size: number): string[][] {
	const count = Math.min(facts.length, 1 + Math.ceil(facts.length / size));
	const portionAt = (place: number) => facts.filter((_fact, at) => at % count === place);
	return Array.from({ length: count }, (_, place) => portionAt(place));
}
