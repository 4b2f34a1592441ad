import type { ValueStore } from './valueStore';

/** Values that always stay: the newest ones. */
export const LEAST_ROOM = 10_000;

/** With more values in one execution, each look would slow n8n down. */
export const MOST_VALUES = 60_000;

/** How far a store grows beyond its room before values go, since making others newer is slow. */
const GROWTH = 1.6;

/** So many executions of a node are told from new ones. */
const MOST_EXECUTIONS = 10;

/** Milliseconds for which a large execution tells how many values others may need. */
const A_WEEK = 7 * 24 * 3_600_000;

/** What an execution of the workflow makes of a node's values. */
interface Usage {
	execution: string;
	/** Those that its runs have met or added so far. */
	values: number;
	/** It makes those that it meets the newest. */
	renews: boolean;
}

/** What is known of a store. */
interface Usages {
	/** The newest first. */
	executions: Usage[];
	/** The most that an execution has used, and when that was, in epoch milliseconds. */
	most: number;
	at: number;
}

const usages = new Map<string, Usages>();

/** What a run does beside adding values. */
interface RoomPlan {
	/** The values that it has met become the newest. */
	renews: boolean;
	/** Only so many values stay, the newest ones; undefined if all do. */
	bound?: number;
}

/**
 * Decides which values stay. A round of a loop meets only its own lists, so no single run can tell
 * what is still needed. Once the store is too large, all runs of one execution make the values that
 * they meet the newest, and the next execution drops the oldest ones.
 * @param held values in the store
 * @param values those that the run has met or adds
 */
export function planOf(
	{ id, execution }: Pick<ValueStore, 'id' | 'execution'>,
	held: number,
	values: number,
): RoomPlan {
	// Nothing tells a run that is no part of an execution from the next one.
	if (execution === '') return planFrom(held, roomFor(values));
	const known = usages.get(id);
	const { executions, most, at } = known ?? { executions: [], most: 0, at: 0 };
	const current = executions.find((usage) => usage.execution === execution);
	const used = (current?.values ?? 0) + values;
	const isMost = used >= most || Date.now() > at + A_WEEK;
	const peak = isMost ? { most: used, at: Date.now() } : { most, at };
	if (current) {
		current.values = used;
		usages.set(id, { executions, ...peak });
		// A loop may go on for months.
		const overflow = planFrom(held, roomFor(Math.max(MOST_VALUES, values)));
		return overflow.renews ? overflow : { renews: current.renews };
	}
	const room = roomFor(Math.max(most, values));
	// After a start of n8n, nobody knows what an execution needs.
	if (!known) return begin(planFrom(held, Math.max(MOST_VALUES, room)));
	// An execution that failed has met less than there is.
	const isRenewed = executions.some((usage) => usage.renews && usage.values >= 0.9 * most);
	if (isRenewed) return begin({ renews: false, bound: room + values }, []);
	return begin({ renews: planFrom(held, room).renews });

	function begin(plan: RoomPlan, others = executions): RoomPlan {
		const usage: Usage = { execution, values, renews: plan.renews };
		usages.set(id, { executions: [usage, ...others].slice(0, MOST_EXECUTIONS), ...peak });
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
