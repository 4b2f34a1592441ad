import { remembered } from '../../shared/remembered';
import { readText } from '../response';
import type { AskFree } from '../free/freeRoute';
import { oneRun, pagesOfRuns } from '../free/runList';
import type { PageReader } from '../layers';
import { leadOf } from './clock';
import { candidatesOf, hasOlderRuns, verdictOnRun } from './lostRun';
import type { Candidate, SearchedCall } from './lostRun';

/** Pages of the list that one search reads. At ten calls a second, they cover a minute and a half. */
const MOST_PAGES_OF_SEARCH = 10;

const MOST_READ = 50;

/** Runs that all searches for one call have ruled out. */
export type ExcludedRuns = Set<string>;

interface GatewayRunSearch {
	excluded: ExcludedRuns;
	ask: AskFree;
	/** Separates the claimed runs of this gateway from those of others. */
	gatewayUrl: string;
	call: SearchedCall & { query: PageReader };
}

/**
 * Why a search recovered nothing. The first reason that holds counts:
 *
 * | Reason    | Because the run (lostRun.ts)               | Because the list (free/runList.ts)        |
 * | `running` | is `running`                               |                                           |
 * | `unclear` | is `unclear`, not shown, or has no output  | is unavailable at the moment              |
 * | `noRun`   | is `noRun`, or claimed by another call     | has only other runs                       |
 * | `notHere` |                                            | does not exist, or not with this API key  |
 */
export type WhyNotRecovered = 'running' | 'unclear' | 'noRun' | 'notHere';

/** The result of a search that recovered nothing. */
export interface NotRecovered {
	why: WhyNotRecovered;
}

/** A run read as a response. `begunAt`: when it was created, in epoch milliseconds on this machine's clock. */
export type RecoveredRun = ReturnType<typeof readText> &
	Pick<Candidate, 'begunAt'> & { text: string };

const claimed = remembered<true>('readRuns');

const isClaimed = (gatewayUrl: string, id: string) => claimed.has(`${gatewayUrl} ${id}`);

/** Claims a run for a call, so that no other call takes its response. Returns false if the run was claimed before. */
export function claimRun(gatewayUrl: string, id: string): boolean {
	const isFree = !isClaimed(gatewayUrl, id);
	claimed.set(`${gatewayUrl} ${id}`, true);
	return isFree;
}

/**
 * Searches once for the run of a call: by the run ID of its response or, without one, in the gateway's list. Claims a
 * run that has ended, even if it has no page.
 */
export async function recoverRun(search: GatewayRunSearch): Promise<RecoveredRun | NotRecovered> {
	const { runId, begunAt } = search.call;
	// The call created this run, so the run began with it.
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

/** Returns the listed runs that may belong to the call, oldest first. */
async function findCandidates({
	ask,
	call,
	gatewayUrl,
	excluded,
}: GatewayRunSearch): Promise<{ candidates: Candidate[] } | NotRecovered> {
	const candidates: Candidate[] = [];
	for await (const list of pagesOfRuns(ask, MOST_PAGES_OF_SEARCH)) {
		if ('failure' in list) {
			// The gateway is busy or down, so a later search may succeed.
			const mayComeLater = list.failure.retry === 'safe';
			return { why: mayComeLater ? 'unclear' : 'notHere' };
		}
		// The Date header has whole seconds. Prefer missing a run to taking one that is too old.
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
	{ ask, gatewayUrl, call, excluded }: GatewayRunSearch,
): Promise<RecoveredRun | NotRecovered> {
	const shown = await ask(oneRun(runId));
	if ('failure' in shown) return { why: 'unclear' };
	const { run, text } = shown.value;
	const verdict = verdictOnRun(run, call);
	if (verdict === 'noRun') excluded.add(runId);
	if (verdict !== 'response') return { why: verdict };
	const response = readText(text, call.query);
	// The gateway may show its output later.
	if ('failure' in response && response.failure.code === 'NOT_FINISHED') return { why: 'unclear' };
	// Another search may have claimed the run meanwhile. A run that the call's own response named belongs to the call.
	if (!claimRun(gatewayUrl, runId) && call.runId === undefined) return { why: 'noRun' };
	return { ...response, text, begunAt };
}
