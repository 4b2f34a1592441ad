import type { Failure } from '../shared/failure';
import { Spending } from './spending';
import { Verdicts } from './verdicts';

/**
 * One run of the node over all tries of n8n's Retry On Fail, which runs the whole node again:
 * neither the reported cost nor what is known of a request may start over.
 */
export class Tries {
	readonly total = new Spending();
	/** Calls made again although the one before may have been charged, and what those may have cost. */
	readonly repeated = new Spending();
	/** The failure with which the try before ended. */
	failure?: Failure;
	/** Tells the pages of this run in the vault from those of all others. */
	readonly owner = `run ${++runs}`;
	/** The requests whose pages this run has in the vault. */
	readonly kept = new Set<string>();
	private readonly items = new Map<number, Spending>();
	private count = 0;

	/** @param verdicts what is known of requests, where this run is not the first to ask */
	constructor(readonly verdicts = new Verdicts()) {}

	/** n8n runs the node, for the first time or again. */
	begin(): void {
		this.count += 1;
		if (this.count > 1) this.verdicts.nextTry();
	}

	/** The number of the try that runs, from 1. */
	get number(): number {
		return this.count;
	}

	ofItem(itemIndex: number): Spending {
		const known = this.items.get(itemIndex);
		if (known) return known;
		const spending = new Spending();
		this.items.set(itemIndex, spending);
		return spending;
	}

	record(itemIndex: number, spending: Spending): void {
		this.ofItem(itemIndex).add(spending);
		this.total.add(spending);
	}
}

let runs = 0;

// The input items are the same objects in every try of a run, and gone after it.
const open = new WeakMap<object, Map<string, Tries>>();

/**
 * The tries of this run so far, and how to end it once its output is delivered.
 * @param firstItem the first input item, undefined where n8n will not try again
 * @param run tells the run from others of the same item: execution, node and round of a loop
 */
export function openTries(
	firstItem: object | undefined,
	run: string,
): { tries: Tries; close(): void } {
	const runsOfItem = (firstItem && open.get(firstItem)) ?? new Map<string, Tries>();
	const tries = runsOfItem.get(run) ?? new Tries();
	if (firstItem) {
		runsOfItem.set(run, tries);
		open.set(firstItem, runsOfItem);
	}
	tries.begin();
	return { tries, close: () => void runsOfItem.delete(run) };
}
