import type { INode, IPollFunctions } from 'n8n-workflow';

import { errorOf } from '../deliver/errors';
import { POLL_TOO_LATE, restOfPoll } from '../deliver/phrasing';
import { accessOf, idOf, TRYING_OUT, usualReuseIn } from './host';
import type { Host } from './host';
import { remembered } from '../shared/remembered';
import type { PollMemory, PollStore } from '../watch/polledFacts';

export interface PollHost extends Omit<Host, 'facts'> {
	id: string;
	/** The schedule that polls: one for each activation of the workflow. */
	schedule: object;
	pollStore: HostStore;
	warn(text: string): void;
}

/** Milliseconds that a poll takes after its last call. */
const TO_END = 1000;

type StoredMemory = PollMemory & { commits?: number; name?: string };

interface HostStore extends PollStore {
	/** n8n has read it before it stored what the last poll of this list left. */
	isStale(list: string): boolean;
}

/** How often the memory of each trigger has changed, and for which list. */
const lastCommits = remembered<{ commits: number; list?: string }>('pollCommits');

/**
 * The trigger's memory, in two places: by the node's name, which may change, and by its ID. n8n saves the second
 * only when a poll emits, even where it takes nothing of that.
 */
function pollStoreOf(context: IPollFunctions, { id: nodeId, name }: INode): HostStore {
	const id = idOf(context, nodeId);
	const ofName = () => context.getWorkflowStaticData('node') as StoredMemory;
	const ofWorkflow = () => context.getWorkflowStaticData('global') as Record<string, StoredMemory>;
	const key = `dataAccessTrigger ${nodeId}`;
	const newest = () => {
		const [named, copy] = [ofName(), ofWorkflow()[key]];
		if (!copy || (copy.name === name && named.commits !== undefined)) return named;
		return (copy.commits ?? 0) > (named.commits ?? 0) ? copy : named;
	};
	return {
		read: newest,
		// n8n's durable scheduler can start a poll with what it loaded before the last one was saved.
		isStale(list) {
			const last = lastCommits.get(id);
			if (last?.list !== list) return false;
			// Under a new name only the copy is left, which lacks the polls that emitted nothing.
			const isRenamed = ofName().commits === undefined && ofWorkflow()[key] !== undefined;
			return !isRenamed && (newest().commits ?? 0) < last.commits;
		},
		write(memory) {
			const commits = (newest().commits ?? 0) + 1;
			lastCommits.note(id, { commits, list: memory.list });
			const stored = { ...memory, commits, name };
			Object.assign(ofName(), stored);
			ofWorkflow()[key] = stored;
		},
	};
}

/** The host of a poll: it has no input, no execution, and nobody who would see a hint. */
export function pollHost(context: IPollFunctions): PollHost {
	const node = context.getNode();
	// n8n 1 waits for as long as it takes.
	const givenUpAt = Date.now() + (context.getPollBudgetMs?.() ?? Infinity);
	const workflowId = context.getWorkflow().id;
	const isByHand = TRYING_OUT.includes(context.getMode());
	const log = (level: 'debug' | 'info' | 'warn', text: string) =>
		context.logger[level](`${node.name}: ${text}`, { workflowId });
	return {
		id: idOf(context, node.id),
		schedule: context,
		pollStore: pollStoreOf(context, node),
		warn: (text) => log('warn', text),
		who: {
			nodeId: idOf(context, node.id),
			isTool: false,
			isProduction: !isByHand,
			goesOn: false,
			maxTries: 1,
			round: () => '',
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
			usualReuse: usualReuseIn(context.getMode(), false),
			...accessOf(context, node),
		},
		told: {
			show({ warnings, next }) {
				if (warnings) log('warn', `${warnings}${restOfPoll(next)}`);
			},
			errorOf: (...failed) => errorOf({ node, isByHand, retried: { by: 'poll' } }, ...failed),
			log: (summary, calls) => log(calls > 0 ? 'info' : 'debug', summary),
			trace: () => {},
		},
	};
}
