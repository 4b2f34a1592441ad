import { built } from './built.mts';

/** What the gateway says of a call that brought no page. */
export interface BuiltFailure {
	code: string;
	layer: string;
	httpStatus: number | null;
	what: string;
	words?: string;
	field?: string;
	charged: 'no' | 'yes' | 'maybe';
	cost?: number;
	retry: 'safe' | 'uncertain' | 'never';
	retryAfter?: number;
	endsExecution?: boolean;
	excerpt?: string;
	runId?: string;
}

export type HoldsPage = (value: unknown) => boolean;

export interface RawAnswer {
	status: number;
	headers: Record<string, unknown>;
	text: string;
}

export type ReadAnswer = (
	answer: RawAnswer,
	holdsPage: HoldsPage,
) => { payload?: unknown; cost?: number; price?: number; failure?: BuiltFailure };

/** The gateway's own reading of an answer. */
export const { readAnswer } = built<{ readAnswer: ReadAnswer }>('gateway/answer');

type Sent = RawAnswer | { noAnswer: string; arrived: boolean; words: string };

export interface BuiltGateway {
	buy(call: {
		provider: string;
		endpoint: string;
		input: object;
		timeout: number;
		holdsPage: HoldsPage;
	}): Promise<{ payload?: unknown; text?: string; cost?: number; failure?: BuiltFailure }>;
	unreadable(text: string, missing: string, cost?: number): BuiltFailure;
}

/** The gateway as a whole, on a transport of the test's own. */
export const { createGateway, readBought } = built<{
	createGateway(
		transport: () => Promise<Sent>,
		setup: { url: string; secret: string },
	): BuiltGateway;
	readBought(text: string, holdsPage: HoldsPage): unknown;
}>('gateway/gateway');
