import { remembered } from '../../shared/remembered';
import { readText } from '../response';
import type { AskFree } from '../free/freeRoute';
import { oneRun, pagesOfRuns } from '../free/runList';
import type { PageReader } from '../layers';
import { leadOf } from './clock';
import { candidatesOf, hasOlderRuns, verdictOnRun } from './lostRun';
import type { Candidate, SearchedCall } from './lostRun';

/** Pages of the list that a look follows: at ten calls a second, a minute and a half. */
const MOST_PAGES_OF_SEARCH = 10;

const MOST_READ = 50;

/** The runs that were read in all looks for one call, and can never be its answer. */
export type ExcludedRuns = Set<string>;

interface RunSearch {
	excluded: ExcludedRuns;
	ask: AskFree;
	/** Tells the gateway's runs from those of others. */
	gatewayUrl: string;
	call: SearchedCall & { query: PageReader };
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
export type WhyNotRecovered = 'running' | 'unclear' | 'noRun' | 'notHere';

/** A look that has no answer. */
export interface NotRecovered {
	why: WhyNotRecovered;
}

/** A run as an answer, and when it was created, in epoch milliseconds on this machine's clock. */
export type RecoveredRun = ReturnType<typeof readText> &
	Pick<Candidate, 'begunAt'> & { text: string };

const claimed = remembered<true>('readRuns');

/** The answer of this run is a call's, and no other one takes it. */
export const claimRun = (gatewayUrl: string, id: string) =>
	claimed.note(`${gatewayUrl} ${id}`, true);

const isClaimed = (gatewayUrl: string, id: string) => claimed.has(`${gatewayUrl} ${id}`);

/**
 * Looks once for the run of a call, by the name that its answer gave, else in the gateway's list, and claims the run
 * that is over: no other call takes it then, also where it brings no page.
 */
export async function recoverRun(search: RunSearch): Promise<RecoveredRun | NotRecovered> {
	const { runId, begunAt } = search.call;
	// The call itself created it.
	if (runId !== undefined) return await readCandidate({ runId, begunAt }, search);
	const listed = await findCandidates(search);
	if ('why' in listed) return listed;
	const reasons: WhyNotRecovered[] = [];
	for (const candidate of listed.candidates) {
		const result = await readCandidate(candidate, search);
		if (!('why' in result)) return result;
		reasons.push(result.why);
	}
	const why =
		(['running', 'unclear'] as const).find((reason) => reasons.includes(reason)) ?? 'noRun';
	return { why };
}

/** The runs of the list that may be the call's, the oldest first. */
async function findCandidates({
	ask,
	call,
	gatewayUrl,
	excluded,
}: RunSearch): Promise<{ candidates: Candidate[] } | NotRecovered> {
	const candidates: Candidate[] = [];
	for await (const list of pagesOfRuns(ask, MOST_PAGES_OF_SEARCH)) {
		if ('failure' in list) {
			// The gateway is busy or down: what may be asked again may yet be answered.
			const mayComeLater = list.failure.retry === 'safe';
			return { why: mayComeLater ? 'unclear' : 'notHere' };
		}
		// By the header alone, which has whole seconds, a run may be left out, but none is taken that is too old.
		const lead = call.lead ?? leadOf(gatewayUrl) ?? list.value.ahead[1];
		candidates.push(...candidatesOf(call, list.value, lead));
		if (hasOlderRuns(call, list.value)) break;
	}
	return {
		candidates: candidates
			.filter(({ runId }) => !excluded.has(runId) && !isClaimed(gatewayUrl, runId))
			.sort((a, b) => a.begunAt - b.begunAt)
			.slice(0, MOST_READ - excluded.size),
	};
}

async function readCandidate(
	{ runId, begunAt }: Candidate,
	{ ask, gatewayUrl, call, excluded }: RunSearch,
): Promise<RecoveredRun | NotRecovered> {
	const shown = await ask(oneRun(runId));
	if ('failure' in shown) return { why: 'unclear' };
	const { run, text } = shown.value;
	const verdict = verdictOnRun(run, call);
	if (verdict === 'noRun') excluded.add(runId);
	if (verdict !== 'answer') return { why: verdict };
	const response = readText(text, call.query);
	// It may be shown with its output later.
	if ('failure' in response && response.failure.code === 'NOT_FINISHED') return { why: 'unclear' };
	// Nothing may be awaited between this and claimRun, or two searches could take the same run.
	if (call.runId === undefined && isClaimed(gatewayUrl, runId)) return { why: 'noRun' };
	claimRun(gatewayUrl, runId);
	return { ...response, text, begunAt };
}
