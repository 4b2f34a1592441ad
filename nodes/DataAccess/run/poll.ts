import type { INodeExecutionData } from 'n8n-workflow';

import type { ParameterSource } from '../ask/parameters';
import { sentences } from '../deliver/phrasing';
import { triggerProperties } from '../description/triggerProperties';
import type { PollHost } from '../host/pollHost';
import type { KnownQuery } from '../operations/operation';
import { isLeftOut, word } from '../operations/parts/inputs';
import { valueOf } from '../operations/parts/refusal';
import { MOST_KNOWN } from '../watch/polledFacts';
import { pauseFor, pauseOf, tellOf } from './pollPause';
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

/** The trigger's parameters as the node would have them. */
function asNode(parameters: ParameterSource): ParameterSource {
	function read(name: string): unknown {
		switch (name) {
			case 'onlyNew':
				return true;
			case 'firstRun':
				return valueIn(parameters, 'firstPoll');
			case 'output':
				return valueOf(OUTPUT, valueIn(parameters, name), 'Output');
			// A list in any other order is read no further than memory reaches: what was forgotten would be new again.
			case 'returnAll':
				return false;
			case 'limit':
				return MOST_KNOWN;
			case 'startPosition':
				return {};
			default:
				return valueIn(parameters, name);
		}
	}
	const { stored, timeZone } = parameters;
	return { stored: { ...stored, options: {} }, timeZone, read };
}

const underWay = new Set<string>();

/**
 * One poll of a list: the node's own run, of what is new.
 * @returns null where nothing is new, where another poll of this node is under way or not yet stored, and while
 * a failure asks to wait
 * @throws NodeApiError in the node's words, where nothing is new; nothing is remembered then
 */
export async function poll(
	host: PollHost,
	query: KnownQuery,
): Promise<INodeExecutionData[][] | null> {
	const { nodeId, isProduction } = host.who;
	if (!isProduction) return await recordsOf(host, firstPageOf(query));
	if (underWay.has(nodeId)) return null;
	underWay.add(nodeId);
	try {
		const pause = await pauseOf(host, query);
		if (pause) tellOf(pause, host);
		if (pause || host.isStale()) return null;
		return await recordsOf(host, query);
	} finally {
		underWay.delete(nodeId);
	}
}

async function recordsOf(
	host: PollHost,
	query: KnownQuery,
): Promise<INodeExecutionData[][] | null> {
	const ended = await runQuery(host, query, asNode(host.wanted.parameters));
	if (!ended.outputs) {
		const { error, pause } = await pauseFor(ended.failed, host, query);
		// n8n tells of the error, but not of its description.
		if (pause) host.warn(`The poll failed. ${pause}`);
		throw error;
	}
	try {
		if (ended.failed) {
			const { error, pause } = await pauseFor(ended.failed, host, query);
			host.warn(sentences([error.message, pause]));
		}
	} catch {
		// The records come, whatever can be told of what failed behind them.
	}
	const [records = []] = ended.outputs;
	// Null where there is nothing to start a workflow with.
	return records.length === 0 ? null : [records.map(({ json }) => ({ json }))];
}

/** The list as a manual test reads it. */
const firstPageOf = (query: KnownQuery): KnownQuery => ({
	...query,
	readPage: (payload, input) => ({ ...query.readPage(payload, input), next: null }),
});
