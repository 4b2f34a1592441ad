import type { INodeExecutionData } from 'n8n-workflow';

import { Parameters } from '../ask/parameters';
import type { ParameterSource } from '../ask/parameters';
import { taskReader } from '../ask/task';
import type { PollHost } from '../host/pollHost';
import type { Query } from '../operations/operation';
import { run } from './run';
import { PolledValues } from '../watch/polledValues';

/** What a poll asks for, in the words of the node's options. */
interface Plan {
	onlyNew: boolean;
	maxPages: unknown;
}

/** The trigger's parameters in the words of the node: its lists have no limit but that on pages. */
function planned({ stored, read }: ParameterSource, plan: Plan): ParameterSource {
	const fixed: Record<string, unknown> = { returnAll: true, startPosition: {}, options: plan };
	return { stored, read: (name, itemIndex) => fixed[name] ?? read(name, itemIndex) };
}

const underWay = new Set<string>();

/**
 * One poll of a list: the node's own run, of what is new.
 * @returns the new records, the oldest first; null where there is none, where the poll only took the
 * baseline, and where another poll of this node is under way
 * @throws NodeApiError in the node's words; nothing is remembered then
 */
export async function poll(host: PollHost, query: Query): Promise<INodeExecutionData[][] | null> {
	if (!host.isProduction) {
		return await newsOf(host, query, { onlyNew: false, maxPages: 1 });
	}
	if (underWay.has(host.id)) return null;
	underWay.add(host.id);
	try {
		return await pollForNew(host, query);
	} finally {
		underWay.delete(host.id);
	}
}

async function pollForNew(host: PollHost, query: Query): Promise<INodeExecutionData[][] | null> {
	const maxPages = host.parameters.read('maxPages', 0);
	const plan = { onlyNew: true, maxPages };
	const task = taskReader(new Parameters(planned(host.parameters, plan)), query, host.isTool)(0);
	// What cannot be asked for is refused by the run, which says why.
	if ('failure' in task) return await newsOf(host, query, plan);

	const values = new PolledValues(host.id, host.pollMemory, task.list);
	const isBaseline = !values.isBegun && host.parameters.read('firstPoll', 0) !== 'emit';
	// What is behind the first page of such a list is older than all that comes later.
	if (isBaseline && query.newestFirst(task.input)) plan.maxPages = 1;
	const news = await newsOf({ ...host, values }, query, plan);
	// n8n takes nothing from a poll that was too slow, so that it must come again.
	if (!host.isTooLate()) values.commit();
	return isBaseline ? null : news;
}

async function newsOf(
	host: PollHost,
	query: Query,
	plan: Plan,
): Promise<INodeExecutionData[][] | null> {
	const [items = []] = await run({ ...host, parameters: planned(host.parameters, plan) }, query);
	if (items.length === 0) return null;
	return [items.map(({ json }) => ({ json })).reverse()];
}
