import { remembered } from '../../shared/remembered';
import { readText } from '../answer';
import type { AskFree, FreeAnswer, NoFreeAnswer } from '../free/freeRoute';
import { oneRun, pageOfRuns, pagesOfRuns } from '../free/runList';
import type { PageReader } from '../layers';
import { leadOf } from './clock';
import { candidatesOf, createdAt, reachesBehind, verdictOnRun } from './lostRun';
import type { SoughtCall } from './lostRun';

/** Pages of the list that a look follows: at ten calls a second, a minute and a half. */
const MOST_PAGES_OF_LOOK = 10;

const MOST_READ = 50;

/** The runs that were read in all looks for one call. */
export interface Search {
	read: Set<string>;
	/** Those among them that can never be the answer. */
	dead: Set<string>;
}

interface Looking extends Search {
	ask: AskFree;
	/** Tells the gateway's runs from those of others. */
	gatewayUrl: string;
	call: SoughtCall & { query: PageReader };
}

/**
 * Why a look has no answer, beginning with what tells most:
 *
 * | It is     | Since the run (lostRun.ts) | Since the route (free/freeRoute.ts)       |
 * | `running` | is `running`               |                                           |
 * | `unclear` | is `unclear`               | is `busy`, `down`, `stopped` or `unknown` |
 * | `noRun`   | is `noRun`, or taken       | lists others                              |
 * | `notHere` |                            | is `notHere`, or `refused`                |
 */
export type NothingSeen = 'running' | 'unclear' | 'noRun' | 'notHere';

const WHY: Partial<Record<NoFreeAnswer['why'], NothingSeen>> = {
	...{ notHere: 'notHere', refused: 'notHere' },
};

const whyUnseen = (answer: FreeAnswer<unknown>): NothingSeen =>
	'found' in answer ? 'noRun' : (WHY[answer.why] ?? 'unclear');

interface Candidate {
	runId: string;
	/** When it was created, in epoch milliseconds on this machine's clock. */
	begunAt: number;
}

interface Found extends Pick<Candidate, 'begunAt'> {
	text: string;
	answer: ReturnType<typeof readText>;
}

const alreadyRead = remembered<true>('readRuns');

const nameOfRun = (gatewayUrl: string, id: string) => `${gatewayUrl} ${id}`;

/** The answer of this run was read: it is no other call's. */
export function markAsRead(gatewayUrl: string, id: string): void {
	alreadyRead.note(nameOfRun(gatewayUrl, id), true);
}

/** Looks once for the run of a call: by the name that its answer gave, else in the gateway's list. */
export async function lookForRun(looking: Looking): Promise<Found | NothingSeen> {
	const { runId, begunAt } = looking.call;
	if (runId !== undefined) {
		// The call itself created it.
		const look = await lookAt({ runId, begunAt }, looking);
		// The list tells why: no such run yet, or no such routes.
		return look === 'notHere' ? whyUnseen(await looking.ask(pageOfRuns(undefined))) : look;
	}
	const candidates = await candidatesIn(looking);
	if (typeof candidates === 'string') return candidates;
	let seen: NothingSeen = 'noRun';
	for (const candidate of candidates) {
		const look = await lookAt(candidate, looking);
		if (typeof look === 'object') return look;
		if (look !== 'noRun' && seen !== 'running') seen = look === 'running' ? look : 'unclear';
	}
	return seen;
}

/** The runs of the list that may be the call's, the oldest first. */
async function candidatesIn({
	ask,
	call,
	gatewayUrl,
}: Looking): Promise<Candidate[] | NothingSeen> {
	const candidates: Candidate[] = [];
	for await (const list of pagesOfRuns(ask, MOST_PAGES_OF_LOOK)) {
		if (!('found' in list)) return whyUnseen(list);
		// By the header alone, which has whole seconds, a run may be left out, but none is taken that is too old.
		const lead = call.lead ?? leadOf(gatewayUrl) ?? list.found.ahead[1];
		for (const run of candidatesOf(call, list.found, lead)) {
			candidates.push({ runId: run.runId, begunAt: createdAt(run) - lead });
		}
		if (reachesBehind(call, list.found)) break;
	}
	return candidates.sort((a, b) => a.begunAt - b.begunAt);
}

async function lookAt(
	{ runId, begunAt }: Candidate,
	{ ask, gatewayUrl, call, read, dead }: Looking,
): Promise<Found | NothingSeen> {
	const isOthers = () => call.runId === undefined && alreadyRead.has(nameOfRun(gatewayUrl, runId));
	const isTooMany = !read.has(runId) && read.size >= MOST_READ;
	if (isTooMany || dead.has(runId) || isOthers()) return 'noRun';
	read.add(runId);
	const shown = await ask(oneRun(runId));
	if (!('found' in shown))
		return ['busy', 'down', 'stopped'].includes(shown.why) ? 'unclear' : 'notHere';
	const { run, text } = shown.found;
	const verdict = verdictOnRun(run, call);
	if (verdict === 'noRun') dead.add(runId);
	if (verdict !== 'answer') return verdict;
	const answer = readText(text, call.query);
	// It may be shown with its output later.
	if ('failure' in answer && answer.failure.particular === 'noOutput') return 'unclear';
	// Nothing may be awaited between this and markAsRead, or two searches could take the same run.
	if (isOthers()) return 'noRun';
	markAsRead(gatewayUrl, runId);
	return { text, answer, begunAt };
}
