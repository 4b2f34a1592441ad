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
import { beginOf, ListReading } from '../list/collect';
import type { ItemTask } from '../list/itemTask';
import type { WatchedList } from '../list/watchedList';
import type { OpenQuery, Query } from '../operations/operation';
import { inParallel } from '../shared/parallel';
import { giveWay } from '../shared/turn';
import { openMemory } from '../watch/memory';
import { readInTurn } from './listsInTurn';

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
	const { memory, remarks } = opened;

	const buyer = new Buyer({
		...settings,
		query,
		transport: host.transport(credential),
		deployment,
		nodeContext: host.nodeContext,
		executionId: host.executionId,
		current,
		stop: host.stop,
		deadline: host.deadline,
		endsOnFailure: !host.goesOn,
	});
	const readTask = taskReader(parameters, query, host);
	const itemsOf = itemMaker({ ...settings, isForModel: host.isTool }, query);
	const results: ItemResult[] = [];

	/** An item's list; undefined where there is none to read. */
	function open<W extends WatchedList | undefined>(
		itemIndex: number,
		watchOf: (task: ItemTask) => W,
	): { reading: ListReading; watch: W; end(): void } | undefined {
		const take = (result: ItemResult) => {
			results[itemIndex] = result;
			if (result.failure && !host.goesOn) buyer.halt();
			return undefined;
		};
		const safely = <T>(job: () => T) => {
			try {
				return job();
			} catch (error) {
				// The failure of this item alone.
				return take(failed(itemIndex, unexpected(error)));
			}
		};
		// If the run delivers anything, go on without calls: each item then gets the position where its
		// list begins.
		if ((buyer.isHalted() && !host.goesOn) || host.stop?.aborted) return take(untouched(itemIndex));
		const task = safely(() => readTask(itemIndex));
		if (!task) return undefined;
		if ('failure' in task) {
			const { failure, begun } = task;
			return take(failed(itemIndex, failure, begun?.list, begun && beginOf(query, begun)));
		}
		const items: INodeExecutionData[] = [];
		const watch = watchOf(task);
		const reading = new ListReading(task, {
			query,
			buy: buyer.pagesFor(itemIndex, task.timeout, watch?.since),
			deliver: (page) => {
				for (const item of itemsOf(page, itemIndex)) items.push(item);
			},
			watch,
		});
		const end = () =>
			safely(() => {
				const collected = reading.end();
				// A page of Output = Pages without a new record is none to deliver either.
				const hasNothingNew = watch !== undefined && collected.records === 0;
				take({ ...collected, itemIndex, items: hasNothingNew ? [] : items });
			});
		return { reading, watch, end };
	}

	try {
		const { concurrency } = settings;
		const { length: count } = host.inputItems;
		if (memory) {
			await readInTurn({
				...{ count, concurrency },
				open: (itemIndex) => open(itemIndex, (task) => memory.listOf(task, buyer)),
				recall: async (lists) => await memory.recall(lists),
			});
		} else {
			await inParallel(count, concurrency, async (itemIndex) => {
				const list = open(itemIndex, () => undefined);
				await list?.reading.readWhole();
				list?.end();
				await giveWay();
			});
		}
		const { account } = current;
		const happened = happenedIn({ results, account, cap: settings.cap, remarks });
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
