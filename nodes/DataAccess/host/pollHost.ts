import type { INode, IPollFunctions } from 'n8n-workflow';

import { identityOf } from '../buy/passes';
import { errorOf } from '../deliver/errors';
import { restOfPoll } from '../deliver/pollWords';
import { PolledFacts } from '../watch/polledFacts';
import { accessOf, isTryingOut, nodeKeyOf } from './access';
import type { Host } from './host';
import { pollStoreOf } from './pollStore';
import type { TriggerStore } from './pollStore';

export interface PollHost extends Host, Pick<TriggerStore, 'isStale'> {
	/** The schedule that polls: one for each activation of the workflow. */
	schedule: object;
	warn(text: string): void;
}

type Log = (level: 'debug' | 'info' | 'warn', text: string) => void;

/** Milliseconds that a poll takes after its last call. */
const TO_END = 1000;

function executionOf(context: IPollFunctions): Host['execution'] {
	// n8n 1 waits for as long as it takes.
	const givenUpAt = Date.now() + (context.getPollBudgetMs?.() ?? Infinity);
	return {
		...identityOf(),
		context: {},
		givenUpAt,
		deadline: givenUpAt - TO_END,
		patience: Infinity,
		onEnd: () => {},
	};
}

function audienceOf(node: INode, isByHand: boolean, log: Log): Host['audience'] {
	const place = { node, isByHand, executionId: '', retried: 'poll' } as const;
	return {
		show({ warnings, next }) {
			if (warnings) log('warn', `${warnings}${restOfPoll(next)}`);
		},
		errorOf: (failed) => errorOf(place, failed),
		note({ calls }, summary) {
			if (summary) log(calls > 0 ? 'info' : 'debug', summary);
		},
	};
}

/** The host of a poll: it has no input, no execution, and nobody who would see a hint. */
export function pollHost(context: IPollFunctions): PollHost {
	const node = context.getNode();
	const workflowId = context.getWorkflow().id;
	const pollStore = pollStoreOf(context, node);
	const isByHand = isTryingOut(context.getMode());
	const log: Log = (level, text) => context.logger[level](`${node.name}: ${text}`, { workflowId });
	return {
		schedule: context,
		isStale: pollStore.isStale,
		warn: (text) => log('warn', text),
		who: {
			nodeId: nodeKeyOf(context, node.id),
			isTool: false,
			isPoll: true,
			isProduction: !isByHand,
			goesOn: false,
			maxTries: 1,
		},
		execution: executionOf(context),
		wanted: {
			inputItems: [{ json: {} }],
			parameters: {
				stored: node.parameters,
				timeZone: context.getTimezone(),
				read: (name) => context.getNodeParameter(name, null) as unknown,
			},
			hasReport: false,
			...accessOf(context, node),
		},
		audience: audienceOf(node, isByHand, log),
		facts: new PolledFacts(pollStore),
	};
}
