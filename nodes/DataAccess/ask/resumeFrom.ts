import { readPosition } from '../list/position';
import type { ResumePoint } from '../list/position';
import { parseJson } from '../shared/json';
import { isPlain } from '../shared/values';
import type { Query } from '../operations/operation';
import { isEmpty } from '../operations/parts/validator';
import { Refusal } from '../operations/parts/refusal';

const NO_POSITION = '\'Resume From\' must be the JSON of an earlier "next", or a list of them';

const OTHER_LIST =
	"'Resume From' belongs to a different list. Give each item its own position, or a JSON list with one for each item, null for one that is done";

/** The positions of a list of them, each read once. */
interface Points {
	/** In their places; null for a list that has ended. */
	byItem: Array<ResumePoint | null>;
	byList: Map<string, ResumePoint[]>;
	hasEnded: boolean;
}

/**
 * The option Resume From over all input items of a run: one position, or a list of them, from which
 * each item takes that of its own list. Among them, null stands for an item whose list has ended, as
 * in the report.
 */
export class ResumeBook {
	/** How many items have asked for each list: of several equal lists, each has its own position. */
	private readonly asked = new Map<string, number>();
	private readonly known = new WeakMap<unknown[], Points>();
	private lastText = '';
	private lastRead: unknown;

	constructor(private readonly query: Query) {}

	/**
	 * @param value the option for the item that asks; items ask in their order
	 * @returns undefined where the list is to begin at its beginning, null where it has ended
	 * @throws Refusal where the option cannot be used for this list
	 */
	positionFor(value: unknown, list: string, itemIndex: number): ResumePoint | null | undefined {
		const turn = this.asked.get(list) ?? 0;
		this.asked.set(list, turn + 1);
		const given = this.read(value);
		if (given === undefined) return undefined;
		if (Array.isArray(given)) {
			const { byItem, byList, hasEnded } = this.pointsIn(given);
			const mine = byList.get(list);
			// Only its place tells whose list a null stands for. An item beyond was added later.
			if (hasEnded && itemIndex < byItem.length) {
				const own = byItem[itemIndex];
				if (own?.list === list) return own;
				if (!own || !mine) return null;
			}
			return mine && mine[mine.length === 1 ? 0 : turn];
		}
		const point = pointOf(given, this.query);
		if (point.list !== list) throw new Refusal(OTHER_LIST);
		return point;
	}

	private pointsIn(entries: unknown[]): Points {
		const known = this.known.get(entries);
		if (known) return known;
		// Not `map`, which leaves out the holes of a list.
		const byItem = Array.from(entries, (entry) =>
			entry === null ? null : pointOf(entry, this.query),
		);
		const byList = new Map<string, ResumePoint[]>();
		for (const point of byItem) {
			if (!point) continue;
			const others = byList.get(point.list) ?? [];
			others.push(point);
			byList.set(point.list, others);
		}
		const points = { byItem, byList, hasEnded: byItem.includes(null) };
		this.known.set(entries, points);
		return points;
	}

	/** A position, a list of positions, or undefined where there is none. */
	private read(value: unknown): unknown {
		if (isEmpty(value)) return undefined;
		let given = value;
		if (typeof value === 'string') {
			// Static text is the same for every item.
			if (value !== this.lastText) {
				this.lastRead = parsed(value);
				this.lastText = value;
			}
			given = this.lastRead;
		}
		if (given === null) return undefined;
		if (!Array.isArray(given) && !isPlain(given)) throw new Refusal(NO_POSITION);
		const { length } = Array.isArray(given) ? given : Object.keys(given);
		return length === 0 ? undefined : given;
	}
}

function pointOf(entry: unknown, query: Query): ResumePoint {
	const point = readPosition(entry, query);
	if ('refusal' in point) throw new Refusal(point.refusal);
	return point;
}

const NO_JSON = Symbol('no JSON');

function parsed(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return NO_JSON;
	}
}
