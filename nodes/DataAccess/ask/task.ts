import type { IDataObject } from 'n8n-workflow';

import { LIMIT_IN_TOOLS } from '../description/defaults';
import type { ItemTask } from '../list/itemTask';
import { nextOf } from '../list/place';
import type { ApiInput, Query } from '../operations/operation';
import { USUAL_LIMIT } from '../operations/parts/fields';
import { amount, flag, integer, text } from '../operations/parts/inputs';
import type { Validator } from '../operations/parts/inputs';
import { newerThanIn } from '../operations/parts/newerThan';
import { Refusal, valueOf } from '../operations/parts/refusal';
import type { Failure } from '../shared/failure';
import { buildInput } from './input';
import type { BuiltInput } from './input';
import type { Parameters } from './parameters';
import { refusable } from './refuse';
import { givenPosition } from './resumeFrom';

const RETURN_ALL = flag(false);
const LIMIT = integer(USUAL_LIMIT, 1);
const LIMIT_OF_TOOLS = integer(LIMIT_IN_TOOLS, 1);
const MEMORY_NAME = text('');

/** An input item that cannot be asked for, with as much of its list as can be read. */
interface RefusedTask {
	failure: Failure;
	list?: string;
	/** Where the list would have begun, as Resume From takes it. */
	begin?: IDataObject | null;
	input?: ApiInput;
}

/** Reads what each input item asks for, or why it cannot be asked. Never throws. */
export class TaskReader {
	private readonly timeout: Validator<number>;
	private forAll?: ItemTask | RefusedTask;

	/** @param isTool an agent asks: it gets fewer records where it names no limit */
	constructor(
		private readonly parameters: Parameters,
		private readonly query: Query,
		private readonly isTool: boolean,
	) {
		this.timeout = amount(query.timeout.default, query.timeout.minimum);
	}

	/** Parameters without an expression are read once for all input items. */
	taskOf(itemIndex: number): ItemTask | RefusedTask {
		if (!this.parameters.areStatic) return this.read(itemIndex);
		return (this.forAll ??= this.read(itemIndex));
	}

	private read(itemIndex: number): ItemTask | RefusedTask {
		const built = refusable(() => this.inputOf(itemIndex));
		if ('failure' in built) return { ...built, begin: givenPosition(this.parameters, itemIndex) };
		const { list, input } = built;
		const bounds = refusable(() => this.boundsOf(itemIndex, input));
		if ('failure' in bounds) return { ...bounds, list, input, begin: nextOf(list, built.begin) };
		return { ...built, ...bounds };
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
			memoryName: valueOf(MEMORY_NAME, parameters.get('memoryName', itemIndex), 'Reset Memory'),
		};
	}

	private newerThanOf(itemIndex: number, input: ApiInput): number | undefined {
		const { parameters, query } = this;
		if (!query.sortTimeOf) return undefined;
		const time = newerThanIn(parameters.get('newerThan', itemIndex), parameters.timeZone);
		if (time !== undefined && !query.newestFirst(input)) {
			throw new Refusal(
				"'Newer Than' needs a list that begins with its newest record: change the order",
			);
		}
		return time;
	}
}
