import type { Gateway } from '../gateway/gateway';
import type { Query } from '../operations/operation';
import type { RunTime } from './deadline';
import type { ExecutionMoney } from './executionMoney';
import type { Halt } from './halt';
import type { LostCalls } from './lostCalls';
import type { Try } from './owner';
import type { Pace, Patience } from './pace';
import type { RunPages } from './runPages';

/** What a run buys with. Each link names what it needs of it. */
export interface Means {
	query: Query;
	gateway: Gateway;
	current: Try;
	/** The pages that the run may use, and keeps. */
	pages: RunPages;
	/** The calls whose outcome is unknown. */
	lost: LostCalls;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	money: ExecutionMoney;
	pace: Pace;
	patience: Patience;
	time: RunTime;
	halt: Halt;
}
