import { payloadAgain } from '../../gateway/gateway';
import type { Bought } from '../../gateway/gateway';
import type { ReadPage } from '../../operations/operation';
import { UnrecognisedShape } from '../../operations/parts/shape';
import type { Failure } from '../../shared/failure';
import { giveWay } from '../../shared/turn';
import type { Means } from '../means';
import type { Ask, PageOutcome, PageRequest } from '../pageRequest';
import { unpack } from '../pageStore';
import type { PaidPage } from '../pageStore';

/** The page was paid for, and may be used. What comes back is kept before anything can go wrong with it. */
export const kept =
	(run: Pick<Means, 'pages' | 'query' | 'gateway' | 'current'>) =>
	(next: Ask): Ask<PageOutcome> =>
	async (request) => {
		const { pages, current } = run;
		const { key, state, since, input } = request;
		for (let page = pages.find(key, since); page; page = pages.find(key, since)) {
			const outcome = await readAgain(run, page, request);
			if (outcome) return outcome;
			// A page that nobody can read must not stand in anybody's way.
			pages.drop(page);
		}
		const answer = await next(request);
		if (!('bought' in answer)) return answer;
		const { bought, boughtAt } = answer;
		await pages.keep({ key, text: bought.text, boughtAt });
		const read = readPayload(run, bought, input);
		state.failed = 'page' in read ? undefined : { ...read, number: current.number };
		return 'page' in read ? { ...read, boughtAt } : read;
	};

/** The page in a payload that was paid for, or the failure that it cannot be read. */
function readPayload(
	{ query, gateway }: Pick<Means, 'query' | 'gateway'>,
	{ payload, text, cost }: Bought,
	input: PageRequest['input'],
): { page: ReadPage } | { failure: Failure } {
	try {
		return { page: query.readPage(payload, input) };
	} catch (error) {
		const missing = error instanceof UnrecognisedShape ? error.missing : 'readable records';
		return { failure: gateway.unreadable(text, missing, cost) };
	}
}

/** @returns undefined where the page cannot be read, and may be bought instead */
async function readAgain(
	run: Pick<Means, 'pages' | 'query' | 'gateway' | 'current'>,
	page: PaidPage,
	{ state, input }: PageRequest,
): Promise<PageOutcome | undefined> {
	const { owner } = run.current;
	// Another run may drop the page meanwhile.
	const { text: held } = page;
	const first = run.pages.use(page);
	await giveWay();
	const text = await unpack({ text: held });
	const payload = payloadAgain(text, run.query.holdsPage);
	const read = readPayload(run, { payload, text }, input);
	if ('failure' in read) {
		// One owner never pays for a page twice; what it has only taken over is no page of its own.
		return page.boughtBy === owner ? { failure: state.failed?.failure ?? read.failure } : undefined;
	}
	state.failed = undefined;
	const { boughtAt } = page;
	const isAskedBefore = first === 'asked before';
	const isReused = first === 'reused' && page.boughtBy !== owner;
	return { ...read, boughtAt, age: isReused ? Date.now() - boughtAt : undefined, isAskedBefore };
}
