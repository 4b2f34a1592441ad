import type { Bought } from '../gateway/gateway';
import type { ApiInput, ReadPage } from '../operations/operation';
import type { Failure } from '../shared/failure';
import type { OwnCall } from './deployment';
import type { Halt } from './halt';
import type { Account, Payer } from './money';
import type { StoredCall } from './nodeContext';

/** A page that was paid for. Times are epoch milliseconds. */
export interface PaidPage {
	readonly row: Row;
	/** As it came, or compressed. */
	text: string | Uint8Array;
	/** When its call began: so old is what it shows. Its age and Reuse Pages count from here. */
	readonly begunAt: number;
	/** When it was there: a page behind it in a list must have begun later. */
	readonly boughtAt: number;
	/** The pass that bought it; undefined where that run is over, or it came with a stored execution. */
	boughtIn?: Pass;
	/** A pass first ended without delivering it. */
	failedAt?: number;
	/** Since when nobody could read it. */
	unreadAt?: number;
	deliveredAt?: number;
	/** Executions that bought it, took it or came with it, and have not delivered it; a tool's keeps it. */
	readonly holders: Set<string>;
}

/** A call that may have been charged, and whose answer was not found. */
export interface LostCall extends StoredCall {
	/** Known in the process that made the call: whose sums hold its possible cost. */
	readonly payer?: Payer;
	/** The executions that made it, or came with it. */
	readonly holders: Set<string>;
	/** The page was bought since: strangers want one of today. */
	isPast?: true;
}

/** All that one process knows of a request. An asker adds and removes only itself. */
export interface Row {
	readonly key: string;
	/** The oldest first. */
	pages: PaidPage[];
	/** The oldest first. */
	lost: LostCall[];
	/** Who is buying it, or looking for it, by execution. */
	readonly underWay: Map<string, Asker>;
	/** Passes under way that have asked for it. */
	readonly users: Set<Pass>;
	/** When the last of them was over, in epoch milliseconds. */
	usedAt: number;
}

export interface Failed {
	failure: Failure;
	pass: Pass;
}

/** A run of the node over all its tries, or all uses of a tool in one execution. */
export interface Run {
	/** n8n's id; one of its own where n8n names none. */
	readonly execution: string;
	/** What it has asked for, by key. */
	readonly rows: Map<string, Row>;
	/** How the last call of a request failed, by the key of its row. */
	readonly failed: Map<string, Failed>;
	readonly account: Account;
	/** Epoch milliseconds. */
	readonly begunAt: number;
	passes: number;
	isOver: boolean;
}

/** One pass of n8n through the node: a try of a run, or a use of a tool. */
export interface Pass {
	readonly run: Run;
	readonly isTool: boolean;
	/** A model may ask for the same again until the execution has ended. */
	readonly isAskedAgain: boolean;
	/** n8n does not try the run again. */
	readonly isLast: boolean;
	/** n8n's Retry On Fail is the user's word for calls whose outcome is unknown. */
	readonly mayRepeatUnknown: boolean;
	/** Of the run over all its tries, or of this use. */
	readonly account: Account;
	/** Epoch milliseconds at which it began, in the same sense. */
	readonly begunAt: number;
	/** The pages that it has used. */
	readonly used: Set<PaidPage>;
	/** Those of them whose records are delivered if the pass is. */
	readonly taken: Set<PaidPage>;
	/** The lost calls that it has looked for, and what is told where one was seen under way. */
	readonly sought: Map<LostCall, Failure | undefined>;
	/** Of the pages that it has bought, as they came. */
	bytes: number;
}

/** Who asks for a page, for a place in a list. */
export interface Asker {
	readonly row: Row;
	readonly pass: Pass;
	readonly payer: Payer;
	readonly call: OwnCall;
	/** Before the deployment groups it. */
	readonly input: ApiInput;
	/** Milliseconds for one call. */
	readonly timeout: number;
	/** Milliseconds for which any page may be used. */
	readonly reuse: number;
	/** Not even what failed executions have left. */
	readonly buysAnew: boolean;
	/** Epoch milliseconds: when the page before it was there, or the list was last remembered; 0 for none. */
	readonly after: number;
	readonly halt: Pick<Halt, 'isStopped' | 'refusedBy'>;
	/** Calls that it has made. */
	attempts: number;
	/** What it gets. */
	outcome?: Promise<PageOutcome>;
}

/** What is done about a request. */
export type Decision =
	{ use: PaidPage } | { waitFor: Asker } | { lookFor: LostCall } | { refuse: Failure } | 'buy';

/** An answer that was paid for: when its call began, and when it was there, in epoch milliseconds. */
export interface BoughtPage {
	bought: Bought;
	begunAt: number;
	boughtAt: number;
}

/** What a call, or a look for it, brought. */
export type CallOutcome = BoughtPage | { failure: Failure };

type Lost = { failure: Failure & { charged: 'maybe' } };

/** The call may have been charged, and brought no page. */
export function isLost(answer: CallOutcome): answer is Lost {
	return 'failure' in answer && answer.failure.charged === 'maybe';
}

/** Why no call begins. */
export interface NoCall {
	ended: 'maxCost' | 'halted' | 'outOfTime';
}

/** What an item gets when it asks for a page. */
export type PageOutcome =
	| {
			page: ReadPage;
			/** Epoch milliseconds. */
			boughtAt: number;
			/** Milliseconds since its call began, where it was bought for another run, or another use of the tool. */
			age?: number;
			/** Its records are delivered if the pass is; else it is kept like a page of a failed run. */
			taken(): void;
	  }
	| { failure: Failure }
	| NoCall;
