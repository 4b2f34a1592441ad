import type { Parameters } from '../ask/parameters';
import type { RunRequest } from '../ask/request';
import { TaskReader } from '../ask/task';
import { failedBefore } from '../deliver/itemResult';
import type { ItemResult } from '../deliver/itemResult';
import type { Host } from '../host/host';
import type { ItemTask } from '../list/itemTask';
import { giveWay } from '../shared/turn';

/** What an input item asks for, or what comes of it where that cannot be asked. */
export type ReadTask = { task: ItemTask } | { refused: ItemResult };

/** Reads what all input items ask for, before anything is bought. */
export async function readTasks(
	{ who, wanted }: Host,
	{ query, settings }: RunRequest,
	parameters: Parameters,
): Promise<ReadTask[]> {
	const reader = new TaskReader(parameters, query, who.isTool, settings.onlyNew);
	const forAll = parameters.areStatic ? reader.taskOf(0) : undefined;
	const tasks: ReadTask[] = [];
	for (const itemIndex of wanted.inputItems.keys()) {
		const task = forAll ?? reader.taskOf(itemIndex);
		if ('failure' in task) {
			tasks.push({ refused: failedBefore(itemIndex, task.failure, task) });
		} else {
			tasks.push({ task });
		}
		await giveWay();
	}
	return tasks;
}
