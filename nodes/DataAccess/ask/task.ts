import type { IDataObject } from 'n8n-workflow';

import { LIMIT_IN_TOOLS } from '../description/defaults';
import type { ItemTask } from '../list/itemTask';
import { apiNameOf } from '../operations/operation';
import type { ApiInput, Query } from '../operations/operation';
import { PAGE_SIZE, USUAL_LIMIT } from '../operations/parts/fields';
import { amount, flag, integer, text } from '../operations/parts/inputs';
import type { Validator } from '../operations/parts/inputs';
import { newerThanIn } from '../operations/parts/newerThan';
import { Refusal, valueOf } from '../operations/parts/refusal';
import type { Failure } from '../shared/failure';
import { yieldToEventLoop } from '../shared/eventLoop';
import { buildInput } from './input';
import type { BuiltInput } from './input';
import type { Parameters } from './parameters';
import { refusable } from './refuse';
import type { RunSetup } from './runSetup';
import { givenNext } from './resumeFrom';
import type { Invocation } from './settings';

const RETURN_ALL = flag(false);
const LIMIT = integer(USUAL_LIMIT, 1);
const LIMIT_OF_TOOLS = integer(LIMIT_IN_TOOLS, 1);
const MEMORY_NAME = text('');

/** Seconds. */
const LONGEST_TIMEOUT = 600;
const TOO_LONG = `Must be at most ${LONGEST_TIMEOUT}, since it is in seconds`;

/** An input item with a parameter that cannot be used. */
export interface RefusedTask {
	failure: Failure;
	/** The position in Resume From, as it was given. */
	start?: IDataObject | null;
}

export type ReadTask = ItemTask | RefusedTask;

/** The input items, and whether an agent uses the node. */
interface TaskSource {
	/** An agent that names no limit gets fewer records. */
	who: Pick<Invocation, 'isTool'>;
	wanted: { inputItems: readonly unknown[] };
}

/** Reads the tasks of all input items, before anything is bought. Never throws. */
export async function readTasks(
	{ who, wanted }: TaskSource,
	parameters: Parameters,
	{ query, settings }: Pick<RunSetup, 'query' | 'settings'>,
): Promise<ReadTask[]> {
	const reader = new TaskReader(parameters, query, who.isTool, settings.onlyNew);
	const tasks: ReadTask[] = [];
	for (const itemIndex of wanted.inputItems.keys()) {
		const task = await refusable(() => reader.read(itemIndex));
		tasks.push('failure' in task ? { ...task, start: givenNext(parameters, itemIndex) } : task);
		// n8n.md, Expressions are slow.
		await yieldToEventLoop();
	}
	return tasks;
}

/** All its readers throw a Refusal. */
class TaskReader {
	private readonly timeout: Validator<number>;

	constructor(
		private readonly parameters: Parameters,
		private readonly query: Query,
		private readonly isTool: boolean,
		private readonly onlyNew: boolean,
	) {
		this.timeout = amount(query.timeout.default, query.timeout.minimum, LONGEST_TIMEOUT, TOO_LONG);
	}

	read(itemIndex: number): ItemTask {
		const built = this.inputOf(itemIndex);
		const bounds = this.boundsOf(itemIndex, built.input);
		const isBounded = this.onlyNew || bounds.newerThan !== undefined;
		const input = isBounded ? this.onFullPages(built.input) : built.input;
		return { ...built, ...bounds, input };
	}

	/** Raises the page size to its default, at the same price. On a small page, pinned records could hide all new ones. */
	private onFullPages(input: ApiInput): ApiInput {
		const size = this.query.fields.find(({ name }) => name === PAGE_SIZE);
		if (!size) return input;
		const name = apiNameOf(this.query, size.name);
		return { ...input, [name]: Math.max(Number(input[name]), Number(size.default)) };
	}

	private inputOf(itemIndex: number): BuiltInput {
		const { parameters, query } = this;
		const fields = parameters.values(query.fields, itemIndex);
		const startPosition = parameters.collection('startPosition', itemIndex);
		const resumeFrom = parameters.option('resumeFrom', itemIndex);
		return buildInput(query, fields, startPosition, resumeFrom);
	}

	private boundsOf(itemIndex: number, input: ApiInput): Omit<ItemTask, keyof BuiltInput> {
		const { parameters } = this;
		const seconds = parameters.optionAs(this.timeout, 'timeout', 'Timeout', itemIndex);
		const all = valueOf(RETURN_ALL, parameters.get('returnAll', itemIndex), 'Return All');
		const limits = this.isTool ? LIMIT_OF_TOOLS : LIMIT;
		return {
			limit: all ? Infinity : valueOf(limits, parameters.get('limit', itemIndex), 'Limit'),
			timeout: Math.round(1000 * seconds),
			newerThan: this.newerThanOf(itemIndex, input),
			memoryName: valueOf(MEMORY_NAME, parameters.get('memoryName', itemIndex), 'Memory Name'),
		};
	}

	private newerThanOf(itemIndex: number, input: ApiInput): number | undefined {
		const { parameters, query } = this;
		if (!query.sortTimeOf) return undefined;
		const time = newerThanIn(parameters.get('newerThan', itemIndex), parameters.timeZone);
		if (time !== undefined && !query.newestFirst(input)) {
			throw new Refusal(
				"'Newer Than' needs a list that begins with its newest record: change 'Sort'",
			);
		}
		return time;
	}
}
