import type { IPollFunctions } from 'n8n-workflow';

import { errorOf } from '../deliver/errors';
import { POLL_TOO_LATE, restOfPoll } from '../deliver/pollWords';
import { PolledFacts } from '../watch/polledFacts';
import { accessOf, nodeKeyOf, isTryingOut } from './host';
import type { Host } from './host';
import { pollStoreOf } from './pollStore';
import type { TriggerStore } from './pollStore';

export interface PollHost extends Host, Pick<TriggerStore, 'isStale'> {
	/** The schedule that polls: one for each activation of the workflow. */
	schedule: object;
	warn(text: string): void;
}

/** Milliseconds that a poll takes after its last call. */
const TO_END = 1000;

/** The host of a poll: it has no input, no execution, and nobody who would see a hint. */
export function pollHost(context: IPollFunctions): PollHost {
	const node = context.getNode();
	// n8n 1 waits for as long as it takes.
	const givenUpAt = Date.now() + (context.getPollBudgetMs?.() ?? Infinity);
	const workflowId = context.getWorkflow().id;
	const pollStore = pollStoreOf(context, node);
	const isByHand = isTryingOut(context.getMode());
	const log = (level: 'debug' | 'info' | 'warn', text: string) =>
		context.logger[level](`${node.name}: ${text}`, { workflowId });
	return {
		schedule: context,
		isStale: pollStore.isStale,
		facts: new PolledFacts(pollStore),
		warn: (text) => log('warn', text),
		who: {
			nodeId: nodeKeyOf(context, node.id),
			isTool: false,
			isProduction: !isByHand,
			goesOn: false,
			isPoll: true,
			maxTries: 1,
		},
		execution: {
			id: '',
			context: {},
			deadline: givenUpAt - TO_END,
			patience: Infinity,
			tooLate: () => (Date.now() > givenUpAt ? POLL_TOO_LATE : undefined),
			onEnd: () => {},
		},
		wanted: {
			inputItems: [{ json: {} }],
			parameters: {
				stored: node.parameters,
				timeZone: context.getTimezone(),
				read: (name) => context.getNodeParameter(name, null) as unknown,
			},
			hasReport: false,
			// Its test, too, is to show today's list.
			usualReuse: 0,
			...accessOf(context, node),
		},
		audience: {
			show({ warnings, next }) {
				if (warnings) log('warn', `${warnings}${restOfPoll(next)}`);
			},
			errorOf({ result, happened, safe }, pause) {
				const place = { node, isByHand, executionId: '', retried: 'poll' } as const;
				return errorOf(place, result, happened, safe, pause);
			},
			note({ calls }, summary) {
				if (summary) log(calls > 0 ? 'info' : 'debug', summary);
			},
		},
	};
}
