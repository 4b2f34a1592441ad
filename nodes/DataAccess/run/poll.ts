import type { INodeExecutionData } from 'n8n-workflow';

import { Parameters } from '../ask/parameters';
import type { ParameterSource } from '../ask/parameters';
import { taskReader } from '../ask/task';
import { triggerProperties } from '../description/triggerProperties';
import type { PollHost } from '../host/pollHost';
import { memoryKeyOf } from '../list/itemTask';
import type { KnownQuery } from '../operations/operation';
import { isLeftOut, word } from '../operations/parts/inputs';
import { valueOf } from '../operations/parts/refusal';
import { MOST_KNOWN, PolledFacts } from '../watch/polledFacts';
import { errorThatWaits, isWaiting } from './pollWait';
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

/** The trigger's parameters as the node would have them: a trigger has no Limit. */
function asNode(
	parameters: ParameterSource,
	wanted: Record<string, unknown> = {},
): ParameterSource {
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
	if (!host.who.isProduction) return await pollByHand(host, query);
	const { nodeId } = host.who;
	if (underWay.has(nodeId)) return null;
	underWay.add(nodeId);
	try {
		return (await isWaiting(host, query)) ? null : await pollForNew(host, query);
	} finally {
		underWay.delete(nodeId);
	}
}

async function pollByHand(
	host: PollHost,
	query: KnownQuery,
): Promise<INodeExecutionData[][] | null> {
	const source = asNode(host.wanted.parameters);
	const { isNewestFirst } = listOf(host, source, query);
	const facts = new PolledFacts(host.pollStore, '');
	const ended = await runQuery(host, { operation: firstPageOf(query), source, facts });
	if ('stop' in ended) throw host.told.errorOf(ended.stop);
	return inOrder(ended.outputs, isNewestFirst);
}

async function pollForNew(
	host: PollHost,
	query: KnownQuery,
): Promise<INodeExecutionData[][] | null> {
	const { parameters } = host.wanted;
	const { list, isNewestFirst } = listOf(host, asNode(parameters), query);
	if (host.pollStore.isStale(list)) return null;
	// In any other order a poll reads all that it can, and what it forgot would be new again.
	const bound = isNewestFirst ? {} : { returnAll: false, limit: MOST_KNOWN };
	const firstRun = valueIn(parameters, 'firstPoll');
	const source = asNode(parameters, { ...bound, onlyNew: true, firstRun });
	const facts = new PolledFacts(host.pollStore, list);
	const ended = await runQuery(host, { operation: query, source, facts });
	if ('stop' in ended) throw await errorThatWaits(host, query, ended.stop);
	return inOrder(ended.outputs, isNewestFirst);
}

/** The list as a manual test reads it. */
const firstPageOf = (query: KnownQuery): KnownQuery => ({
	...query,
	readPage: (payload, input) => ({ ...query.readPage(payload, input), next: null }),
});

/** The list to be polled. What cannot be asked for is refused by the run, which says why. */
function listOf({ who }: PollHost, source: ParameterSource, query: KnownQuery) {
	const task = taskReader(new Parameters(source), query, who)(0);
	if ('failure' in task) return { list: '', isNewestFirst: false };
	return { list: memoryKeyOf(task), isNewestFirst: query.newestFirst(task.input) };
}

/** The oldest first, as far as the list tells; null where there is nothing to start a workflow with. */
function inOrder(
	[records = []]: INodeExecutionData[][],
	isNewestFirst: boolean,
): INodeExecutionData[][] | null {
	if (records.length === 0) return null;
	const items = records.map(({ json }) => ({ json }));
	return [isNewestFirst ? items.reverse() : items];
}
