import type { IDataObject } from 'n8n-workflow';

import { entriesOf } from '../../shared/entries';
import { wellFormed } from '../../shared/text';
import { SECOND, timesIn } from '../../shared/time';
import { objectOf, textOf } from '../../shared/values';
import { costOf } from '../cost';
import { headerTime } from '../retryAfter';
import { safeRunId } from '../runId';
import { statusOf } from '../statuses';
import type { AskFree, FreeRequest, FreeResult } from './freeRoute';

/** A run in the gateway's list of runs; null for what the gateway does not state. */
export interface ListedRun {
	runId: string;
	/** ISO 8601, on the gateway's clock. */
	createdAt: string | null;
	provider: string | null;
	endpoint: string | null;
	status: string | null;
	/** US dollars. */
	cost: number | null;
}

/** A page of runs, newest first. */
export interface GatewayRunList {
	runs: ListedRun[];
	cursor?: string;
	/** Milliseconds by which the gateway's clock is ahead of this machine's, at least and at most; NaN if unknown. */
	ahead: readonly [least: number, most: number];
}

const PAGE_SIZE = 100;

const orNull = <T>(value: T | undefined): T | null => value ?? null;

/** A time without a zone is in UTC. */
const { isoTime } = timesIn('Z');

function runOf(entry: unknown): ListedRun[] {
	const run = objectOf(entry);
	const runId = safeRunId(run.runId);
	if (runId === undefined) return [];
	return [
		{
			runId,
			createdAt: isoTime(run.createdAt),
			provider: orNull(textOf(run.provider)),
			endpoint: orNull(textOf(run.endpoint)),
			status: orNull(textOf(statusOf(run.status))),
			cost: orNull(costOf(run).cost),
		},
	];
}

/** `wellFormed`, because encodeURIComponent throws for half a character. */
const pathOfPage = (cursor = '') =>
	`runs?limit=${PAGE_SIZE}${cursor && `&cursor=${encodeURIComponent(wellFormed(cursor))}`}`;

function pageOfRuns(cursor?: string): FreeRequest<GatewayRunList> {
	const sentAt = Date.now();
	return {
		path: pathOfPage(cursor),
		read(json, { headers }) {
			const { items, cursor: next } = objectOf(json);
			const runs = entriesOf(items)?.flatMap(runOf);
			// The header has whole seconds, and was written at some moment between sending and receiving.
			const time = headerTime(headers);
			const ahead = [time - Date.now(), time + SECOND - sentAt] as const;
			return runs && { runs, cursor: textOf(next), ahead };
		},
	};
}

/** Yields the pages of the list, at most `most`. Ends after the first failure. */
export async function* pagesOfRuns(
	ask: AskFree,
	most: number,
): AsyncGenerator<FreeResult<GatewayRunList>> {
	let cursor: string | undefined;
	for (let requested = 0; requested < most; requested++) {
		const page = await ask(pageOfRuns(cursor));
		yield page;
		if ('failure' in page || page.value.cursor === undefined) return;
		cursor = page.value.cursor;
	}
}

/**
 * Requests one run with input and output. Its text can be read like the response of its call. A response with another
 * run is ignored.
 */
export const oneRun = (runId: string): FreeRequest<{ run: IDataObject; text: string }> => ({
	path: `runs/${encodeURIComponent(runId)}`,
	read(json, { text }) {
		const run = objectOf(json);
		return safeRunId(run.runId) === runId ? { run, text } : undefined;
	},
});
