import type { INodeExecutionData } from 'n8n-workflow';

import type { Access } from '../ask/loadDeployment';
import type { ParameterSource } from '../ask/parameters';
import type { Execution } from '../buy/nodeExecution';
import type { Runner } from '../buy/pass';
import type { FailedRun } from '../deliver/errors';
import type { Hint } from '../deliver/hint';
import type { RememberedFacts } from '../watch/rememberedFacts';

/** Who runs the node, and what becomes of a failure. */
interface Who extends Runner {
	isProduction: boolean;
	/** Failures become items instead of stopping the workflow. */
	continuesOnFail: boolean;
}

interface Wanted extends Access {
	inputItems: INodeExecutionData[];
	parameters: ParameterSource;
	hasReport: boolean;
}

interface Audience {
	show(hint: Hint): void;
	errorOf(failed: FailedRun): Error;
	/** What the run came to. */
	trace(sums: Record<string, string | number>): void;
}

/** What the rooms need of n8n while it runs the node. */
export interface Host {
	who: Who;
	execution: Execution;
	wanted: Wanted;
	audience: Audience;
	/** What is remembered over executions. */
	facts: RememberedFacts;
}
