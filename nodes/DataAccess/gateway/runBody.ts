import { isVoid } from '../shared/nothing';
import { timesIn } from '../shared/time';
import { isObject, numberOf, objectOf, textOf } from '../shared/values';
import { costOf } from './cost';
import type { RunCost } from './cost';
import { meaningOf, statusOf } from './runStatus';
import type { Meaning } from './runStatus';

/** The gateway's run body: docs/development/gateway.md, Layers of an answer. */
export interface Run extends Partial<Meaning> {
	id?: string;
	/** In capitals; empty where there is none. */
	status: string;
	/** What holds the payload; undefined where the output is missing. */
	output: unknown;
	money: RunCost;
	/** Epoch milliseconds on the gateway's clock; undefined where it does not say. */
	completedAt?: number;
	provider: { status?: number; error?: unknown };
	/** As it came, for its words. */
	body: Record<string, unknown>;
}

const { millisecondsOf } = timesIn('Z');

/** undefined where an answer has none. */
export function readRun(body: unknown): Run | undefined {
	if (!isObject(body)) return undefined;
	const meaning = meaningOf(body.status);
	if (!meaning && !('runId' in body)) return undefined;
	const { httpStatus, error } = objectOf(body.providerResponse);
	const completedAt = millisecondsOf(body.completedAt);
	return {
		...meaning,
		id: textOf(body.runId) ?? numberOf(body.runId)?.toString(),
		status: statusOf(body.status),
		output: isVoid(body.output) && !isVoid(body.data) ? body : body.output,
		money: costOf(body),
		...(Number.isFinite(completedAt) && { completedAt }),
		provider: { status: numberOf(httpStatus), error },
		body,
	};
}
