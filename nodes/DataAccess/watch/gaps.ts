import { fingerprintOf } from '../list/fingerprint';
import type { Position } from '../operations/operation';
import { judge, NOTHING_READ } from './model';
import type { Standing } from './model';

/** Where a bound ended a poll: from there on, there may be records that nobody has seen. */
export interface Gap {
	position: Position;
	/** Fingerprints of the seals of everything above: they become valid once nothing is left below. */
	passed: string[];
}

/** Where gaps are kept over polls. */
export interface GapStore {
	/** The upper one first. */
	readonly gaps: readonly Gap[];
	/** @param sealed fingerprints of seals that are valid from now on */
	leave(gaps: readonly Gap[], sealed: readonly string[]): void;
}

/** n8n keeps gaps with the workflow: so many, with so many fingerprints, and no longer positions. */
const [MOST_GAPS, MOST_PASSED, LONGEST_POSITION] = [10, 1000, 4096];

const RULES = { isNewestFirst: true, isFirst: false, takesBaseline: false, isResumed: false };

/**
 * The gaps of one list, on the way down from its beginning. A poll jumps to a gap as soon as the list
 * shows the records above it.
 */
export class Gaps {
	private readonly before: readonly Gap[];
	private readonly ahead: Gap[];
	private reading = NOTHING_READ;
	/** Everything above the place that was reached, in the list's order. */
	private readonly passed: string[] = [];
	/** Those that earlier polls have passed. */
	private readonly skipped: string[] = [];
	private left: { gaps: readonly Gap[]; sealed: readonly string[] };

	constructor(private readonly store: GapStore) {
		this.before = store.gaps;
		this.ahead = [...store.gaps];
		this.left = { gaps: store.gaps, sealed: [] };
	}

	/**
	 * @param records of a page, each with its seal where it has one
	 * @returns the position of the next gap, if everything from here to there is delivered
	 */
	goOnAt(
		records: ReadonlyArray<Pick<Standing, 'time'> & { seal?: string }>,
		isLast: boolean,
	): Position | undefined {
		const [gap] = this.ahead;
		if (!gap) return undefined;
		const passed = new Set(gap.passed);
		const standings = records.map(({ time, seal }): Standing => {
			const isPassed = seal !== undefined && passed.has(fingerprintOf(seal));
			return { time, isKnown: isPassed, isSealed: isPassed };
		});
		const { reading, isMet } = judge(this.reading, { records: standings, isLast }, RULES);
		this.reading = isMet ? NOTHING_READ : reading;
		return isMet ? gap.position : undefined;
	}

	/** Takes down what was passed of a page. */
	pass(seals: readonly string[], hasJumped: boolean): void {
		for (const seal of seals) this.passed.push(fingerprintOf(seal));
		if (!hasJumped) return;
		for (const fingerprint of this.ahead.shift()?.passed ?? []) {
			this.passed.push(fingerprint);
			this.skipped.push(fingerprint);
		}
	}

	/**
	 * The poll has ended.
	 * @param rest where the next poll can go on; null where it has to begin again
	 * @returns whether a later poll gets further
	 */
	end(isSealed: boolean, rest: Position | null): boolean {
		if (isSealed) {
			this.left = { gaps: [], sealed: this.skipped };
			return true;
		}
		const position = JSON.stringify(rest);
		const isKept = rest !== null && position.length <= LONGEST_POSITION;
		const passed = this.passed.slice(0, MOST_PASSED);
		const gaps = [...(isKept ? [{ position: rest, passed }] : []), ...this.ahead];
		this.left = { gaps: gaps.slice(0, MOST_GAPS), sealed: [] };
		return isKept && position !== JSON.stringify(this.before[0]?.position);
	}

	/** Has the store keep what was found out. */
	keep(): void {
		this.store.leave(this.left.gaps, this.left.sealed);
	}
}
