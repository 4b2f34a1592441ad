import { hash } from 'node:crypto';

import { failureOf, unexpected } from '../shared/failure';
import type { Failed, Failure } from '../shared/failure';
import { remembered } from '../shared/remembered';
import { yieldToEventLoop } from '../shared/eventLoop';
import { readResponse } from './response';
import type { Paid } from './response';
import { askFreeRoute } from './free/freeRoute';
import type { AskFree, FreeRequest, FreeResult, GatewayLogin } from './free/freeRoute';
import type { PageReader } from './layers';
import { leadOf, recordClock } from './lost/clock';
import { claimRun, recoverRun } from './lost/recoverRun';
import type { ExcludedRuns, NotRecovered, RecoveredRun } from './lost/recoverRun';
import type { SearchedCall } from './lost/lostRun';
import { failureCleaner } from './redact';
import type { Transport } from './transport';

interface Call {
	provider: string;
	/** The path and the input of the operation, in this deployment's own words. */
	endpoint: string;
	input: Record<string, unknown>;
	/** Milliseconds. */
	timeout: number;
	query: PageReader;
}

export interface Bought extends Paid {
	/** The raw response, from which `payloadIn` reads the payload again. */
	text: string;
}

/** API keys with which a call has succeeded, as digests, so that memory holds no key. */
const proven = remembered<true>('provenKeys');

/** Buys pages from one gateway with one key. No response makes its methods throw. */
export class Gateway {
	private readonly clean: (failure: Failure) => Failure;
	/** Identifies the gateway and its API key. */
	private readonly keyDigest: string;

	constructor(
		private readonly send: Transport,
		private readonly login: GatewayLogin,
		private readonly log?: (line: string) => void,
	) {
		this.clean = failureCleaner(login.secret);
		this.keyDigest = hash('sha256', JSON.stringify([login.url, login.secret]), 'base64');
	}

	/** Makes one paid call, without retries. A failure says whether it was charged. */
	async buy({ provider, endpoint, input, timeout, query }: Call): Promise<Bought | Failed> {
		const { url } = this.login;
		const body = JSON.stringify({ provider, endpoint, input });
		const response = await this.send({ url, body, timeoutMs: timeout });
		if ('failure' in response) return { failure: this.clean(response.failure) };

		await yieldToEventLoop();
		const read = readResponse(response, query, proven.has(this.keyDigest));
		if (read.runId) claimRun(url, read.runId);
		if ('failure' in read) return { failure: this.clean(read.failure) };

		proven.set(this.keyDigest, true);
		recordClock(url, read.completedAt);
		await yieldToEventLoop();
		return { ...read, text: response.text };
	}

	/**
	 * Milliseconds by which the gateway's clock is at least ahead of this machine's; undefined if no response has shown
	 * it. Stored with a lost call, so that another process can search for it.
	 */
	get clockLead(): number | undefined {
		return leadOf(this.login.url);
	}

	async ask<T>(request: FreeRequest<T>, timeoutMs: number): Promise<FreeResult<T>> {
		return await askFreeRoute(this.send, this.login, request, timeoutMs);
	}

	/**
	 * Searches once for the run of a call whose response was lost, and reads the run like a response. Runs created before
	 * the previous page arrived are ignored, because their page could leave a gap.
	 */
	async recover(
		call: SearchedCall & Pick<Call, 'query'>,
		excluded: ExcludedRuns,
		ask: AskFree,
	): Promise<(Bought & Pick<RecoveredRun, 'begunAt'>) | Failed | NotRecovered> {
		try {
			const result = await recoverRun({ excluded, ask, gatewayUrl: this.login.url, call });
			return 'failure' in result ? { failure: this.clean(result.failure) } : result;
		} catch (error) {
			// Only the name of the error: its message may quote a response.
			this.log?.(`could not search for a lost response: ${unexpected(error).words}`);
			// It would fail again.
			return { why: 'notHere' };
		}
	}

	/** Returns the failure of a paid page that lacks what the operation reads, such as its list of records. */
	unreadable(
		text: string,
		missing: string,
		details?: Pick<Failure, 'cost' | 'variant' | 'runId'>,
	): Failure {
		return this.clean(
			failureOf('UNRECOGNISED_ANSWER', {
				layer: 'platform',
				httpStatus: 200,
				variant: 'noShape',
				detail: missing,
				excerpt: text,
				...details,
			}),
		);
	}
}
