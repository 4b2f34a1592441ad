import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { isVoid } from '../shared/nothing';
import { timesIn } from '../shared/time';
import { isObject, numberOf, objectOf } from '../shared/values';
import { costOf } from './cost';
import type { RunCost } from './cost';
import { safeRunId } from './free/runList';
import type { Layers } from './layers';
import { refusalIn, refusedAs } from './refusal';
import { meantByProvider, runStatusOf, statusOf } from './statuses';
import type { RunStatus } from './statuses';

/** The gateway's run body: docs/development/gateway.md, Layers of an answer. */
export interface Run extends Partial<RunStatus> {
	id?: string;
	/** In capitals; empty where there is none. */
	status: string;
	/** What holds the payload. */
	output: unknown;
	money: RunCost;
	provider: { status?: number; error?: unknown };
	/** Epoch milliseconds on the gateway's clock; NaN where it does not say. */
	completedAt: number;
	/** As it came, for its words. */
	body: Record<string, unknown>;
}

const { millisecondsOf } = timesIn('Z');

/** undefined where an answer has none. */
export function readRun(body: unknown): Run | undefined {
	if (!isObject(body)) return undefined;
	const meaning = runStatusOf(body.status);
	if (!meaning && !('runId' in body)) return undefined;
	const { httpStatus, error } = objectOf(body.providerResponse);
	return {
		...meaning,
		id: safeRunId(body.runId),
		status: statusOf(body.status),
		output: body.output,
		money: costOf(body),
		provider: { status: numberOf(httpStatus), error },
		completedAt: millisecondsOf(body.completedAt),
		body,
	};
}

/**
 * By the run's own status, then by its provider's, then because it has no output; undefined where it completed and
 * the provider answered well.
 * @param sent the request
 */
export function failureOfRun(
	{ phase, code, status, provider, body, output }: Run,
	httpStatus: number,
	layers: Layers,
	sent: string,
): Failure | undefined {
	const { words } = refusalIn(body);
	if (phase === 'running') {
		return failureOf('NOT_FINISHED', { words, particular: 'stillRunning', fact: status });
	}
	if (code) return failureOf(code, { words });
	const providers = provider.status ?? httpStatus;
	const isError = providers >= 400;
	if (phase === 'overWithoutPage' || (isError && !layers.haveRecords())) {
		const refusal = refusalIn(provider.error ?? body);
		const told = isError && ({ particular: 'providerStatus', fact: providers } as const);
		return refusedAs(meantByProvider(providers), refusal, sent, { layer: 'provider', ...told });
	}
	// It may still be had by the run's id.
	const hasNoOutput = isVoid(output) && !layers.hasPage;
	return hasNoOutput ? failureOf('NOT_FINISHED', { words, particular: 'noOutput' }) : undefined;
}
