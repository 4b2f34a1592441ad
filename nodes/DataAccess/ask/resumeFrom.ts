import { readPosition } from '../list/position';
import type { ResumePoint } from '../list/position';
import { parseJson } from '../shared/json';
import type { Query } from '../operations/operation';
import { isEmpty } from '../operations/parts/validator';
import { Refusal } from '../operations/parts/refusal';

const OTHER_LIST =
	"'Resume From' belongs to a different list. Give each item its own position, or paste all positions as one JSON list, as the hint shows them";

/**
 * The option Resume From over all input items of a run: one position, or a list of them, from which
 * each item takes that of its own list. Among them, null stands for an item whose list has ended, as
 * in the report.
 */
export class ResumeBook {
	/** How many items have asked for each list: of several equal lists, each has its own position. */
	private readonly asked = new Map<string, number>();
	private readonly pointsByList = new WeakMap<unknown[], Map<string, ResumePoint[]>>();
	private lastText = '';
	private lastRead: unknown;

	constructor(private readonly query: Query) {}

	/**
	 * @param value the option for the item that asks; items ask in their order
	 * @returns undefined where the list is to begin at its beginning
	 * @throws Refusal where the option cannot be used for this list
	 */
	positionFor(value: unknown, list: string, itemIndex: number): ResumePoint | undefined {
		const turn = this.asked.get(list) ?? 0;
		this.asked.set(list, turn + 1);
		const given = this.read(value);
		if (given === undefined) return undefined;
		if (Array.isArray(given)) {
			const mine = this.pointsIn(given).get(list);
			// Only its place tells whose list a null stands for. An item beyond was added later.
			if (given.includes(null) && itemIndex < given.length) {
				const own = given[itemIndex] === null ? undefined : pointOf(given[itemIndex], this.query);
				if (own?.list === list) return own;
				if (!own || !mine) return { list, position: {}, skip: 0, seen: [], isEnded: true };
			}
			return mine && mine[mine.length === 1 ? 0 : turn];
		}
		const point = pointOf(given, this.query);
		if (point.list !== list) throw new Refusal(OTHER_LIST);
		return point;
	}

	private pointsIn(entries: unknown[]): Map<string, ResumePoint[]> {
		const known = this.pointsByList.get(entries);
		if (known) return known;
		const points = new Map<string, ResumePoint[]>();
		for (const entry of entries) {
			if (entry === null) continue;
			const point = pointOf(entry, this.query);
			const others = points.get(point.list) ?? [];
			others.push(point);
			points.set(point.list, others);
		}
		this.pointsByList.set(entries, points);
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
		if (typeof given !== 'object') {
			throw new Refusal('\'Resume From\' must be the JSON of an earlier "next", or a list of them');
		}
		const isNothing = Object.keys(given as object).length === 0;
		return isNothing ? undefined : given;
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
