import type { INodeExecutionData } from 'n8n-workflow';

import { loadDeployment } from './ask/deployment';
import { Parameters } from './ask/parameters';
import { readSettings } from './ask/settings';
import type { Settings } from './ask/settings';
import { taskReader } from './ask/task';
import { openShop } from './buy/shop';
import type { Shop } from './buy/shop';
import { openTries } from './buy/tries';
import type { Tries } from './buy/tries';
import { NOTHING_KEPT } from './buy/keptPages';
import { stopErrorOf } from './deliver/errors';
import { explanationOf, hintOf, isWarning } from './deliver/hint';
import { itemMaker } from './deliver/items';
import { outputOf } from './deliver/output';
import { failed, summaryOf, untouched } from './deliver/results';
import type { ItemResult } from './deliver/results';
import { SharedResults } from './deliver/sharedResults';
import type { Failure } from './failure';
import type { Host } from './host';
import { collect } from './list/collect';
import type { Remark } from './list/watch';
import type { Query } from './operations/operation';
import { giveWay } from './turn';
import { openWatcher } from './watch/watcher';
import type { Watcher } from './watch/watcher';

/**
 * Runs one query for all input items: the whole of what the node does in an execution.
 * @returns the items of the one output, in input order, error items last
 * @throws NodeApiError under On Error = Stop, after every call under way has ended
 */
export async function run(host: Host, query: Query): Promise<INodeExecutionData[][]> {
	const { tries, close } = openTriesOf(host);

	const parameters = new Parameters(host.parameters);
	const read = readSettings(parameters);
	if ('failure' in read) return refuse(host, tries, read.failure);
	const settings: Settings = read;
	const loaded = await loadDeployment(host.loadCredential);
	if ('failure' in loaded) return refuse(host, tries, loaded.failure);

	const watching = await openWatcher(query, settings.onlyNew, host);
	if ('failure' in watching) return refuse(host, tries, watching.failure);
	const { watcher } = watching;

	const several = host.inputItems.length > 1;
	const shop = openShop({
		...settings,
		query,
		transport: host.transport(loaded.credential),
		deployment: loaded.deployment,
		memory: host.memory,
		executionId: host.executionId,
		tries,
		stop: host.stop,
		endsOnFailure: !host.goesOn,
	});
	const shared = new SharedResults(several && settings.sharesCalls);
	const readTask = taskReader(parameters, query);
	const itemsOf = itemMaker(settings, query);

	async function work(itemIndex: number): Promise<ItemResult> {
		// Where anything is delivered, an item without a call is still told where its list begins.
		const isOver = shop.isHalted() && !host.goesOn && !settings.keepBought;
		if (isOver || host.stop?.aborted) return untouched(itemIndex);
		const task = readTask(itemIndex);
		if ('failure' in task) return failed(itemIndex, task.failure);
		return await shared.of(task, itemIndex, async () => {
			const items: INodeExecutionData[] = [];
			const collected = await collect(task, {
				query,
				buy: async (input, skip) => {
					return await shop.page({ input, skip, itemIndex, timeout: task.timeout });
				},
				deliver: (page) => {
					for (const item of itemsOf(page, itemIndex)) items.push(item);
				},
				keepRest: (page, skip) => shop.keepRest(page, skip),
				watch: watcher.of(task),
			});
			return { ...collected, itemIndex, items };
		});
	}

	try {
		const results: ItemResult[] = [];
		await inParallel(host.inputItems.length, settings.concurrency, async (itemIndex) => {
			const result = await work(itemIndex);
			results[itemIndex] = result;
			if (result.failure && !host.goesOn) shop.halt();
			await giveWay();
		});
		const { keepBought } = settings;
		return [await finish(host, shop, { results, tries, watcher, keepBought, close })];
	} finally {
		shop.close();
	}
}

function openTriesOf(host: Host): { tries: Tries; close(): void } {
	const [firstItem] = host.inputItems;
	if (host.maxTries === 1 || !firstItem) return openTries(undefined, '');
	return openTries(firstItem, [host.executionId, host.node.id, host.round()].join(':'));
}

/** Works on the input items, so many in parallel, beginning with the first. */
async function inParallel(
	count: number,
	parallel: number,
	work: (itemIndex: number) => Promise<void>,
): Promise<void> {
	let nextIndex = 0;
	const worker = async () => {
		while (nextIndex < count) await work(nextIndex++);
	};
	await Promise.all(Array.from({ length: Math.min(parallel, count) }, worker));
}

/** Ends a run in which nothing can be asked for: every item fails alike, and nothing is spent. */
function refuse(host: Host, tries: Tries, failure: Failure): INodeExecutionData[][] {
	const results = host.inputItems.map((_, itemIndex) => failed(itemIndex, failure));
	const [first] = results;
	if (first && !host.goesOn) {
		throw stopErrorOf(host.node, { ...first, failure }, tries, { kept: NOTHING_KEPT, pages: 0 });
	}
	return [outputOf(results, host.goesOn, tries).items];
}

interface Outcome {
	results: ItemResult[];
	tries: Tries;
	watcher: Watcher;
	keepBought: boolean;
	/** Ends the tries of this run: what it bought is delivered. */
	close(): void;
}

/** Delivers what the run brought, or keeps what it bought and says what failed. */
async function finish(
	host: Host,
	shop: Shop,
	{ results, tries, watcher, keepBought, close }: Outcome,
): Promise<INodeExecutionData[]> {
	if (host.stop?.aborted) {
		await watcher.undone();
		await shop.kept.runFailed(false);
		// An error would show a stopped execution as a failed one, and have n8n try it again.
		return [];
	}
	const output = outputOf(results, host.goesOn, tries);
	const isTriedAgain = tries.number < host.maxTries;
	const failedResult = host.goesOn ? undefined : stoppingResult(results, tries);
	if (failedResult && !(keepBought && output.items.length > 0)) {
		tries.failure = failedResult.failure;
		await watcher.undone();
		const kept = await shop.kept.runFailed(isTriedAgain);
		const pages = results.reduce((sum, result) => sum + result.pages, 0);
		report(host, shop, results);
		throw stopErrorOf(host.node, failedResult, tries, { kept, pages });
	}
	let remarks: Remark[] = [];
	if (output.isFailed && isTriedAgain) {
		await watcher.undone();
		await shop.kept.runFailed(true);
	} else {
		remarks = await watcher.delivered();
		// n8n drops the output of an execution that is stopped.
		if (host.stop?.aborted) await watcher.undone();
		await shop.kept.delivered();
		close();
	}
	report(host, shop, results);
	host.showHint({
		message: hintOf(results, tries, remarks),
		type: isWarning(results, tries, remarks) ? 'warning' : 'info',
		location: 'outputPane',
	});
	if (output.items.length > 0 || !host.isTool) return output.items;
	return [explanationOf(results, tries, remarks)];
}

/** What stops the workflow: a failure, or a cap that left nothing of what earlier tries paid for. */
function stoppingResult(
	results: ItemResult[],
	tries: Tries,
): (ItemResult & { failure: Failure }) | undefined {
	const failedResult = results.find(({ failure }) => failure !== undefined);
	if (failedResult?.failure) return { ...failedResult, failure: failedResult.failure };
	const capped = results.find(({ reason }) => reason === 'maxCost');
	const isEmpty = results.every(({ items }) => items.length === 0);
	if (!capped || !isEmpty || !tries.failure || tries.total.most === 0) return undefined;
	return { ...capped, failure: tries.failure };
}

/** Tells later nodes and n8n's traces what the run cost. */
function report(host: Host, shop: Shop, results: ItemResult[]): void {
	const { records, reusedPages, reason } = summaryOf(results);
	shop.money.report(records, reusedPages, reason);
	host.trace(shop.money.sums());
}
