import type { FailureDetails } from '../shared/failure';
import { isVoid } from '../shared/nothing';
import { timesIn } from '../shared/time';
import { numberOf, objectOf } from '../shared/values';
import { costOf } from './cost';
import type { GatewayRunCost } from './cost';
import type { Layers } from './layers';
import { meaningOfServiceError, serviceErrorIn } from './serviceError';
import { safeRunId } from './runId';
import { meaningOfProvider, runStatusOf, statusOf } from './statuses';
import type { GatewayRunStatus, StatusMeaning } from './statuses';

/** The body of a gateway run: docs/development/gateway.md, Layers of a response. */
export interface GatewayRun extends Partial<GatewayRunStatus> {
	id?: string;
	/** In capitals; empty if there is none. */
	status: string;
	/** Contains the payload. */
	output: unknown;
	money: GatewayRunCost;
	provider: { status?: number; error?: unknown };
	/** Epoch milliseconds on the gateway's clock; NaN if unknown. */
	completedAt: number;
	/** The whole body, from which messages are read. */
	body: Record<string, unknown>;
}

const { millisecondsOf } = timesIn('Z');

/** Reads a run. Returns undefined if the body has no run ID: a payload may have a status, too. */
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
 * Returns what a failed run means: by its own status, then by its provider's, then because it has no output. Returns
 * undefined if none of these reports a failure.
 */
export function meaningOfRun(
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
		const details: FailureDetails = isError ? { variant: 'providerStatus', detail: providers } : {};
		const error = serviceErrorIn(provider.error ?? body);
		return meaningOfServiceError(meaningOfProvider(providers), error, {
			layer: 'provider',
			...details,
		});
	}
	// The output may still be available under the run's ID.
	return isVoid(output) ? { code: 'NOT_FINISHED', words, variant: 'noOutput' } : undefined;
}
