import type { INodeExecutionData } from 'n8n-workflow';

import { copyOfJson } from '../shared/json';
import type { ItemTask } from '../list/itemTask';
import { giveWay } from '../shared/turn';
import type { ItemResult } from './results';

/** Input items that ask for exactly the same get the same: it is gathered once, and copied. */
export class SharedResults {
	private readonly results = new Map<string, Promise<ItemResult>>();
	private readonly keys = new WeakMap<ItemTask, string>();

	/**
	 * @param isShared whether items may share what was bought
	 * @param output the form of the items: those of a page tell its cost
	 */
	constructor(
		private readonly isShared: boolean,
		private readonly output: string,
	) {}

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
		if (first) return await copyFor(itemIndex, await first, this.output === 'pages');
		const gathering = gather();
		this.results.set(key, gathering);
		return await gathering;
	}
}

async function copyFor(
	itemIndex: number,
	result: ItemResult,
	arePages: boolean,
): Promise<ItemResult> {
	const items: INodeExecutionData[] = [];
	for (const { json } of result.items) {
		await giveWay();
		const cost = arePages ? { calls: 0, cost: 0, costIsEstimate: false } : {};
		const pairedItem = { item: itemIndex };
		items.push({ json: { ...copyOfJson(json), ...cost }, pairedItem });
	}
	// What the list saved, it saved once.
	const watched = result.watched && { ...result.watched, saved: { calls: 0, cost: 0 } };
	const reused = { pages: 0, age: 0 };
	return { ...result, itemIndex, items, reused, askedBefore: 0, watched };
}
