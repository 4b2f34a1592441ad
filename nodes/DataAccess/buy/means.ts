import type { Gateway } from '../gateway/gateway';
import type { Query } from '../operations/operation';
import type { Terms } from './decide';
import type { Halt } from './halt';
import type { ExecutionMoney } from './money';
import type { Pace } from './pace';
import type { RunTime } from './runTime';
import type { Stored } from './stored';

/** What one pass buys with. */
export interface Means extends Terms {
	query: Query;
	gateway: Gateway;
	stored: Stored;
	money: ExecutionMoney;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	pace: Pace;
	time: RunTime;
	halt: Halt;
}
