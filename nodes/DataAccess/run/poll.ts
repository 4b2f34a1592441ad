import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Parameters } from '../ask/parameters';
import type { ParameterSource } from '../ask/parameters';
import { taskReader } from '../ask/task';
import { triggerProperties } from '../description/triggerProperties';
import type { Host } from '../host/host';
import type { PollHost } from '../host/pollHost';
import { memoryKeyOf } from '../list/itemTask';
import type { KnownQuery } from '../operations/operation';
import { isLeftOut, word } from '../operations/parts/inputs';
import { valueOf } from '../operations/parts/refusal';
import { MOST_KNOWN, PolledFacts } from '../watch/polledFacts';
import { unlessItWaits } from './pollWait';
import { runQuery } from './runQuery';

// A poll has no use for pages.
const OUTPUT = word(['simplified', 'raw', 'selected'], 'simplified');

const DEFAULTS = Object.fromEntries(
	triggerProperties.map((property) => [property.name, property.default]),
);

/** Where an expression gives nothing, the trigger's own default, since the node's Max Cost would spend more. */
function valueIn({ read }: ParameterSource, name: string): unknown {
	const value = read(name, 0);
	return isLeftOut(value) ? (DEFAULTS[name] ?? value) : value;
}

/** The trigger's parameters in the words of the node: it has no limit. */
function asNode(parameters: ParameterSource, wanted: Record<string, unknown>): ParameterSource {
	const fixed: typeof wanted = { returnAll: true, startPosition: {}, ...wanted };
	return {
		stored: { ...parameters.stored, options: {} },
		timeZone: parameters.timeZone,
		read(name) {
			const value = fixed[name] ?? valueIn(parameters, name);
			return name === 'output' ? valueOf(OUTPUT, value, 'Output') : value;
		},
	};
}

const underWay = new Set<string>();

/**
 * One poll of a list: the node's own run, of what is new.
 * @returns null where nothing is new, where another poll of this node is under way or not yet stored, and while
 * a failure asks to wait
 * @throws NodeApiError in the node's words; nothing is remembered then
 */
export async function poll(
	host: PollHost,
	query: KnownQuery,
): Promise<INodeExecutionData[][] | null> {
	if (!host.who.isProduction) {
		const { isNewestFirst } = listOf(host, query);
		const facts = new PolledFacts(host.pollStore, '');
		return inOrder(await newsOf({ ...host, facts }, firstPageOf(query), {}), isNewestFirst);
	}
	if (underWay.has(host.id)) return null;
	underWay.add(host.id);
	try {
		return await unlessItWaits(host, query, async (waiting) => await pollForNew(waiting, query));
	} finally {
		underWay.delete(host.id);
	}
}

async function pollForNew(
	host: PollHost,
	query: KnownQuery,
): Promise<INodeExecutionData[][] | null> {
	const { list, isNewestFirst } = listOf(host, query);
	if (host.pollStore.isStale(list)) return null;
	const facts = new PolledFacts(host.pollStore, list);
	// In any other order a poll reads all that it can, and what it forgot would be new again.
	const bound = isNewestFirst ? {} : { returnAll: false, limit: MOST_KNOWN };
	const firstRun = valueIn(host.wanted.parameters, 'firstPoll');
	const wanted = { ...bound, onlyNew: true, firstRun };
	return inOrder(await newsOf({ ...host, facts }, query, wanted), isNewestFirst);
}

/** The list as a manual test reads it. */
const firstPageOf = (query: KnownQuery): KnownQuery => ({
	...query,
	readPage: (payload, input) => ({ ...query.readPage(payload, input), next: null }),
});

/** The list to be polled. What cannot be asked for is refused by the run, which says why. */
function listOf(host: PollHost, query: KnownQuery) {
	const parameters = new Parameters(asNode(host.wanted.parameters, {}));
	const task = taskReader(parameters, query, host.who)(0);
	if ('failure' in task) return { list: '', isNewestFirst: false };
	return { list: memoryKeyOf(task), isNewestFirst: query.newestFirst(task.input) };
}

async function newsOf(
	host: Host,
	query: KnownQuery,
	wanted: Record<string, unknown>,
): Promise<IDataObject[]> {
	const [items = []] = await runQuery(
		{ ...host, wanted: { ...host.wanted, parameters: asNode(host.wanted.parameters, wanted) } },
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
