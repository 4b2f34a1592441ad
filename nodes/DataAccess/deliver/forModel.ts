import type { INodeExecutionData } from 'n8n-workflow';

import type { Spending } from '../buy/money';
import { dollars, roundDollars } from '../shared/dollars';
import { wellFormedJson } from '../shared/jsonValues';
import type { Failure } from '../shared/failure';
import { failureLines } from './failedItem';
import { hasEnded } from './happened';
import type { Happened } from './happened';
import { hintFor, reusedWords } from './hint';
import { count, sentences } from './phrasing';

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

/** What a model that can pay for a call may do next; what forbids most comes first. */
function moveAfter(failures: readonly Failure[]): string {
	if (failures.some(({ endsExecution }) => endsExecution)) return STOP;
	const isHopeless = failures.some(
		({ retry, isCorrectable }) => !isCorrectable && retry !== 'safe',
	);
	if (failures.length === 0 || isHopeless) return OTHER;
	if (failures.some(({ isCorrectable }) => isCorrectable)) return CORRECT;
	const wait = Math.max(...failures.map(({ retryAfter = 0 }) => retryAfter));
	return `You may call again ${wait > 0 ? `in ${count(wait, 'second')}` : 'later'}`;
}

/** The one sentence that only a model is told: may it ask again, and with how much money. */
function moveWords({ failed, cap }: Happened, use: ToolUse | undefined): string {
	const move = moveAfter(failed.map(({ failure }) => failure));
	if (!use) return move;
	// A use that stands alone takes nothing from the next one.
	const left = use.isAlone ? cap : Math.max(0, roundDollars(cap - use.spent.most));
	const next = left > 0 && left >= use.price ? move : STOP;
	const isShared = !use.isAlone && cap !== Infinity;
	return isShared ? `${next} (${dollars(left)} of ${dollars(cap)} left)` : next;
}

/** What the records do not say; empty where they speak for themselves. */
function explanationOf(happened: Happened, use: ToolUse | undefined): INodeExecutionData[] {
	const { failed, records, items } = happened;
	const isCapped = hasEnded(happened, 'maxCost');
	// A dry run has a plan instead of records.
	const isEmpty = items.every((item) => item.items.length === 0);
	const isShort = failed.length > 0 || isCapped || isEmpty || hasEnded(happened, 'outOfTime');
	const { summary, warnings } = hintFor(happened);
	const message = sentences([
		...failed.map((item) => sentences(failureLines(item, happened))),
		failed.length === 0 && isShort && summary,
		failed.length === 0 && warnings,
		records > 0 && reusedWords(happened),
		isShort && `${moveWords(happened, use)}.`,
	]);
	const code = failed[0]?.failure.code ?? (isCapped ? 'MAX_COST' : undefined);
	return message ? [{ json: { message, code }, pairedItem: { item: 0 } }] : [];
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
	const all = [...items, ...explanationOf(happened, use)];
	return all.map((item) => ({ ...item, json: wellFormedJson(item.json) }));
}
