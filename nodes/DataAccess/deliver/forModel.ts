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
	/** The cost of all uses of the tool in this execution. */
	spent: Readonly<Spending>;
	/** This use is the whole execution, as over MCP. Later uses share neither its cap nor its pages. */
	isAlone: boolean;
	/** US dollars that the next call would count as. */
	price: number;
}

const STOP = 'Do not call this tool again, and tell the user why';
const OTHER = 'Do not repeat this call: change the input, or continue without it';
const CORRECT = 'Correct the input and call again';

/** Returns what a model may do next if there is money for a call. */
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

/** Returns the sentence for models only: whether the model may call again, and how much money remains. */
function moveWords({ failed, cap }: Happened, use: ToolUse | undefined): string {
	const move = moveAfter(failed.map(({ failure }) => failure));
	// The cap of a use that is its own execution does not limit the next use.
	if (!use || use.isAlone) return `${move}.`;
	const remaining = Math.max(0, roundDollars(cap - use.spent.most));
	const next = remaining >= use.price ? move : STOP;
	return cap === Infinity ? `${next}.` : `${next} (${dollars(remaining)} of ${dollars(cap)} left).`;
}

/** Returns advice that a model passes on, if it has to stop; empty or false otherwise. */
const adviceIn = ({ failure }: FailedItem, move: string) =>
	move.startsWith(STOP) && wordsOf(failure).advice.replace(/^(?=.)/, 'For the user: ');

/** Returns an item that explains the result; none if the records suffice. */
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
 * Returns the result of one use of the tool: the records and, if they do not suffice, a last item that explains them.
 * A model cannot see the node, and would take an empty result for a failure. No item has an `error`: n8n would count
 * the use as failed, and might route such an item past the model.
 * @param items the records
 * @param use omitted if the operation is free
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
