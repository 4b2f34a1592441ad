import type { IDataObject } from 'n8n-workflow';

import { costOf } from '../cost';
import { safeRunId, statusOf, timeOf, ungrouped } from '../lostRun';
import { isObject, objectOf, textOf } from '../../shared/values';
import type { FreeRequest } from './freeRoute';

/** Runs that a page of the list has at most. */
const PAGE = 100;

/** A run of the account; null where the gateway does not say. */
function accountRunOf(entry: unknown) {
	const told = objectOf(entry);
	const runId = safeRunId(told.runId);
	const time = timeOf(told.createdAt);
	if (runId === undefined) return [];
	return [
		{
			runId,
			createdAt: Number.isNaN(time) ? null : new Date(time).toISOString(),
			provider: textOf(told.provider) ?? null,
			endpoint: textOf(told.endpoint) ?? null,
			status: statusOf(told.status) || null,
			cost: costOf(told).cost ?? null,
		},
	];
}

/** One page of the account's runs, newest first, and where the next one begins. */
export const pageOfRuns = (
	cursor: string | undefined,
	timeoutMs: number,
): FreeRequest<{ runs: ReturnType<typeof accountRunOf>; cursor?: string }> => ({
	route: 'runs',
	path: `runs?limit=${PAGE}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
	timeoutMs,
	read(json) {
		const { items, cursor: next } = objectOf(json);
		if (!Array.isArray(items)) return undefined;
		return { runs: items.flatMap(accountRunOf), cursor: textOf(next) };
	},
});

/** A run with what it was asked, in one level, and what it answered; its text is an answer like any other. */
export const runWith = (
	runId: string,
	timeoutMs: number,
): FreeRequest<{ text: string; input: IDataObject; output: unknown }> => ({
	route: 'run',
	path: `runs/${encodeURIComponent(runId)}`,
	isAboutOne: true,
	isOneOfMany: true,
	timeoutMs,
	read(json, { text }) {
		if (!isObject(json) || safeRunId(json.runId) !== runId) return undefined;
		return { text, input: ungrouped(objectOf(json.input)) as IDataObject, output: json.output };
	},
});
