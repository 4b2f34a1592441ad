import type { INodeExecutionData } from 'n8n-workflow';

import type { Buyer } from '../buy/buyer';
import type { SafePages } from '../buy/run';
import { Account } from '../buy/money';
import type { FailedRun } from '../deliver/errors';
import { happenedIn, stopperIn } from '../deliver/happened';
import type { Happened } from '../deliver/happened';
import type { Hint } from '../deliver/hint';
import { failedBefore } from '../deliver/itemResult';
import type { ItemResult, KnownPlace } from '../deliver/itemResult';
import { REMARKS } from '../deliver/remarks';
import type { Remark } from '../deliver/remarks';
import type { Host } from '../host/host';
import type { Failure } from '../shared/failure';
import type { Memory } from '../watch/memory';
import { outputsOf, shownOf } from './shown';
import type { ShownRun } from './shown';
import { noteSums } from './sums';

/** The node's outputs, or what stops the workflow instead. */
export type Ended =
	{ outputs: INodeExecutionData[][] } | { outputs?: undefined; failed: FailedRun };

/** Under On Error = Stop, the failure that ends the workflow. */
function failedRunIn({ who }: Host, happened: Happened): FailedRun | undefined {
	const item = who.goesOn ? undefined : stopperIn(happened);
	return item && { item, happened };
}

interface Unpaid {
	results: ItemResult[];
	/** What an earlier try of it spent. */
	account?: Account;
	safe?: SafePages;
	hintOf?(happened: Happened): Hint | undefined;
	remarks?: readonly Remark[];
}

/** Ends a run that delivers nothing that it paid for: it made no call, or it fails as a whole. */
export function endUnpaid(
	host: Host,
	{ results, account = new Account(), safe, hintOf, remarks = [] }: Unpaid,
): Ended {
	const happened = happenedIn({ results, account, cap: Infinity, reusesPages: false, remarks });
	const failed = failedRunIn(host, happened);
	const hint = hintOf?.(happened);
	noteSums(host, happened, !failed);
	if (failed) return { failed: { ...failed, safe } };
	if (hint) host.audience.show(hint);
	return { outputs: outputsOf(host, happened) };
}

/** Ends a run that fails as a whole: all its items have the same failure, each at its own place. */
export function endFailed(
	host: Host,
	failure: Failure,
	placeOf: (itemIndex: number) => KnownPlace | undefined,
	spent: Pick<Unpaid, 'account' | 'safe'>,
): Ended {
	const results = host.wanted.inputItems.map((_, itemIndex) =>
		failedBefore(itemIndex, failure, placeOf(itemIndex)),
	);
	return endUnpaid(host, { results, ...spent });
}

/** A run that has read its lists. */
interface ReadRun {
	happened: Happened;
	buyer: Buyer;
	memory?: Memory;
	isLastTry: boolean;
}

/** Where no record comes before the error items (n8n.md, The first item decides on a retry). */
const isFailedForN8n = ({ items: all, failed }: Happened) =>
	failed.length > 0 && all.every(({ items }) => items.length === 0);

/** Delivers what a run brought, or keeps what it bought for whoever may use it. The first line that holds decides. */
export async function endRun(host: Host, run: ReadRun): Promise<Ended> {
	// Made before anything counts as delivered: an exception then costs nothing.
	const shown = shownOf(host, run.happened, run.buyer);
	if (host.execution.stop?.aborted) return await endStopped(run);
	const failed = failedRunIn(host, run.happened);
	if (failed) return { failed: { ...failed, safe: await keep(host, run) } };
	const isTriedAgain = host.who.goesOn && !run.isLastTry && isFailedForN8n(run.happened);
	if (!isTriedAgain) return await deliver(host, run, shown);
	await keep(host, run);
	host.audience.show(shown.hint);
	return { outputs: shown.outputs };
}

/** An error would have n8n try again (n8n.md, A stopped execution loses its output). */
async function endStopped({ buyer }: ReadRun): Promise<Ended> {
	await buyer.release(false);
	return { outputs: [[]] };
}

async function keep(host: Host, { happened, buyer }: ReadRun): Promise<SafePages | undefined> {
	const safe = await buyer.release(false);
	noteSums(host, happened, false);
	return safe;
}

async function deliver(host: Host, run: ReadRun, shown: ShownRun): Promise<Ended> {
	const { happened, buyer, memory } = run;
	const remembered = (await memory?.commit()) ?? [];
	// Now all counts as delivered: the records come, whatever fails from here on.
	try {
		await buyer.release(true);
		const remarks = [...happened.remarks, ...remembered.map((name) => REMARKS[name])];
		const { hint, outputs } =
			remembered.length > 0 ? shownOf(host, { ...happened, remarks }, buyer) : shown;
		noteSums(host, happened, true);
		host.audience.show(hint);
		return { outputs };
	} catch {
		return { outputs: shown.outputs };
	}
}
