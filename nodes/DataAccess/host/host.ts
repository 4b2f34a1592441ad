import type { INodeExecutionData } from 'n8n-workflow';

import type { Access } from '../ask/loadDeployment';
import type { ParameterSource } from '../ask/parameters';
import type { ExecutionSetup } from '../buy/nodeExecution';
import type { Runner } from '../buy/pass';
import type { FailedRun } from '../deliver/errors';
import type { Hint } from '../deliver/hint';
import type { RememberedFacts } from '../watch/rememberedFacts';

/** How the node is run, and what a failure becomes. */
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
	/** Adds the totals of the run to n8n's trace. */
	trace(sums: Record<string, string | number>): void;
}

/** What the rooms need from n8n while it runs the node. */
export interface Host {
	who: Who;
	execution: ExecutionSetup;
	wanted: Wanted;
	audience: Audience;
	/** The facts that Only New Records remembers from earlier executions. */
	facts: RememberedFacts;
}
