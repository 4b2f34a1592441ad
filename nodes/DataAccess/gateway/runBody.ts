import type { FailureFacts } from '../shared/failure';
import { isVoid } from '../shared/nothing';
import { timesIn } from '../shared/time';
import { numberOf, objectOf } from '../shared/values';
import { costOf } from './cost';
import type { RunCost } from './cost';
import type { Layers } from './layers';
import { failureOfServiceError, serviceErrorIn } from './serviceError';
import { safeRunId } from './runId';
import { meaningOfProvider, runStatusOf, statusOf } from './statuses';
import type { RunStatus, StatusMeaning } from './statuses';

/** The gateway's run body: docs/development/gateway.md, Layers of an answer. */
export interface GatewayRun extends Partial<RunStatus> {
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

/** Each run names itself: a payload has a status of its own, too. undefined where an answer has none. */
export function readRun(body: unknown): GatewayRun | undefined {
	const fields = objectOf(body);
	if (!('runId' in fields)) return undefined;
	const { httpStatus, error } = objectOf(fields.providerResponse);
	return {
		...runStatusOf(fields.status),
		id: safeRunId(fields.runId),
		status: statusOf(fields.status),
		output: fields.output,
		money: costOf(fields),
		provider: { status: numberOf(httpStatus), error },
		completedAt: millisecondsOf(fields.completedAt),
		body: fields,
	};
}

/**
 * By the run's own status, then by its provider's, then because it has no output; undefined where it completed and
 * the provider answered well.
 */
export function failureOfRun(
	run: GatewayRun,
	httpStatus: number,
	layers: Layers,
): StatusMeaning | undefined {
	const { phase, meaning, provider, body, output } = run;
	const { words } = serviceErrorIn(body);
	if (meaning) return { words, ...meaning };
	const providers = provider.status ?? httpStatus;
	const isError = providers >= 400;
	if (phase === 'failed' || (isError && !layers.haveRecords())) {
		const details: FailureFacts = isError ? { particular: 'providerStatus', fact: providers } : {};
		const error = serviceErrorIn(provider.error ?? body);
		return failureOfServiceError(meaningOfProvider(providers), error, {
			layer: 'provider',
			...details,
		});
	}
	// It may still be had by the run's id.
	return isVoid(output) ? { code: 'NOT_FINISHED', words, particular: 'noOutput' } : undefined;
}
