import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Parameters } from '../ask/parameters';
import type { ParameterSource } from '../ask/parameters';
import { taskReader } from '../ask/task';
import { triggerProperties } from '../description/triggerProperties';
import type { Host } from '../host/host';
import type { PollHost } from '../host/pollHost';
import type { Query } from '../operations/operation';
import { isLeftOut } from '../operations/parts/inputs';
import { PolledFacts } from '../watch/polledFacts';
import { unlessItWaits } from './pollWait';
import { runQuery } from './runQuery';

/** What a poll asks for, in the words of the node's parameters. */
interface Wanted {
	onlyNew: boolean;
	firstRun?: unknown;
	maxPages?: number;
	options: { resumeFrom?: IDataObject };
}

const DEFAULTS = Object.fromEntries(
	triggerProperties.map((property) => [property.name, property.default]),
);

/** A parameter; where an expression gives nothing, the trigger's default: the node's allows more. */
function valueIn({ read }: ParameterSource, name: string): unknown {
	const value = read(name, 0);
	return isLeftOut(value) ? (DEFAULTS[name] ?? value) : value;
}

/** The trigger's parameters in the words of the node: its lists have no limit but that on pages. */
function asNode(parameters: ParameterSource, wanted: Wanted): ParameterSource {
	const fixed: Record<string, unknown> = { returnAll: true, startPosition: {}, ...wanted };
	return {
		stored: { ...parameters.stored, options: wanted.options },
		read: (name) =>
			name === 'options.resumeFrom'
				? wanted.options.resumeFrom
				: (fixed[name] ?? valueIn(parameters, name)),
	};
}

const underWay = new Set<string>();

/**
 * One poll of a list: the node's own run, of what is new.
 * @returns the new records, the oldest first where the list is newest first; null where there is
 * none, where the poll only took the baseline, where another poll of this node is under way or not
 * yet stored, and while a failure asks to wait
 * @throws NodeApiError in the node's words; nothing is remembered then
 */
export async function poll(host: PollHost, query: Query): Promise<INodeExecutionData[][] | null> {
	if (!host.isProduction) {
		const wanted: Wanted = { onlyNew: false, maxPages: 1, options: {} };
		const { isNewestFirst } = listOf(host, query, wanted);
		const facts = new PolledFacts(host.pollStore, '');
		const news = await newsOf({ ...host, facts, confirm: () => true }, query, wanted);
		return inOrder(news, isNewestFirst);
	}
	if (underWay.has(host.id)) return null;
	underWay.add(host.id);
	try {
		return await unlessItWaits(host, query, async () => await pollForNew(host, query));
	} finally {
		underWay.delete(host.id);
	}
}

async function pollForNew(host: PollHost, query: Query): Promise<INodeExecutionData[][] | null> {
	const wanted: Wanted = {
		onlyNew: true,
		firstRun: valueIn(host.parameters, 'firstPoll'),
		options: {},
	};
	const { list, isNewestFirst } = listOf(host, query, wanted);
	if (host.pollStore.isStale(list)) return null;
	const facts = new PolledFacts(host.pollStore, list);
	// What the last poll was cut off from comes before what is new since.
	wanted.options.resumeFrom = facts.next;
	const confirm: Host['confirm'] = ([result]) => {
		if (host.isTooLate()) {
			host.warn(TOO_LATE);
			return false;
		}
		facts.goOnAt(result?.watched?.isCut ? result.next : null);
		facts.commit();
		return true;
	};
	return inOrder(await newsOf({ ...host, facts, confirm }, query, wanted), isNewestFirst);
}

/** The list to be polled. What cannot be asked for is refused by the run, which says why. */
function listOf(host: PollHost, query: Query, wanted: Wanted) {
	const parameters = new Parameters(asNode(host.parameters, wanted));
	// Without a cap, since nothing is bought here.
	const task = taskReader(parameters, query, host, Infinity)(0);
	if ('failure' in task) return { list: '', isNewestFirst: false };
	const { list, memoryName, input } = task;
	const isNewestFirst = query.newestFirst(input);
	return { list: memoryName === '' ? list : `${list} ${memoryName}`, isNewestFirst };
}

const TOO_LATE =
	'The poll took longer than n8n waits for it. What it bought is kept for 15 minutes: a poll within that time uses it at no further cost. Lower Max Pages if this happens again.';

async function newsOf(host: Host, query: Query, wanted: Wanted): Promise<IDataObject[]> {
	const [items = []] = await runQuery(
		{ ...host, parameters: asNode(host.parameters, wanted) },
		query,
	);
	return items.map(({ json }) => json);
}

/** The oldest first, as far as the list tells; null where there is nothing to start a workflow with. */
function inOrder(records: IDataObject[], isNewestFirst: boolean): INodeExecutionData[][] | null {
	if (records.length === 0) return null;
	const items = records.map((json) => ({ json }));
	return [isNewestFirst ? items.reverse() : items];
}
