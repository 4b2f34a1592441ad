import type { INodeExecutionData } from 'n8n-workflow';

import { Parameters } from '../ask/parameters';
import { readRequest } from '../ask/request';
import { taskReader } from '../ask/task';
import { Buyer } from '../buy/buyer';
import { nextTry } from '../buy/owner';
import { itemMaker } from '../deliver/items';
import { failed, untouched } from '../deliver/results';
import type { ItemResult } from '../deliver/results';
import { dryRun } from './dryRun';
import { EqualItems } from './equalItems';
import { finish, refuse } from './ending';
import { unexpected } from '../shared/failure';
import type { Host } from '../host/host';
import { beginOf, collect } from '../list/collect';
import type { ItemTask } from '../list/itemTask';
import type { OpenQuery, Query } from '../operations/operation';
import { inParallel, Slots } from '../shared/parallel';
import { giveWay } from '../shared/turn';
import { LISTS_AT_ONCE } from '../watch/batchedFacts';
import { openMemory } from '../watch/memory';

/**
 * Runs one operation for all input items: the whole of what the node does in an execution.
 * @returns the items in input order, error items last; on a second output the report, where wanted
 * @throws NodeApiError under On Error = Stop, after every call under way has ended
 */
export async function run(
	host: Host,
	operation: Query | OpenQuery,
): Promise<INodeExecutionData[][]> {
	const { current, end } = begin(host);

	const parameters = new Parameters(host.parameters);
	const read = await readRequest(operation, parameters, host);
	if ('failure' in read) return refuse(host, current, read.failure);
	const { query, settings, deployment, credential } = read;
	if (settings.dryRun) return await dryRun(host, parameters, read);

	const calls = new Slots(settings.concurrency);
	const opened = await openMemory(query, settings, host);
	if ('failure' in opened) return refuse(host, current, opened.failure);
	const { memory } = opened;

	const buyer = new Buyer({
		...settings,
		query,
		transport: host.transport(credential),
		deployment,
		memory: host.memory,
		executionId: host.executionId,
		current,
		calls,
		stop: host.stop,
		deadline: host.deadline,
		// A poll has one list, which can go on elsewhere where a position has expired.
		endsOnFailure: !host.goesOn && !host.isPoll,
	});
	const equal = new EqualItems();
	const hasSeveral = host.inputItems.length > 1;
	const readTask = taskReader(parameters, query, host, settings.cap);
	const itemsOf = itemMaker({ ...settings, isForModel: host.isTool }, query);

	async function work(itemIndex: number): Promise<ItemResult> {
		// If the run delivers anything, go on without calls: each item then gets the position where its
		// list begins.
		if ((buyer.isHalted() && !host.goesOn) || host.stop?.aborted) return untouched(itemIndex);
		const task = readTask(itemIndex);
		if ('failure' in task) {
			const { failure, begun } = task;
			return failed(itemIndex, failure, begun?.list, begun && beginOf(query, begun));
		}
		const read = async () => await readList(itemIndex, task);
		return hasSeveral ? await equal.resultOf(task, itemIndex, read) : await read();
	}

	async function readList(itemIndex: number, task: ItemTask): Promise<ItemResult> {
		const items: INodeExecutionData[] = [];
		const collected = await collect(task, {
			query,
			buy: buyer.pagesFor(itemIndex, task.timeout),
			deliver: (page) => {
				for (const item of itemsOf(page, itemIndex)) items.push(item);
			},
			watch: memory.listOf(task),
		});
		// A page of Output = Pages without a new record is none to deliver either.
		const hasNothingNew = collected.watched !== undefined && collected.records === 0;
		return { ...collected, itemIndex, items: hasNothingNew ? [] : items };
	}

	/** Whatever goes wrong with one item, what was bought for the others is not lost. */
	async function workSafely(itemIndex: number): Promise<ItemResult> {
		try {
			return await work(itemIndex);
		} catch (error) {
			return failed(itemIndex, unexpected(error));
		}
	}

	try {
		const results: ItemResult[] = [];
		// Concurrency still limits the calls.
		const lists = memory.isShared ? LISTS_AT_ONCE : settings.concurrency;
		await inParallel(host.inputItems.length, lists, async (itemIndex) => {
			const result = await workSafely(itemIndex);
			results[itemIndex] = result;
			if (result.failure && !host.goesOn) buyer.halt();
			await giveWay();
		});
		return await finish(host, buyer, { results, current, memory, allowed: settings, end });
	} finally {
		buyer.close();
	}
}

/** The try, or use of the tool, that begins, and how to end the run over all its tries. */
function begin({ executionId, node, isTool, maxTries, round, onEnd }: Host) {
	const { current, isNew, end } = nextTry({
		executionId,
		nodeId: node.id,
		isAgent: isTool,
		// Only n8n's Retry On Fail runs the node again in the same round.
		round: maxTries > 1 ? round() : '',
	});
	if (!isTool) return { current, end };
	// An agent may ask again until its execution has ended.
	if (isNew) onEnd(end);
	return { current, end: () => {} };
}
