import { payloadAgain } from '../../gateway/gateway';
import type { Bought } from '../../gateway/gateway';
import type { ReadPage } from '../../operations/operation';
import { UnrecognisedShape } from '../../operations/parts/shape';
import type { Failure } from '../../shared/failure';
import { giveWay } from '../../shared/turn';
import type { Means } from '../means';
import type { Ask, PageOutcome, PageRequest } from '../pageRequest';
import { unpack } from '../pageStore';
import { isRecent } from '../reusePolicy';
import type { TakenPage } from '../runPages';

type Keeping = Pick<Means, 'pages' | 'query' | 'gateway' | 'pass'>;

/** The page was paid for, and may be used. What comes back is kept before anything can go wrong with it. */
export const kept =
	(means: Keeping) =>
	(next: Ask): Ask<PageOutcome> =>
	async (request) => {
		const { pages, pass } = means;
		const { key, state, after, input } = request;
		for (let taken = pages.take(key, after); taken; taken = pages.take(key, after)) {
			const outcome = await openAgain(means, taken, request);
			if (outcome) return outcome;
			// A page that nobody can read must not stand in anybody's way.
			pages.drop(taken.page);
		}
		const answer = await next(request);
		if (!('bought' in answer)) return answer;
		const { bought, begunAt, boughtAt } = answer;
		await pages.keep({ key, text: bought.text, begunAt, boughtAt });
		const opened = open(means, bought, input);
		state.failed = 'page' in opened ? undefined : { ...opened, pass };
		return 'page' in opened ? { ...opened, begunAt, boughtAt, boughtIn: pass } : opened;
	};

/** The page in a payload that was paid for, or the failure that it cannot be read. */
function open(
	{ query, gateway }: Keeping,
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
async function openAgain(
	means: Keeping,
	{ page, isReused }: TakenPage,
	{ state, input }: PageRequest,
): Promise<PageOutcome | undefined> {
	// Its text is read before anything is awaited: another run may drop the page meanwhile.
	const text = await unpack(page);
	await giveWay();
	const payload = payloadAgain(text, means.query);
	const opened = open(means, { payload, text }, input);
	if ('failure' in opened) {
		const { pass, query } = means;
		// An owner's own page is not bought a second time.
		if (page.boughtBy === pass.owner) return { failure: state.failed?.failure ?? opened.failure };
		const now = Date.now();
		// Nor for a while because of what the user wrote; any other page that nobody can read is.
		if (query.input || !isRecent(page.failedAt ?? now, now)) return undefined;
		const failure = { ...opened.failure, charged: 'no', particular: 'shapeAgain' } as const;
		state.failed = { failure, pass };
		return { failure };
	}
	state.failed = undefined;
	const { begunAt, boughtAt, boughtIn } = page;
	const age = isReused ? Date.now() - begunAt : undefined;
	return { ...opened, begunAt, boughtAt, boughtIn, age };
}
