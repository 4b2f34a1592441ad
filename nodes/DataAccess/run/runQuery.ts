import type { INodeExecutionData } from 'n8n-workflow';

import { Parameters } from '../ask/parameters';
import { readRequest } from '../ask/request';
import { taskReader } from '../ask/task';
import { Buyer } from '../buy/buyer';
import { nextTry } from '../buy/owner';
import { happenedIn } from '../deliver/happened';
import { itemMaker } from '../deliver/items';
import { failed, untouched } from '../deliver/results';
import type { ItemResult } from '../deliver/results';
import { dryRun } from './dryRun';
import { concludeUnspent, finish } from './ending';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { Host } from '../host/host';
import { beginOf, collect } from '../list/collect';
import type { OpenQuery, Query } from '../operations/operation';
import { inParallel, Slots } from '../shared/parallel';
import { giveWay } from '../shared/turn';
import { LISTS_AT_ONCE } from '../watch/batchedFacts';
import { openMemory } from '../watch/memory';

/**
 * Runs an operation that buys, for all input items.
 * @returns the items in input order, error items last; on a second output the report, where wanted
 * @throws NodeApiError under On Error = Stop, after every call under way has ended
 */
export async function runQuery(
	host: Host,
	operation: Query | OpenQuery,
): Promise<INodeExecutionData[][]> {
	const { current, end } = begin(host);
	const refuse = ({ failure }: { failure: Failure }) => {
		if (current.number >= host.maxTries) end();
		const results = host.inputItems.map((_, itemIndex) => failed(itemIndex, failure));
		return concludeUnspent(host, results, current);
	};

	const parameters = new Parameters(host.parameters);
	const read = await readRequest(operation, parameters, host);
	if ('failure' in read) return refuse(read);
	const { query, settings, deployment, credential } = read;
	if (settings.dryRun) return await dryRun(host, parameters, read);
	const opened = await openMemory(query, settings, host);
	if ('failure' in opened) return refuse(opened);
	const { memory } = opened;

	const buyer = new Buyer({
		...settings,
		query,
		transport: host.transport(credential),
		deployment,
		nodeContext: host.nodeContext,
		executionId: host.executionId,
		current,
		calls: new Slots(settings.concurrency),
		stop: host.stop,
		deadline: host.deadline,
		// A poll has one list, which can go on elsewhere where a position has expired.
		endsOnFailure: !host.goesOn && !host.isPoll,
	});
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

	try {
		const results: ItemResult[] = [];
		// Concurrency still limits the calls.
		const lists = memory.isShared ? LISTS_AT_ONCE : settings.concurrency;
		await inParallel(host.inputItems.length, lists, async (itemIndex) => {
			// An exception is the failure of this item alone.
			const result = await work(itemIndex).catch((error: unknown) =>
				failed(itemIndex, unexpected(error)),
			);
			results[itemIndex] = result;
			if (result.failure && !host.goesOn) buyer.halt();
			await giveWay();
		});
		const happened = happenedIn({
			results,
			account: current.account,
			cap: settings.cap,
			remarks: [],
			isPoll: host.isPoll,
		});
		return await finish(host, { happened, buyer, memory, current, end });
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
