import { hash } from 'node:crypto';

import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { remembered } from '../shared/remembered';
import { giveWay } from '../shared/turn';
import { readAnswer } from './answer';
import type { Paid } from './answer';
import { askFreeRoute } from './free/freeRoute';
import type { AskFree, FreeAnswer, FreeRequest, Where } from './free/freeRoute';
import type { PageReader } from './layers';
import { leadOf, noteClock } from './lost/clock';
import { claimRun, lookForRun } from './lost/lookForRun';
import type { DeadRuns, FoundRun, NothingFound } from './lost/lookForRun';
import type { SoughtCall } from './lost/lostRun';
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
	/** The raw answer, from which `payloadAgain` reads the payload. */
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
	private readonly account: string;

	constructor(
		private readonly send: Transport,
		private readonly where: Where,
	) {
		this.clean = failureCleaner(where.secret);
		this.account = hash('sha256', JSON.stringify([where.url, where.secret]), 'base64');
	}

	/** Makes one paid call, once. A failure says whether it was charged. */
	async buy({ provider, endpoint, input, timeout, query }: Call): Promise<Bought | Failed> {
		const { url } = this.where;
		const body = JSON.stringify({ provider, endpoint, input });
		const answer = await this.send({ url, body, timeoutMs: timeout });
		if ('failure' in answer) return { failure: this.clean(answer.failure) };

		await giveWay();
		const read = readAnswer(answer, query, proven.has(this.account));
		if (read.runId) claimRun(url, read.runId);
		if ('failure' in read) return { failure: this.clean(read.failure) };

		proven.note(this.account, true);
		noteClock(url, read.completedAt);
		await giveWay();
		return { ...read, text: answer.text };
	}

	/**
	 * Milliseconds by which the gateway's clock is surely ahead of this machine's, where its runs have told: for whoever
	 * looks for a lost call, in another process too.
	 */
	get clockLead(): number | undefined {
		return leadOf(this.where.url);
	}

	async ask<T>(request: FreeRequest<T>, timeoutMs: number): Promise<FreeAnswer<T>> {
		return await askFreeRoute(this.send, this.where, request, timeoutMs);
	}

	/**
	 * Looks once for the run of a call whose answer was lost, and reads it like any other. No run is it that was
	 * created before the page in front of it was there: it would leave a gap.
	 */
	async look(
		call: SoughtCall & Pick<Call, 'query'>,
		dead: DeadRuns,
		ask: AskFree,
	): Promise<(Bought & Pick<FoundRun, 'begunAt'>) | Failed | NothingFound> {
		const seen = await lookForRun({ dead, ask, gatewayUrl: this.where.url, call });
		return 'failure' in seen ? { failure: this.clean(seen.failure) } : seen;
	}

	/** The failure of a page that was paid for, and has nothing where the operation looks for it. */
	unreadable(text: string, missing: string, told?: Pick<Failure, 'cost' | 'particular'>): Failure {
		return this.clean(
			failureOf('UNRECOGNISED_ANSWER', {
				layer: 'platform',
				httpStatus: 200,
				particular: 'noShape',
				fact: missing,
				excerpt: text,
				...told,
			}),
		);
	}
}
