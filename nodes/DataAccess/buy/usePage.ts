import { payloadIn } from '../gateway/response';
import type { Bought } from '../gateway/gateway';
import type { ApiInput, ReadPage } from '../operations/operation';
import { SaysNotThere, UnrecognisedShape } from '../operations/parts/shape';
import { failureOf } from '../shared/failure';
import type { Failed } from '../shared/failure';
import { yieldToEventLoop } from '../shared/eventLoop';
import type { PageRequest } from './decide';
import type { Means } from './means';
import { DECIDE_AGAIN, failedBy } from './outcome';
import type { DecideAgain, FailedCall, GivenPage } from './outcome';
import { unpack } from './pages';
import type { PaidPage } from './pages';
import { addFailure, forgetPage, markRead, markUsed } from './pass';

/**
 * Reads a page, which belongs to the run from now on. An unusable page is dropped, so that it may be bought again.
 * @param bought the result of the run's own call, if that has just returned the page
 */
export async function usePage(
	means: Means,
	request: PageRequest,
	page: PaidPage,
	bought?: Bought,
): Promise<GivenPage | FailedCall | DecideAgain> {
	const { pass, call, input, key } = request;
	const isReused = !pass.expenses.paidFor.has(page) && !pass.used.has(page);
	markUsed(pass, page);
	const text = await unpack(page.text);
	await yieldToEventLoop();
	const read = readPaid(means, input, text, bought);
	if ('page' in read) {
		markRead(pass, page, bought !== undefined);
		if (isReused) means.log({ how: 'reused', ...call, begunAt: Date.now() });
		return {
			kind: 'page',
			...read,
			boughtAt: page.boughtAt,
			isReused,
			// At least 1, even if the clock was set back: 0 means that the page is new.
			age: isReused || page.begunAt < pass.begunAt ? Math.max(1, Date.now() - page.begunAt) : 0,
			markDelivered: () => void pass.used.set(page, true),
		};
	}
	// If the user wrote the paths, these may be wrong, so the page is kept for a run with other paths. An empty text
	// was damaged in n8n's store.
	const isKept = means.query.isWritten && text !== '';
	if (!isKept) {
		forgetPage(pass, page);
		if (!bought) return DECIDE_AGAIN;
	}
	// If an earlier try paid for the page and could not read it, its failure is reported unchanged, with its cost.
	const before = pass.run.failures.get(key);
	if (before?.failure.charged === 'yes') return failedBy(before.failure);
	addFailure(pass, key, read.failure);
	return failedBy(read.failure);
}

/** This page was paid for earlier, so the failure is reported as free. */
const PAID_EARLIER = { cost: 0, variant: 'shapeAgain', runId: undefined } as const;

/** @param bought the result of the call that returned the text, if this run made it */
function readPaid(
	{ query, gateway }: Means,
	input: ApiInput,
	text: string,
	bought?: Bought,
): { page: ReadPage } | Failed {
	const { cost, variant, runId } = bought
		? { ...bought, variant: 'noShape' as const }
		: PAID_EARLIER;
	let missing = 'readable records';
	try {
		const payload = bought ? bought.payload : payloadIn(text, query);
		if (payload !== undefined) return { page: query.readPage(payload, input) };
	} catch (error) {
		if (error instanceof SaysNotThere) {
			return {
				failure: failureOf('PLATFORM_ERROR', {
					words: error.message,
					httpStatus: 200,
					cost,
					runId,
				}),
			};
		}
		if (error instanceof UnrecognisedShape) missing = error.missing;
	}
	return { failure: gateway.unreadable(text, missing, { cost, variant, runId }) };
}
