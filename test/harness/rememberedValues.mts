import { createHash } from 'node:crypto';

import type { DeduplicationItemTypes as Value, ICheckProcessedContextData } from 'n8n-workflow';
import type { ICheckProcessedOptions, IDataDeduplicator } from 'n8n-workflow';

const hashOf = (value: Value) => createHash('md5').update(String(value)).digest('base64');

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Does what n8n's deduplication helper does with its table. Each node has one row, which is read, changed and written as
 * a whole, without a lock. Checking values adds them. The oldest values are removed first.
 */
export class RememberedValues implements IDataDeduplicator {
	private readonly rows = new Map<string, string>();
	calls = 0;
	/** Calls from this one on fail, up to `failsUntil`. */
	failsFrom = Infinity;
	failsUntil = Infinity;

	reset(): void {
		this.rows.clear();
		Object.assign(this, { calls: 0, failsFrom: Infinity, failsUntil: Infinity });
	}

	/** Removes the oldest values of a node. */
	forgetOldest(count: number, nodeId = 'Data Access'): void {
		this.rows.set(`workflow n:${nodeId}`, JSON.stringify(this.row(nodeId).slice(count)));
	}

	/** Returns the hashes of a node, oldest first. */
	row(nodeId = 'Data Access'): string[] {
		return JSON.parse(this.rows.get(`workflow n:${nodeId}`) ?? '[]') as string[];
	}

	async checkProcessedAndRecord(
		items: Value[],
		_scope: string,
		context: ICheckProcessedContextData,
		{ maxEntries }: ICheckProcessedOptions,
	) {
		return await this.change(context, (row) => {
			const held = new Set(row);
			const isHeld = (item: Value) => held.has(hashOf(item));
			const all = [...new Set([...row, ...items.map(hashOf)])];
			row.splice(0, row.length, ...all.slice(-(maxEntries ?? all.length)));
			return { new: items.filter((item) => !isHeld(item)), processed: items.filter(isHeld) };
		});
	}

	async removeProcessed(items: Value[], _scope: string, context: ICheckProcessedContextData) {
		await this.change(context, (row) => {
			const gone = new Set(items.map(hashOf));
			row.splice(0, row.length, ...row.filter((hash) => !gone.has(hash)));
		});
	}

	async clearAllProcessedItems(_scope: string, context: ICheckProcessedContextData) {
		await this.change(context, (row) => void row.splice(0));
	}

	async getProcessedDataCount(_scope: string, context: ICheckProcessedContextData) {
		return await this.change(context, (row) => row.length);
	}

	private async change<T>(of: ICheckProcessedContextData, work: (row: string[]) => T): Promise<T> {
		this.calls += 1;
		const isFailing = this.calls >= this.failsFrom && this.calls <= this.failsUntil;
		if (isFailing) throw new Error('the database is gone');
		const key = `${of.workflow.id} n:${of.node?.id}`;
		const row = JSON.parse(this.rows.get(key) ?? '[]') as string[];
		await nextTick();
		const result = work(row);
		this.rows.set(key, JSON.stringify(row));
		await nextTick();
		return result;
	}
}
