import { remembered } from '../../shared/remembered';
import { readText } from '../answer';
import type { AskFree } from '../free/freeRoute';
import { oneRun, pagesOfRuns } from '../free/runList';
import type { PageReader } from '../layers';
import { leadOf } from './clock';
import { candidatesOf, reachesBehind, verdictOnRun } from './lostRun';
import type { Candidate, SoughtCall } from './lostRun';

/** Pages of the list that a look follows: at ten calls a second, a minute and a half. */
const MOST_PAGES_OF_LOOK = 10;

const MOST_READ = 50;

/** The runs that were read in all looks for one call, and can never be its answer. */
export type DeadRuns = Set<string>;

interface Looking {
	dead: DeadRuns;
	ask: AskFree;
	/** Tells the gateway's runs from those of others. */
	gatewayUrl: string;
	call: SoughtCall & { query: PageReader };
}

/**
 * Why a look has no answer, beginning with what tells most:
 *
 * | It is     | Since the run (lostRun.ts)                 | Since the list (free/runList.ts) |
 * | `running` | is `running`                               |                                  |
 * | `unclear` | is `unclear`, not shown, or has no output  | may come later                   |
 * | `noRun`   | is `noRun`, or taken                       | has others                       |
 * | `notHere` |                                            | is not here, or not for this key |
 */
export type NothingSeen = 'running' | 'unclear' | 'noRun' | 'notHere';

/** A look that has no answer. */
export interface NothingFound {
	nothing: NothingSeen;
}

/** A run as an answer, and when it was created, in epoch milliseconds on this machine's clock. */
export type FoundRun = ReturnType<typeof readText> & Pick<Candidate, 'begunAt'> & { text: string };

const claimed = remembered<true>('readRuns');

/** The answer of this run is a call's, and no other one takes it. */
export const claimRun = (gatewayUrl: string, id: string) =>
	claimed.note(`${gatewayUrl} ${id}`, true);

const isClaimed = (gatewayUrl: string, id: string) => claimed.has(`${gatewayUrl} ${id}`);

/**
 * Looks once for the run of a call, by the name that its answer gave, else in the gateway's list, and claims the run
 * that is over: no other call takes it then, also where it brings no page.
 */
export async function lookForRun(looking: Looking): Promise<FoundRun | NothingFound> {
	const { runId, begunAt } = looking.call;
	// The call itself created it.
	if (runId !== undefined) return await lookAt({ runId, begunAt }, looking);
	const listed = await candidatesIn(looking);
	if ('nothing' in listed) return listed;
	const seen: NothingSeen[] = [];
	for (const candidate of listed.candidates) {
		const look = await lookAt(candidate, looking);
		if (!('nothing' in look)) return look;
		seen.push(look.nothing);
	}
	const nothing = (['running', 'unclear'] as const).find((look) => seen.includes(look)) ?? 'noRun';
	return { nothing };
}

/** The runs of the list that may be the call's, the oldest first. */
async function candidatesIn({
	ask,
	call,
	gatewayUrl,
	dead,
}: Looking): Promise<{ candidates: Candidate[] } | NothingFound> {
	const candidates: Candidate[] = [];
	for await (const list of pagesOfRuns(ask, MOST_PAGES_OF_LOOK)) {
		if ('failure' in list) {
			// The gateway is busy or down: what may be asked again may yet be answered.
			const mayComeLater = list.failure.retry === 'safe';
			return { nothing: mayComeLater ? 'unclear' : 'notHere' };
		}
		// By the header alone, which has whole seconds, a run may be left out, but none is taken that is too old.
		const lead = call.lead ?? leadOf(gatewayUrl) ?? list.found.ahead[1];
		candidates.push(...candidatesOf(call, list.found, lead));
		if (reachesBehind(call, list.found)) break;
	}
	return {
		candidates: candidates
			.filter(({ runId }) => !dead.has(runId) && !isClaimed(gatewayUrl, runId))
			.sort((a, b) => a.begunAt - b.begunAt)
			.slice(0, MOST_READ - dead.size),
	};
}

async function lookAt(
	{ runId, begunAt }: Candidate,
	{ ask, gatewayUrl, call, dead }: Looking,
): Promise<FoundRun | NothingFound> {
	const shown = await ask(oneRun(runId));
	if ('failure' in shown) return { nothing: 'unclear' };
	const { run, text } = shown.found;
	const verdict = verdictOnRun(run, call);
	if (verdict === 'noRun') dead.add(runId);
	if (verdict !== 'answer') return { nothing: verdict };
	const answer = readText(text, call.query);
	// It may be shown with its output later.
	if ('failure' in answer && answer.failure.code === 'NOT_FINISHED') return { nothing: 'unclear' };
	// Nothing may be awaited between this and claimRun, or two searches could take the same run.
	if (call.runId === undefined && isClaimed(gatewayUrl, runId)) return { nothing: 'noRun' };
	claimRun(gatewayUrl, runId);
	return { ...answer, text, begunAt };
}
