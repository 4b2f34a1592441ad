import { createHash } from 'node:crypto';

import type { DeduplicationItemTypes as Value, ICheckProcessedContextData } from 'n8n-workflow';
import type { ICheckProcessedOptions, IDataDeduplicator } from 'n8n-workflow';

const hashOf = (value: Value) => createHash('md5').update(String(value)).digest('base64');

const turn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * What n8n's deduplication helper does with its table: one row for each node, which is read, changed
 * and written whole, without a lock; what is looked at is added; the first in are the first out.
 */
export class RememberedValues implements IDataDeduplicator {
	private readonly rows = new Map<string, string>();
	calls = 0;
	/** The first and the last of the calls that fail. */
	failsFrom = Infinity;
	failsUntil = Infinity;

	reset(): void {
		this.rows.clear();
		Object.assign(this, { calls: 0, failsFrom: Infinity, failsUntil: Infinity });
	}

	/** Lets a node's row forget its oldest values. */
	forgetOldest(count: number, nodeId = 'Data Access'): void {
		this.rows.set(`workflow n:${nodeId}`, JSON.stringify(this.row(nodeId).slice(count)));
	}

	/** The hashes of a node's row, the oldest first. */
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
		await turn();
		const result = work(row);
		this.rows.set(key, JSON.stringify(row));
		await turn();
		return result;
	}
}
