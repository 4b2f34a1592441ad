import type { INodeExecutionData } from 'n8n-workflow';

import type { Spending } from '../buy/money';
import { dollars, roundDollars } from '../shared/dollars';
import type { Failure } from '../shared/failure';
import { wellFormedJson } from '../shared/jsonValues';
import { failureLines } from './failedItem';
import { wordsOf } from './failureWords';
import { laterWords } from './nextSteps';
import type { FailedItem, Happened } from './happened';
import { reusedWords, summaryOf } from './hint';
import { sentencesIn } from './listWords';
import { sentences } from './phrasing';

export interface ToolUse {
	/** What all uses of the tool have spent in this execution. */
	spent: Readonly<Spending>;
	/** It is the whole execution, as over MCP: no later use shares its cap, or knows what it bought. */
	isAlone: boolean;
	/** US dollars that its next call counts as. */
	price: number;
}

const STOP = 'Do not call this tool again, and tell the user why';
const OTHER = 'Do not repeat this call: change the input, or continue without it';
const CORRECT = 'Correct the input and call again';

/** What a model that can pay for a call may do next. */
function moveAfter(failures: readonly Failure[]): string {
	if (failures.some(({ endsExecution }) => endsExecution)) return STOP;
	const { retry = 'never', retryAfter } = { ...failures[0] };
	const moves = {
		safe: `You may call ${laterWords(retryAfter)}`,
		corrected: CORRECT,
		uncertain: OTHER,
		never: OTHER,
	};
	return moves[retry];
}

/** The one sentence that only a model is told: may it ask again, and with how much money. */
function moveWords({ failed, cap }: Happened, use: ToolUse | undefined): string {
	const move = moveAfter(failed.map(({ failure }) => failure));
	// A use that stands alone takes nothing from the next one.
	if (!use || use.isAlone) return `${move}.`;
	const remaining = Math.max(0, roundDollars(cap - use.spent.most));
	const next = remaining >= use.price ? move : STOP;
	return cap === Infinity ? `${next}.` : `${next} (${dollars(remaining)} of ${dollars(cap)} left).`;
}

/** What only the user can do, for a model that is to tell the user. */
const adviceIn = ({ failure }: FailedItem, move: string) =>
	move.startsWith(STOP) && wordsOf(failure).advice.replace(/^(?=.)/, 'For the user: ');

/** What the records do not say; empty if they speak for themselves. */
function explanationOf(happened: Happened, use: ToolUse | undefined): INodeExecutionData[] {
	const { failed, items, remarks } = happened;
	const move = moveWords(happened, use);
	// A dry run has a plan instead of records.
	const isEmpty = items.every((item) => item.items.length === 0);
	const isShort = isEmpty || items.some(({ isCut }) => isCut);
	const message = sentences([
		...failed.flatMap((item) => failureLines(item, happened, adviceIn(item, move))),
		isShort && failed.length === 0 && summaryOf(happened),
		...sentencesIn({ items, remarks: remarks.filter(({ isForUser }) => !isForUser) }, 'warning'),
		reusedWords(happened),
		isShort && move,
	]);
	const json = { message, code: failed[0]?.failure.code };
	return message ? [{ json, pairedItem: { item: 0 } }] : [];
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
	return [...items, ...explanationOf(happened, use)].map((item) => ({
		...item,
		json: wellFormedJson(item.json),
	}));
}
