import type { IDataObject } from 'n8n-workflow';

import type { LedgerEntry } from '../../emulator/emulator.mts';
import type { OperationCase } from './operations.mts';
import type { NodeRun, World } from './world.mts';

/** Returns the IDs of the records that a run with Output = Raw delivered, in order. */
export function idsOf(run: NodeRun, operation: OperationCase): string[] {
	return run.records.map(operation.idOf);
}

/** Returns the IDs of all records that the gateway charged for and delivered completely, as often as it sold them. */
export function soldIds(entries: LedgerEntry[]): string[] {
	return entries
		.filter(({ charged, delivered, served }) => charged > 0 && delivered && served)
		.flatMap(({ recordIds }) => recordIds);
}

/** Returns the calls for these lists. */
export function callsFor({ emulator }: World, operation: OperationCase, lists: string[]) {
	const keys = lists.map(operation.listKey);
	const isOfList = (key: unknown) => keys.includes(String(key));
	return emulator.ledger.filter(({ key, input }) => isOfList(key) || isOfList(input.url));
}

const SUM = /(\d+) calls?, \$([\d.]+\d)( \(estimated[^)]*\))?(?:, and perhaps \$([\d.]+\d) more)?/g;

/** Reads the last sum in a text, and what may have been spent in addition. In an error, it is that of the execution. */
export function sumsIn(text: string) {
	const last = [...text.matchAll(SUM)].at(-1);
	if (!last) throw new Error(`The text does not state the cost: ${text}`);
	const [, calls, cost, estimated, possible = 0] = last;
	const sums = { calls: Number(calls), cost: Number(cost), possible: Number(possible) };
	return { ...sums, isEstimate: estimated !== undefined };
}

/** Reads what a run says it has spent, from its hint or, if it failed, from its error. */
export const statementOf = (run: NodeRun) =>
	sumsIn(run.error ? String(run.error.description) : run.hint);

/** Reads how many pages an error calls safe, and for how many minutes if they are only in memory. */
export function safeIn(text: unknown): { pages: number; minutes?: number } {
	const statement = /Kept pages: (\d+) of \d+(?:.* within (\d+) minutes?)?/;
	const [, pages = 0, minutes] = statement.exec(String(text)) ?? [];
	return { pages: Number(pages), minutes: minutes === undefined ? undefined : Number(minutes) };
}

/** Reads how much of the cap remains, in US dollars, from a message for a model. */
export function leftIn(message: unknown): number {
	const [, remaining] = / \(\$([\d.]+) of \$[\d.]+ left\)\.$/.exec(String(message)) ?? [];
	return Number(remaining);
}

/** Returns where an input item's list continues: the `next` of its error item, else of the report, else of the hint. */
export function nextOf(run: NodeRun, itemIndex: number): IDataObject | undefined {
	const failed = run.errors.find(({ error }) => error.itemIndex === itemIndex);
	if (failed) return failed.error.next as IDataObject;
	if (run.report.length > 0) return (run.report[itemIndex]?.next ?? undefined) as IDataObject;
	return positionIn(run.hint);
}

/** Reads the position for Resume From in a hint or an error. */
export function positionIn(text: string): IDataObject | undefined {
	const [, shown = ''] = text.split('set Resume From in the options to ');
	return shown.startsWith('{') ? (JSON.parse(shown) as IDataObject) : undefined;
}

/** Returns the positions for Resume From in the report, one for each input item; null if its list has ended. */
export const nextsOf = ({ report }: NodeRun) =>
	report.map(({ next }) => next as IDataObject | null);

/** Rounds dollars, since sums of binary fractions are slightly off. */
export const dollars = (amount: number) => Math.round(amount * 1e9) / 1e9;

/** For `onStart`: stops the execution, as a user would, when a condition holds. */
export const stopOnce = (holds: () => boolean) => (stop: () => void) =>
	void until(holds).then(stop);

/** Resolves when a condition holds that the test itself does not bring about. */
export async function until(holds: () => boolean): Promise<void> {
	// unref: a condition that never holds must not keep Jest from ending.
	while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5).unref());
}
