import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { IDataDeduplicator } from 'n8n-workflow';

const turn = async () => await new Promise((resolve) => setImmediate(resolve));

/** n8n's own helper for what nodes remember from execution to execution. */
export interface Deduplication {
	helper: IDataDeduplicator;
	/** Calls of the helper so far. */
	calls(): number;
	reset(): void;
}

interface Where {
	workflowId: string;
	context: string;
}

interface Row extends Where {
	value: unknown;
}

/**
 * Returns n8n's helper with a table in this process. As with n8n's database, a row is read and written
 * whole, as JSON, and the thread is free meanwhile.
 */
export function n8nsDeduplication(n8nFolder: string): Deduplication {
	const load = createRequire(join(n8nFolder, 'package.json'));
	const { Container } = load('@n8n/di') as {
		Container: { set(service: unknown, of: object): void };
	};
	const { ProcessedDataRepository } = load('@n8n/db') as { ProcessedDataRepository: unknown };
	const { DeduplicationHelper } = load(
		join(n8nFolder, 'node_modules', 'n8n', 'dist', 'deduplication', 'deduplication-helper.js'),
	) as { DeduplicationHelper: new () => IDataDeduplicator };

	const rows = new Map<string, string>();
	const keyOf = ({ workflowId, context }: Where) => `${workflowId} ${context}`;
	const write = async (row: Row) => {
		rows.set(keyOf(row), JSON.stringify(row));
		await turn();
	};
	Container.set(ProcessedDataRepository, {
		async findOne({ where }: { where: Where }): Promise<Row | null> {
			await turn();
			return JSON.parse(rows.get(keyOf(where)) ?? 'null') as Row | null;
		},
		insert: write,
		update: async (_where: Where, row: Row) => await write(row),
		delete: async (where: Where) => void rows.delete(keyOf(where)),
	});

	let calls = 0;
	const own = new DeduplicationHelper();
	const counted: IDataDeduplicator = {
		async checkProcessedAndRecord(...of) {
			calls += 1;
			return await own.checkProcessedAndRecord(...of);
		},
		async removeProcessed(...of) {
			calls += 1;
			await own.removeProcessed(...of);
		},
		async clearAllProcessedItems(...of) {
			calls += 1;
			await own.clearAllProcessedItems(...of);
		},
		async getProcessedDataCount(...of) {
			calls += 1;
			return await own.getProcessedDataCount(...of);
		},
	};
	return { helper: counted, calls: () => calls, reset: () => rows.clear() };
}
