import { payloadAgain } from '../gateway/answer';
import type { Bought } from '../gateway/gateway';
import type { ReadPage } from '../operations/operation';
import { SaysNotThere, UnrecognisedShape } from '../operations/parts/shape';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { giveWay } from '../shared/turn';
import type { Asker } from './decide';
import type { Means } from './means';
import { failedBy } from './outcome';
import type { FailedCall, GivenPage } from './outcome';
import { unpack } from './pages';
import type { PaidPage } from './pages';
import { addFailure, deliverPage, forgetPage } from './run';

/**
 * Reads a page, which is the run's from now on.
 * @returns nothing where nobody can read it: it is forgotten, and may be bought
 */
export async function usePage(
	means: Means,
	asker: Asker,
	page: PaidPage,
): Promise<GivenPage | FailedCall | undefined> {
	const { pass, call, key } = asker;
	const { run, used, account } = pass;
	const { fresh, begunAt, boughtAt } = page;
	const isReused = !account.paidFor.has(page) && !used.has(page);
	run.pages.set(key, page);
	used.set(page, used.get(page) ?? false);
	page.fresh = undefined;
	const read = await readPaid(means, asker, page, fresh);
	if ('page' in read) {
		run.chargedInARow = 0;
		if (isReused) means.log({ what: 'reused', ...call, since: Date.now() });
		const age = isReused ? Date.now() - begunAt : undefined;
		return { kind: 'page', ...read, boughtAt, age, taken: () => deliverPage(pass, page) };
	}
	// Where the user wrote the paths, these may be what is wrong; what was stored may be damaged, and shows nothing.
	const isKept = means.query.isWritten && read.failure.excerpt !== undefined;
	if (!isKept) forgetPage(pass, page);
	if (!isKept && !fresh) return undefined;
	// It was paid for all the same, and is told for nothing as often as the run asks for it.
	const again = { ...read.failure, charged: 'no', particular: 'shapeAgain' } as const;
	const told = run.failures.get(key)?.failure ?? (fresh ? read.failure : again);
	addFailure(pass, key, told);
	return failedBy(told);
}

async function readPaid(
	{ query, gateway }: Means,
	{ input }: Asker,
	page: PaidPage,
	fresh?: Bought,
): Promise<{ page: ReadPage } | { failure: Failure }> {
	let missing = 'readable records';
	const text = await unpack(page);
	await giveWay();
	try {
		const payload = fresh ? fresh.payload : payloadAgain(text, query);
		if (payload !== undefined) return { page: query.readPage(payload, input) };
	} catch (error) {
		if (error instanceof SaysNotThere) {
			const { cost } = fresh ?? {};
			const charged = cost === 0 ? 'no' : 'yes';
			const words = error.message;
			return { failure: failureOf('PLATFORM_ERROR', { words, httpStatus: 200, cost, charged }) };
		}
		if (error instanceof UnrecognisedShape) missing = error.missing;
	}
	return { failure: gateway.unreadable(text, missing, fresh?.cost) };
}
