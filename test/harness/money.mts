import type { IDataObject } from 'n8n-workflow';

import type { LedgerEntry } from '../../emulator/emulator.mts';
import type { OperationCase } from './operations.mts';
import type { NodeRun, World } from './world.mts';

/** The ids of the records that a run of Output = Raw delivered, in their order. */
export function idsOf(run: NodeRun, operation: OperationCase): string[] {
	return run.records.map(operation.idOf);
}

/** Everything that the gateway charged for and delivered whole: the ids, as often as sold. */
export function soldIds(entries: LedgerEntry[]): string[] {
	return entries
		.filter(({ charged, delivered, served }) => charged > 0 && delivered && served)
		.flatMap(({ recordIds }) => recordIds);
}

/** The calls that name one of these lists. */
export function callsFor({ emulator }: World, operation: OperationCase, lists: string[]) {
	const keys = lists.map(operation.listKey);
	const isAsked = (key: unknown) => keys.includes(String(key));
	return emulator.ledger.filter(({ key, input }) => isAsked(key) || isAsked(input.url));
}

const SUM = /(\d+) calls?, \$([\d.]+\d)( \(estimated[^)]*\))?(?:, and perhaps \$([\d.]+\d) more)?/g;

/** The last sum in a text, and what may have been spent on top: in an error, that of the whole execution. */
export function sumsIn(text: string) {
	const last = [...text.matchAll(SUM)].at(-1);
	if (!last) throw new Error(`Nothing is said of the cost: ${text}`);
	const [, calls, cost, estimated, possible = 0] = last;
	const sums = { calls: Number(calls), cost: Number(cost), possible: Number(possible) };
	return { ...sums, isEstimate: estimated !== undefined };
}

/** What a run says that it spent, in its hint or, where it stopped, in its error. */
export const statementOf = (run: NodeRun) =>
	sumsIn(run.error ? String(run.error.description) : run.hint);

/** Pages that an error calls safe; minutes only where they are kept in memory alone. */
export function safeIn(text: unknown): { pages: number; minutes?: number } {
	const said = /Kept pages: (\d+) of \d+(?:.* within (\d+) minutes?)?/;
	const [, pages = 0, minutes] = said.exec(String(text)) ?? [];
	return { pages: Number(pages), minutes: minutes === undefined ? undefined : Number(minutes) };
}

/** What a model is told that is left of the cap: US dollars. */
export function leftIn(message: unknown): number {
	const [, left] = / \(\$([\d.]+) of \$[\d.]+ left\)\.$/.exec(String(message)) ?? [];
	return Number(left);
}

/** Where the list of an input item goes on: the `next` of its error item, else of the report, else of the hint. */
export function nextOf(run: NodeRun, itemIndex: number): IDataObject | undefined {
	const failed = run.errors.find(({ error }) => error.itemIndex === itemIndex);
	if (failed) return failed.error.next as IDataObject;
	if (run.report.length > 0) return (run.report[itemIndex]?.next ?? undefined) as IDataObject;
	return positionIn(run.hint);
}

/** What a hint or error gives to paste into Resume From. */
export function positionIn(text: string): IDataObject | undefined {
	const [, shown = ''] = text.split('set Resume From in the options to ');
	return shown.startsWith('{') ? (JSON.parse(shown) as IDataObject) : undefined;
}

/** What the report gives for Resume From: a position for each input item, null where its list has ended. */
export const nextsOf = ({ report }: NodeRun) =>
	report.map(({ next }) => next as IDataObject | null);

/** Dollars without the crumbs of binary fractions. */
export const dollars = (amount: number) => Math.round(amount * 1e9) / 1e9;

/** For `onStart`: once something holds, the execution is stopped as by a user's click. */
export const stopOnce = (holds: () => boolean) => (stop: () => void) =>
	void until(holds).then(stop);

/** Resolves once something that another side brings about holds. */
export async function until(holds: () => boolean): Promise<void> {
	// What never comes must not keep Jest from ending.
	while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5).unref());
}
