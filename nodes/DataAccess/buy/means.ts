import type { Gateway } from '../gateway/gateway';
import type { Query } from '../operations/operation';
import type { ExecutionMoney } from './executionMoney';
import type { Halt } from './halt';
import type { LostCalls } from './lostCalls';
import type { Pass } from './owner';
import type { Pace } from './pace';
import type { RunPages } from './runPages';
import type { RunTime } from './runTime';

/** What a run buys with. Each link names what it needs of it. */
export interface Means {
	query: Query;
	gateway: Gateway;
	pass: Pass;
	pages: RunPages;
	lost: LostCalls;
	cap: number;
	money: ExecutionMoney;
	pace: Pace;
	time: RunTime;
	halt: Halt;
}
