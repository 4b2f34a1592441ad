import type { INodeExecutionData } from 'n8n-workflow';

import type { Spending } from '../buy/money';
import { dollars, roundDollars } from '../shared/dollars';
import type { Failure } from '../shared/failure';
import { wellFormedJson } from '../shared/jsonValues';
import { failureLines } from './failedItem';
import { wordsOf } from './failureWords';
import { laterWords } from './nextSteps';
import type { Happened } from './happened';
import { reusedWords, summaryOf } from './hint';
import { sentencesIn } from './listWords';
import { sentences } from './phrasing';

export interface ToolUse {
	/** The cost of all uses of the tool in this execution. */
	spent: Pick<Spending, 'most'>;
	/** This use is the whole execution, as over MCP: its cap does not limit later uses. */
	isAlone: boolean;
}

const FREE_USE: ToolUse = { spent: { most: 0 }, isAlone: true };

const STOP = 'Do not call this tool again, and tell the user why';
const OTHER = 'Do not repeat this call: change the input, or continue without it';
const CORRECT = 'Correct the input and call again';

/** What a model may do next. */
interface Move {
	/** No further call can succeed, so the user has to act. */
	mustStop: boolean;
	/** The sentence that says so, with the money that remains. */
	text: string;
}

function moveAfter({ failed, cap, price }: Happened, { spent, isAlone }: ToolUse): Move {
	const remaining = isAlone ? Infinity : Math.max(0, roundDollars(cap - spent.most));
	const mustStop = failed.some(({ failure }) => failure.endsExecution) || remaining < price;
	const { retry = 'never', retryAfter } = { ...failed[0]?.failure };
	const moves = {
		safe: `You may call ${laterWords(retryAfter)}`,
		corrected: CORRECT,
		uncertain: OTHER,
		never: OTHER,
	};
	const left = remaining < Infinity ? ` (${dollars(remaining)} of ${dollars(cap)} left)` : '';
	return { mustStop, text: `${mustStop ? STOP : moves[retry]}${left}.` };
}

/** Returns the advice on a failure, to be passed on; empty if there is none. */
function adviceForUser(failure: Failure, { isWritten }: Happened): string {
	const { advice } = wordsOf(failure, isWritten);
	return advice && `For the user: ${advice}`;
}

/** Returns an item that explains the result; none if the records suffice. */
function explanationOf(happened: Happened, use: ToolUse): INodeExecutionData[] {
	const { failed, items, remarks } = happened;
	const { mustStop, text } = moveAfter(happened, use);
	// A dry run has a plan instead of records.
	const isEmpty = items.every((item) => item.items.length === 0);
	const isShort = isEmpty || items.some(({ isCut }) => isCut);
	const message = sentences([
		...failed.flatMap((item) =>
			failureLines(item, happened, mustStop && adviceForUser(item.failure, happened)),
		),
		isShort && failed.length === 0 && summaryOf(happened),
		...sentencesIn({ items, remarks: remarks.filter(({ isForUser }) => !isForUser) }, 'warning'),
		reusedWords(happened),
		isShort && text,
	]);
	const json = { message, code: failed[0]?.failure.code };
	return message ? [{ json, pairedItem: { item: 0 } }] : [];
}

/**
 * Returns the result of one use of the tool: the records and, if they do not suffice, a last item that explains them.
 * A model cannot see the node, and would take an empty result for a failure. No item has an `error`: n8n would count
 * the use as failed, and might route such an item past the model.
 * @param items the records
 * @param use omitted if the operation is free, or if the run failed as a whole
 */
export function answerForModel(
	items: INodeExecutionData[],
	happened: Happened,
	use = FREE_USE,
): INodeExecutionData[] {
	return [...items, ...explanationOf(happened, use)].map((item) => ({
		...item,
		json: wellFormedJson(item.json),
	}));
}
