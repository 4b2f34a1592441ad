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
 */
export function failureOfRun(run: Run, httpStatus: number, layers: Layers): Failure | undefined {
	const { phase, meant, status, provider, body, output } = run;
	const { words } = refusalIn(body);
	if (meant) {
		const [code, facts] = meant;
		return failureOf(code, { words, fact: status, ...facts });
	}
	const providers = provider.status ?? httpStatus;
	const isError = providers >= 400;
	if (phase === 'overWithoutPage' || (isError && !layers.haveRecords())) {
		const told = isError && ({ particular: 'providerStatus', fact: providers } as const);
		const refusal = refusalIn(provider.error ?? body);
		return refusedAs(meantByProvider(providers), refusal, { layer: 'provider', ...told });
	}
	// It may still be had by the run's id.
	return isVoid(output) ? failureOf('NOT_FINISHED', { words, particular: 'noOutput' }) : undefined;
}
