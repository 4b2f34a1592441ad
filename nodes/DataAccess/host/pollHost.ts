import type { IPollFunctions } from 'n8n-workflow';

import { n8nTransport } from '../gateway/transport';
import { credentialOf, idOf, TRYING_OUT } from './host';
import type { Host } from './host';
import { PolledValues } from '../watch/polledValues';
import type { PollMemory } from '../watch/polledValues';

/** What a poll needs on top. */
export interface PollHost extends Host {
	/** Tells the node from all others. */
	id: string;
	/** Kept with the workflow. */
	pollMemory: PollMemory;
	/** Whether n8n no longer waits for this poll. */
	isTooLate(): boolean;
}

/** The host of a poll: it has no input, no execution, and nobody who would see a hint. */
export function pollHost(context: IPollFunctions): PollHost {
	const node = context.getNode();
	const id = idOf(context, node.id);
	const pollMemory = context.getWorkflowStaticData('node') as PollMemory;
	const began = Date.now();
	// n8n 1 waits for as long as it takes.
	const budget = context.getPollBudgetMs?.() ?? Infinity;
	return {
		node,
		id,
		isTool: false,
		isPoll: true,
		hasReport: false,
		executionId: '',
		inputItems: [{ json: {} }],
		parameters: {
			stored: node.parameters,
			read: (name) => context.getNodeParameter(name, null) as unknown,
		},
		memory: {},
		values: new PolledValues(id, pollMemory, ''),
		pollMemory,
		isProduction: !TRYING_OUT.includes(context.getMode()),
		isTooLate: () => Date.now() - began > budget,
		goesOn: false,
		maxTries: 1,
		round: () => '',
		loadCredential: async () => await credentialOf(context, node),
		transport: (credential) => n8nTransport(context, credential),
		show({ summary, details, isWarning }) {
			if (isWarning) context.logger.warn(`${node.name}: ${summary} ${details}`);
		},
		log: (text) => context.logger.debug(`${node.name}: ${text}`),
		showProgress: () => {},
		onEnd: () => {},
		trace: () => {},
	};
}
