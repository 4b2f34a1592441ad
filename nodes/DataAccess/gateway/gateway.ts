import { hash } from 'node:crypto';

import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { remembered } from '../shared/remembered';
import { giveWay } from '../shared/turn';
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
	/** The operation's path, and its input, as this deployment wants them. */
	endpoint: string;
	input: Record<string, unknown>;
	/** Milliseconds. */
	timeout: number;
	query: PageReader;
}

export interface Bought extends Paid {
	/** The raw answer, from which `payloadIn` reads the payload. */
	text: string;
}

interface Failed {
	failure: Failure;
}

/** By digests, which do not tell the key. */
const proven = remembered<true>('provenKeys');

/** Buys pages from one gateway with one key. Nothing here throws, whatever comes back. */
export class Gateway {
	private readonly clean: (failure: Failure) => Failure;
	/** The gateway and its API key, as a digest. */
	private readonly keyDigest: string;

	constructor(
		private readonly send: Transport,
		private readonly login: GatewayLogin,
	) {
		this.clean = failureCleaner(login.secret);
		this.keyDigest = hash('sha256', JSON.stringify([login.url, login.secret]), 'base64');
	}

	/** Makes one paid call, once. A failure says whether it was charged. */
	async buy({ provider, endpoint, input, timeout, query }: Call): Promise<Bought | Failed> {
		const { url } = this.login;
		const body = JSON.stringify({ provider, endpoint, input });
		const response = await this.send({ url, body, timeoutMs: timeout });
		if ('failure' in response) return { failure: this.clean(response.failure) };

		await giveWay();
		const read = readResponse(response, query, proven.has(this.keyDigest));
		if (read.runId) claimRun(url, read.runId);
		if ('failure' in read) return { failure: this.clean(read.failure) };

		proven.note(this.keyDigest, true);
		recordClock(url, read.completedAt);
		await giveWay();
		return { ...read, text: response.text };
	}

	/**
	 * Milliseconds by which the gateway's clock is surely ahead of this machine's, where its runs have told: for whoever
	 * looks for a lost call, in another process too.
	 */
	get clockLead(): number | undefined {
		return leadOf(this.login.url);
	}

	async ask<T>(request: FreeRequest<T>, timeoutMs: number): Promise<FreeResult<T>> {
		return await askFreeRoute(this.send, this.login, request, timeoutMs);
	}

	/**
	 * Looks once for the run of a call whose answer was lost, and reads it like any other. No run is it that was
	 * created before the page in front of it was there: it would leave a gap.
	 */
	async recover(
		call: SearchedCall & Pick<Call, 'query'>,
		excluded: ExcludedRuns,
		ask: AskFree,
	): Promise<(Bought & Pick<RecoveredRun, 'begunAt'>) | Failed | NotRecovered> {
		const result = await recoverRun({ excluded, ask, gatewayUrl: this.login.url, call });
		return 'failure' in result ? { failure: this.clean(result.failure) } : result;
	}

	/** The failure of a page that was paid for, and has nothing where the operation looks for it. */
	unreadable(
		text: string,
		missing: string,
		details?: Pick<Failure, 'cost' | 'particular'>,
	): Failure {
		return this.clean(
			failureOf('UNRECOGNISED_ANSWER', {
				layer: 'platform',
				httpStatus: 200,
				particular: 'noShape',
				fact: missing,
				excerpt: text,
				...details,
			}),
		);
	}
}
