import type { INode, IPollFunctions } from 'n8n-workflow';

import { remembered } from '../shared/remembered';
import type { PollStore } from '../watch/polledFacts';
import { nodeKeyOf } from './access';

interface StoredMemory {
	facts?: string[];
	commits?: number;
	name?: string;
}

export interface TriggerStore extends PollStore {
	/** This poll was given a memory from before the last poll. */
	isStale(): boolean;
}

const commitsOf = ({ commits = 0 }: StoredMemory) => commits;

const lastCommits = remembered<number>('pollCommits');

/**
 * The trigger's memory, in two places: by the node's name, which may change, and by its ID. n8n always saves
 * the first, the second only when a poll emits.
 */
export function pollStoreOf(context: IPollFunctions, { id: nodeId, name }: INode): TriggerStore {
	const nodeKey = nodeKeyOf(context, nodeId);
	const ofName = () => context.getWorkflowStaticData('node') as StoredMemory;
	const ofWorkflow = () => context.getWorkflowStaticData('global') as Record<string, StoredMemory>;
	const copyKey = `dataAccessTrigger ${nodeId}`;
	/** That of the name, unless the trigger was renamed: then the name has none, or that of another trigger. */
	const newest = () => {
		const named = ofName();
		const copy = ofWorkflow()[copyKey];
		const isRenamed = copy && (copy.name !== name || named.commits === undefined);
		return isRenamed && commitsOf(copy) > commitsOf(named) ? copy : named;
	};
	return {
		read: () => newest().facts ?? [],
		// n8n's durable scheduler can start a poll with what it loaded before the last one was saved.
		isStale: () => commitsOf(newest()) < (lastCommits.get(nodeKey) ?? 0),
		write(facts) {
			const commits = commitsOf(newest()) + 1;
			lastCommits.note(nodeKey, commits);
			const stored = { facts, commits, name };
			Object.assign(ofName(), stored);
			ofWorkflow()[copyKey] = stored;
		},
	};
}
