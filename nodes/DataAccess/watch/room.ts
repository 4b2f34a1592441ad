import type { ValueStore } from './valueStore';

/** Values that always stay: the newest ones. */
export const LEAST_ROOM = 10_000;

/** With more values in one execution, each look would slow n8n down. */
export const MOST_VALUES = 60_000;

/** How far a store grows beyond its room before values go, since making others newer is slow. */
const GROWTH = 1.6;

/** So many executions of a node are told from new ones. */
const MOST_EXECUTIONS = 10;

/** What an execution of the workflow makes of a node's values. */
interface Usage {
	execution: string;
	/** Those that its runs have met or added so far. */
	values: number;
	/** It makes those that it meets the newest. */
	renews: boolean;
}

/** Of each store, the newest first. */
const usages = new Map<string, Usage[]>();

/** What a run does beside adding values. */
export interface RoomPlan {
	/** The values that it has met become the newest. */
	renews: boolean;
	/** Only so many values stay, the newest ones; undefined if all do. */
	bound?: number;
}

/**
 * Which values stay. A run of a loop knows only the lists of its own round. So once the store is
 * full, a whole execution makes newer what it meets, and the next one lets go what was not met.
 * @param held values in the store
 * @param values those that the run has met or adds
 */
export function planOf(
	{ id, execution }: Pick<ValueStore, 'id' | 'execution'>,
	held: number,
	values: number,
): RoomPlan {
	// A run that is no part of an execution knows all that there is to know.
	if (execution === '') return planFrom(held, roomFor(values));
	const known = usages.get(id) ?? [];
	const current = known.find((usage) => usage.execution === execution);
	if (current) {
		current.values += values;
		return { renews: current.renews };
	}
	const [last, before] = known;
	// After a start of n8n, nobody knows what an execution needs.
	if (!last) return begin(planFrom(held, Math.max(MOST_VALUES, roomFor(values))));
	const most = Math.max(last.values, before?.values ?? 0, values);
	// An execution that failed has met less than there is.
	const isWhole = last.values >= 0.9 * (before?.values ?? Infinity);
	if (last.renews && isWhole) return begin({ renews: false, bound: roomFor(most) });
	return begin({ renews: planFrom(held, roomFor(most)).renews });

	function begin(plan: RoomPlan): RoomPlan {
		const usage: Usage = { execution, values, renews: plan.renews };
		usages.set(id, [usage, ...known].slice(0, MOST_EXECUTIONS));
		return plan;
	}
}

function planFrom(held: number, room: number): RoomPlan {
	return held > GROWTH * room ? { renews: true, bound: room } : { renews: false };
}

/** How many values stay when the oldest go: more than are needed. */
function roomFor(values: number): number {
	return Math.max(LEAST_ROOM, Math.ceil(1.3 * values));
}
