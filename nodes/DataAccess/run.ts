import type { IExecuteFunctions, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { createGateway } from './gateway/gateway';
import type { Failure } from './failure';
import { n8nTransport } from './gateway/transport';
import type { Query } from './operations/operation';
import { openAccount } from './buy/account';
import type { Account } from './buy/account';
import { createBudget } from './buy/budget';
import { Buyer } from './buy/buyer';
import { collect } from './list/collect';
import type { Collected } from './list/collect';
import { readDeployment } from './ask/deployment';
import { itemsOf } from './deliver/items';
import { costWords, errorJson, failureWords, hintWords } from './deliver/messages';
import type { FailedItem } from './deliver/messages';
import { Parameters } from './ask/parameters';
import { readSettings, readTask } from './ask/settings';
import type { Settings } from './ask/settings';
import { createThrottle } from './buy/throttle';

/** An input item's share of the output, and how its list ended. */
interface ItemResult extends Collected {
	itemIndex: number;
	items: INodeExecutionData[];
}

const NOTHING: Omit<Collected, 'reason'> = {
	next: null,
	records: 0,
	pages: 0,
	reused: { pages: 0, age: 0 },
	notices: [],
};

const NOT_CALLED: Failure = {
	code: 'NOT_CALLED',
	layer: 'node',
	httpStatus: null,
	what: 'No further call was made for this item, because an earlier failure of this execution would have met it too',
	charged: 'no',
	retry: 'never',
};

const TOO_DEAR: Failure = {
	code: 'MAX_COST',
	layer: 'node',
	httpStatus: null,
	what: 'Nothing was bought for this item, because Max Cost (USD) does not allow a further call',
	charged: 'no',
	retry: 'never',
	advice: 'Raise Max Cost (USD), or run the items that are left in another execution.',
};

/** Works on the input items side by side, so many at once, beginning with the first. */
async function forEachItem(
	count: number,
	sideBySide: number,
	work: (itemIndex: number) => Promise<void>,
): Promise<void> {
	let nextIndex = 0;
	const worker = async () => {
		while (nextIndex < count) await work(nextIndex++);
	};
	await Promise.all(Array.from({ length: Math.min(sideBySide, count) }, worker));
}

/** Whether an agent runs the node: n8n's own flag for that is wrong on its newest agents. */
const isTool = (context: IExecuteFunctions) => context.getNode().type.endsWith('Tool');

/**
 * Runs one operation for all input items: the whole of what the node does in an execution.
 * @returns the items of the one output, in input order, error items last
 * @throws NodeApiError under On Error = Stop, after every call under way has ended
 */
export async function run(
	context: IExecuteFunctions,
	operation: Query,
): Promise<INodeExecutionData[][]> {
	const inputItems = context.getInputData();
	const parameters = new Parameters(context);
	// An error thrown in a tool reaches the model without its explanation.
	const goesOn = context.continueOnFail() || isTool(context);
	const { account, close } = openAccount(context, inputItems);

	const settings = readSettings(parameters);
	const deployment = 'failure' in settings ? settings : await readDeployment(context, operation);
	if ('failure' in settings || 'failure' in deployment) {
		const { failure } = ('failure' in settings ? settings : deployment) as { failure: Failure };
		const results = inputItems.map((_, itemIndex) => failed(itemIndex, failure));
		if (!goesOn) throw errorOf(context, results[0], account, 0);
		return [errorItemsOf(results, account)];
	}

	const { keepBought } = settings;
	const stop = context.getExecutionCancelSignal?.();
	let halted = false;
	const isHalted = () => halted || stop?.aborted === true;
	const buyer = new Buyer({
		operation,
		gateway: createGateway(n8nTransport(context, deployment.credential), deployment),
		callOf: deployment.callOf,
		scope: deployment.scope,
		executionId: context.getExecutionId(),
		severalItems: inputItems.length > 1,
		rules: settings.rules,
		budget: createBudget(
			settings.maxCost,
			operation.callOf({}).price,
			account.total.cost + account.total.possible,
		),
		throttle: createThrottle(settings.concurrency, isHalted),
		account,
		isHalted,
		onFailure: (failure) => {
			halted ||= !goesOn || failure.endsExecution === true;
		},
	});

	const results: ItemResult[] = [];
	await forEachItem(inputItems.length, settings.concurrency, async (itemIndex) => {
		const result = await collectItem(itemIndex);
		results[itemIndex] = result;
		if (result.failure && !goesOn) halted = true;
	});

	async function collectItem(itemIndex: number): Promise<ItemResult> {
		// Where anything is delivered, an item without a call is still told where its list begins.
		const isOver = stop?.aborted === true || (halted && !goesOn && !keepBought);
		if (isOver) return { ...NOTHING, itemIndex, items: [], reason: 'halted' };
		const task = readTask(parameters, operation, itemIndex);
		if ('failure' in task) return failed(itemIndex, task.failure);
		const items: INodeExecutionData[] = [];
		const collected = await collect(task, {
			operation,
			buy: async (input, isRest) => await buyer.page(input, task.timeout, itemIndex, isRest),
			deliver: (page) => {
				for (const item of itemsOf(page, settings as Settings, operation, itemIndex))
					items.push(item);
			},
			keepRest: (input) => buyer.keepRest(input),
		});
		return { ...collected, itemIndex, items };
	}

	const failure = results.find((result) => result.failure);
	const boughtAny = results.some(({ items }) => items.length > 0);
	if (stop?.aborted) {
		buyer.keepForNextTry();
		// An error would show a stopped execution as a failed one, and have n8n try it again.
		return [[]];
	}
	if (failure && !goesOn && !(keepBought && boughtAny)) {
		buyer.keepForNextTry();
		const keptMinutes = results.some(({ pages }) => pages > 0) ? settings.rules.reuseFailed : 0;
		throw errorOf(context, failure, account, keptMinutes);
	}

	const output: INodeExecutionData[] = [];
	for (const { items } of results) for (const item of items) output.push(item);
	const errors = goesOn ? errorItemsOf(results.map(withWhatWasLeftOut), account) : [];
	for (const item of errors) output.push(item);
	const isTriedAgain =
		context.getNode().retryOnFail === true && output.length > 0 && output[0] === errors[0];
	if (isTriedAgain) {
		buyer.keepForNextTry();
	} else {
		buyer.delivered();
		close();
	}
	addHint(context, results, account, failure !== undefined);
	if (output.length === 0 && isTool(context)) return [[explanation(results, account)]];
	return [output];
}

function failed(itemIndex: number, failure: Failure): ItemResult {
	return { ...NOTHING, itemIndex, items: [], reason: 'failure', failure };
}

/**
 * A list that another item's failure cut short is told so, wherever it stood. The cap is no failure:
 * it is told only to an item that got nothing.
 */
function withWhatWasLeftOut(result: ItemResult): ItemResult {
	if (result.reason === 'halted') return { ...result, failure: NOT_CALLED };
	if (result.reason === 'maxCost' && result.items.length === 0) {
		return { ...result, failure: TOO_DEAR };
	}
	return result;
}

function stateOf({ itemIndex, records, next }: ItemResult, account: Account): FailedItem {
	return { itemIndex, records, next, spending: account.ofItem(itemIndex) };
}

function errorItemsOf(results: ItemResult[], account: Account): INodeExecutionData[] {
	return results.flatMap((result) => {
		if (!result.failure) return [];
		const state = stateOf(result, account);
		const { headline, details } = failureWords(result.failure, state);
		const json = { error: errorJson(result.failure, state), message: `${headline}. ${details}` };
		return [{ json, pairedItem: { item: result.itemIndex } }];
	});
}

/** Made afresh from what is known: an error of n8n's helper would carry the request and its key. */
function errorOf(
	context: IExecuteFunctions,
	result: ItemResult,
	account: Account,
	keptMinutes: number,
): NodeApiError {
	const failure = result.failure as Failure;
	const state = stateOf(result, account);
	const { headline, details } = failureWords(failure, state, keptMinutes);
	const total =
		account.total.calls > state.spending.calls
			? ` The whole execution: ${account.total.calls} calls, ${costWords(account.total)}.`
			: '';
	return new NodeApiError(context.getNode(), errorJson(failure, state) as JsonObject, {
		message: headline,
		description: `${details}${total}`,
		httpCode: failure.httpStatus === null ? undefined : String(failure.httpStatus),
		itemIndex: result.itemIndex,
	});
}

function addHint(
	context: IExecuteFunctions,
	results: ItemResult[],
	account: Account,
	isFailed: boolean,
): void {
	const isCut = results.some(({ reason, notices }) => reason === 'maxCost' || notices.length > 0);
	context.addExecutionHints?.({
		message: hintWords(results, account.total),
		type: isFailed || isCut ? 'warning' : 'info',
		location: 'outputPane',
	});
}

/** A model would get an empty text for no items, and could not tell it from a failure. */
function explanation(results: ItemResult[], account: Account): INodeExecutionData {
	return {
		json: { message: `No records. ${hintWords(results, account.total)}` },
		pairedItem: { item: 0 },
	};
}
