import type { Answer } from '../answer';
import { remembered } from '../../shared/remembered';
import type { AskFree, FreeAnswer, Nothing } from './freeRoute';
import { candidatesOf, createdAt, isPast, verdictOnRun } from './lostRun';
import type { SoughtCall } from './lostRun';
import { oneRun, pageOfRuns, pagesOfRuns, safeRunId } from './runList';
import type { ListedRun } from './runList';

/** Pages of the list that a look follows: at ten calls a second, a minute and a half. */
const MOST_PAGES = 10;

const MOST_READ = 50;

/** The runs that were read in all looks for one call. */
export interface Search {
	read: Set<string>;
	/** Those among them that can never be the answer. */
	dead: Set<string>;
}

interface Looking extends Search {
	ask: AskFree;
	/** Tells its runs from those of others. */
	gateway: string;
	call: SoughtCall;
	answerIn(text: string): Answer;
}

/**
 * Why a look has no answer:
 *
 * | It is     | Since the run (lostRun.ts)       | Since the route (freeRoute.ts)            |
 * | `running` | is `running`                     |                                           |
 * | `unclear` | is `unclear`                     | is `busy`, `down`, `stopped` or `unknown` |
 * | `noRun`   | is `noRun`, taken, or unseen     | lists others                              |
 * | `notHere` | has an id that cannot be asked for | is `notHere`, or `refused`              |
 */
export type NothingSeen = 'running' | 'unclear' | 'noRun' | 'notHere';

type Look = { text: string; answer: Answer } | NothingSeen;

const alreadyRead = remembered<true>('readRuns');

const nameOfRun = (gateway: string, id: string) => `${gateway} ${id}`;

/** The answer of this run was read: it is no other call's. */
export function markAsRead(gateway: string, id: string): void {
	alreadyRead.note(nameOfRun(gateway, id), true);
}

const isRead = (gateway: string, id: string) => alreadyRead.has(nameOfRun(gateway, id));

/** Looks once for the run of a call: by the name that its answer gave, else in the gateway's list. */
export async function lookForRun(looking: Looking): Promise<Look> {
	const { ask, call } = looking;
	if (call.runId === undefined) return await lookThroughList(looking);
	const id = safeRunId(call.runId);
	if (id === undefined) return 'notHere';
	const look = await lookAt(id, looking);
	// The list tells why: no such run yet, or no such routes.
	return look === 'unseen' ? whyUnseen(await ask(pageOfRuns(undefined))) : look;
}

async function lookAt(id: string, looking: Looking): Promise<Look | 'unseen'> {
	const { ask, gateway, call, read, dead } = looking;
	read.add(id);
	const told = await ask(oneRun(id));
	if (!('found' in told)) return isForNow(told) ? 'unclear' : 'unseen';
	const { run, text } = told.found;
	const verdict = verdictOnRun(run, call);
	if (verdict === 'noRun') dead.add(id);
	if (verdict !== 'answer') return verdict;
	const answer = looking.answerIn(text);
	// It may be shown with its output later.
	if ('failure' in answer && answer.failure.particular === 'noOutput') return 'unclear';
	// Nothing may be awaited between this and markAsRead, or two searches could take the same run.
	const isTaken = call.runId === undefined && isRead(gateway, id);
	if (isTaken) return 'noRun';
	markAsRead(gateway, id);
	return { text, answer };
}

async function lookThroughList(looking: Looking): Promise<Look> {
	const { ask, gateway, call, read, dead } = looking;
	const candidates: ListedRun[] = [];
	for await (const list of pagesOfRuns(ask, MOST_PAGES)) {
		if (!('found' in list)) return whyUnseen(list);
		candidates.push(...candidatesOf(call, list.found));
		if (isPast(call, list.found)) break;
	}
	let outlook: NothingSeen = 'noRun';
	for (const { runId: id } of candidates.sort((a, b) => createdAt(a) - createdAt(b))) {
		if (dead.has(id) || isRead(gateway, id)) continue;
		if (read.size >= MOST_READ && !read.has(id)) continue;
		const look = await lookAt(id, looking);
		if (typeof look === 'object') return look;
		if (look === 'running' || outlook === 'noRun') outlook = look === 'unseen' ? 'unclear' : look;
	}
	return outlook;
}

/** The next question may be answered. */
const isForNow = ({ why }: Nothing) => why === 'busy' || why === 'down' || why === 'stopped';

function whyUnseen(list: FreeAnswer<unknown>): NothingSeen {
	if ('found' in list) return 'noRun';
	return list.why === 'notHere' || list.why === 'refused' ? 'notHere' : 'unclear';
}
