import type { INodeExecutionData } from 'n8n-workflow';

import { copyOfJson } from '../shared/json';
import type { ItemTask } from '../list/itemTask';
import { giveWay } from '../shared/turn';
import type { ItemResult } from './results';

/** Input items that ask for exactly the same get the same: it is gathered once, and copied. */
export class SharedResults {
	private readonly results = new Map<string, Promise<ItemResult>>();
	private readonly keys = new WeakMap<ItemTask, string>();

	/** @param isShared whether items may share what was bought */
	constructor(private readonly isShared: boolean) {}

	/** @param gather gathers the list of the first item that asks for it; never throws */
	async of(
		task: ItemTask,
		itemIndex: number,
		gather: () => Promise<ItemResult>,
	): Promise<ItemResult> {
		if (!this.isShared) return await gather();
		const key = this.keys.get(task) ?? JSON.stringify(task);
		this.keys.set(task, key);
		const first = this.results.get(key);
		if (first) return await copyFor(itemIndex, await first);
		const gathering = gather();
		this.results.set(key, gathering);
		return await gathering;
	}
}

async function copyFor(itemIndex: number, result: ItemResult): Promise<ItemResult> {
	const items: INodeExecutionData[] = [];
	for (const { json } of result.items) {
		await giveWay();
		const copy = copyOfJson(json);
		// Only an item of Output = Pages holds both, and this copy of it cost nothing.
		if ('calls' in copy && 'costIsEstimate' in copy) {
			Object.assign(copy, { calls: 0, cost: 0, costIsEstimate: false });
		}
		items.push({ json: copy, pairedItem: { item: itemIndex } });
	}
	return { ...result, itemIndex, items, reused: { pages: 0, age: 0 }, askedBefore: 0 };
}
