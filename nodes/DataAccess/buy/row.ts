import type { Failure } from '../shared/failure';
import type { UnknownCall } from './nodeContext';
import type { Changes } from './changes';
import type { Account, Payer } from './spending';

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
	/** Passes under way that use it. */
	users: number;
}

/** A call that may have been charged, and whose answer was not found. */
export interface LostCall extends UnknownCall {
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
	/** How its last call failed, by execution: until that run is over, a tool's until its execution is. */
	readonly failed: Map<string, Failed>;
	/** Who is buying it, or looking for it. */
	readonly underWay: Set<Asker>;
	/** Somebody is under way no more. */
	readonly changes: Changes;
	/** Passes under way that have asked for it. */
	users: number;
}

export interface Failed {
	failure: Failure;
	pass: Pass;
}

/** A run of the node over all its tries, or all uses of a tool in one execution. */
export interface Run {
	/** n8n's id; one of its own where n8n names none. */
	readonly execution: string;
	/** What it has asked for. */
	readonly rows: Map<string, Row>;
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
	/** What it has asked for. */
	readonly rows: Map<string, Row>;
	/** The pages that it has used, and whether it could read them. */
	readonly used: Map<PaidPage, boolean>;
	/** The lost calls that it has looked for, and what is told where one was seen under way. */
	readonly sought: Map<LostCall, Failure | undefined>;
	/** Of the pages that it has bought, as they came. */
	bytes: number;
}

/** Who asks for a page, for a place in a list. */
export interface Asker {
	readonly execution: string;
	readonly pass: Pass;
	/** Milliseconds for which any page may be used. */
	readonly reuse: number;
	/** Not even what failed executions have left. */
	readonly buysAnew: boolean;
	/** Epoch milliseconds: when the page before it was there, or the list was last remembered; 0 for none. */
	readonly after: number;
	/** Calls that it has made. */
	attempts: number;
	/** By the user: not even a look is made. */
	readonly isStopped: boolean;
	/** What the gateway refused all calls of earlier passes with (401, 402, 403, BLOCKED); of this one, the halt knows. */
	readonly refusedBy?: Failure;
}

/** What is done about a request. */
export type Decision =
	{ use: PaidPage } | 'wait' | { lookFor: LostCall } | { refuse: Failure } | 'buy';
