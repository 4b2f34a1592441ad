import type { INodeExecutionData } from 'n8n-workflow';

import type { Spending } from '../buy/money';
import { dollars, roundDollars } from '../shared/dollars';
import { wellFormedJson } from '../shared/jsonValues';
import { itemWordsOf } from './failedItem';
import { hasEnded } from './happened';
import type { Happened } from './happened';
import { hintFor, reusedWords } from './hint';
import type { FailedResult } from './itemResult';
import { warningsIn } from './listWords';
import { count, sentences } from './phrasing';

export interface ToolUse {
	/** What all uses of the tool have spent in this execution. */
	spent: Readonly<Spending>;
	/** It is the whole execution, as over MCP: no later use shares its cap, or knows what it bought. */
	isAlone: boolean;
}

/** What a model may do after it, beginning with what forbids most. */
const MOVES = {
	stop: 'Do not call this tool again',
	other: 'Do not repeat this call: change the input, or continue without it',
	correct: 'Correct the input and call again',
	later: 'You may call again later',
} as const;

type Move = keyof typeof MOVES;

/** What the next use may spend. */
interface Allowance {
	/** US dollars. */
	left: number;
	/** As a model is told of it. */
	words: string;
}

function allowanceOf({ cap }: Happened, use: ToolUse | undefined): Allowance {
	// A use that stands alone takes nothing from the next one.
	if (!use || use.isAlone || cap === Infinity) return { left: cap, words: '' };
	const left = Math.max(0, roundDollars(cap - use.spent.most));
	return { left, words: ` (${dollars(left)} of ${dollars(cap)} left)` };
}

const moveAtCap = ({ left }: Allowance): Move => (left > 0 ? 'other' : 'stop');

function moveAfter({ failure }: FailedResult, allowance: Allowance): Move {
	const { code, charged, retry, endsExecution, isCorrectable } = failure;
	if (endsExecution) return 'stop';
	if (code === 'MAX_COST') return moveAtCap(allowance);
	// Where the run of an earlier call goes on, its answer is then used.
	if (charged !== 'no' && retry !== 'safe') return 'other';
	if (isCorrectable) return 'correct';
	return retry === 'safe' ? 'later' : 'other';
}

/** The one sentence that only a model is told: may it ask again, and with how much money. */
function moveWords(may: readonly Move[], { failed }: Happened, allowance: Allowance): string {
	const move = (Object.keys(MOVES) as Move[]).find((each) => may.includes(each)) ?? 'other';
	const wait = Math.max(0, ...failed.map(({ failure }) => failure.retryAfter ?? 0));
	const isLater = move === 'later' && wait > 0;
	const words = isLater ? `You may call again in ${count(wait, 'second')}` : MOVES[move];
	return `${words}${allowance.words}.`;
}

// More would only fill the model's context.
const MOST_SHOWN = 5;

function failuresWords(happened: Happened, moves: readonly Move[]): string[] {
	const { failed } = happened;
	const shown = failed.slice(0, MOST_SHOWN).map((result, index) => {
		const { title, money, advice, where } = itemWordsOf(result, happened);
		// A model can change its input, but not the node.
		const reader = moves[index] === 'correct' ? '' : 'For the user: ';
		return sentences([`${title}.`, money, advice && `${reader}${advice}`, where]);
	});
	const more = failed.length - shown.length;
	return more > 0 ? [...shown, `${count(more, 'more item')} failed.`] : shown;
}

/** What happened, where the records do not say it. */
function whatWords(happened: Happened, moves: readonly Move[], isShort: boolean): string[] {
	if (happened.failed.length > 0) return failuresWords(happened, moves);
	if (!isShort) return warningsIn(happened);
	const { summary, warnings = '' } = hintFor(happened);
	return [summary, warnings];
}

/** What the records do not say; undefined where they speak for themselves. */
function explanationOf(happened: Happened, allowance: Allowance): INodeExecutionData | undefined {
	const { failed, records, results } = happened;
	const isCapped = hasEnded(happened, 'maxCost');
	// A dry run has a plan instead of records.
	const isEmpty = results.every(({ items }) => items.length === 0);
	const isShort = isCapped || isEmpty || hasEnded(happened, 'outOfTime');
	const moves = failed.map((result) => moveAfter(result, allowance));
	if (failed.length === 0 && isCapped) moves.push(moveAtCap(allowance));
	const message = sentences([
		...whatWords(happened, moves, isShort),
		records > 0 && reusedWords({ ...happened, minutesOfReuse: 0 }),
		(failed.length > 0 || isShort) && moveWords(moves, happened, allowance),
	]);
	if (!message) return undefined;
	const code = failed[0]?.failure.code ?? (isCapped ? 'MAX_COST' : undefined);
	return { json: { message, ...(code && { code }) }, pairedItem: { item: 0 } };
}

/**
 * What a model gets of one use of the tool: the records and, where they do not say all, one last
 * item that explains. A model would take an empty answer for a failure, and cannot look into the
 * node. No item holds an `error`: n8n would take the use for failed, and may send such an item where
 * no model reads it.
 * @param items the records
 * @param use left out where nothing can be spent
 */
export function answerForModel(
	items: INodeExecutionData[],
	happened: Happened,
	use?: ToolUse,
): INodeExecutionData[] {
	const explanation = explanationOf(happened, allowanceOf(happened, use));
	const all = explanation ? [...items, explanation] : items;
	return all.map((item) => ({ ...item, json: wellFormedJson(item.json) }));
}
