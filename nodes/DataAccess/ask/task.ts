import type { IDataObject } from 'n8n-workflow';

import { LIMIT_IN_TOOLS } from '../description/forTools';
import type { Failure } from '../shared/failure';
import { USUAL_LIMIT } from '../operations/parts/fields';
import { amount, flag, integer, text } from '../operations/parts/inputs';
import { newerThanIn } from '../operations/parts/newerThan';
import type { ItemTask } from '../list/itemTask';
import { nextOf } from '../list/place';
import type { ApiInput, Query } from '../operations/operation';
import { Refusal, valueOf } from '../operations/parts/refusal';
import { buildInput } from './input';
import type { Parameters } from './parameters';
import { refusable } from './refuse';
import { givenPosition, resumePointOf } from './resumeFrom';

const RETURN_ALL = flag(false);
const LIMIT = integer(USUAL_LIMIT, 1);
const LIMIT_OF_TOOLS = integer(LIMIT_IN_TOOLS, 1);
const MEMORY_NAME = text('');

/** An input item that cannot be asked for, with as much of its list as can be read. */
interface RefusedTask {
	failure: Failure;
	list?: string;
	/** Where the list would have begun. */
	begin?: IDataObject | null;
	input?: ApiInput;
}

/** Never throws. */
export type TaskReader = (itemIndex: number) => ItemTask | RefusedTask;

/**
 * Reads what each input item asks for, or why it cannot be asked; all static parameters once for all items.
 * @param isTool an agent asks: it gets fewer records where it names no limit
 */
export function taskReader(
	parameters: Parameters,
	query: Query,
	{ isTool }: { isTool: boolean },
): TaskReader {
	const { default: seconds, minimum } = query.timeout;
	const timeout = amount(seconds, minimum);
	const inputOf = (itemIndex: number) =>
		refusable(() => {
			const fields = parameters.values(query.fields, itemIndex);
			const startPosition = parameters.collection('startPosition', itemIndex);
			const resumeFrom = parameters.option('resumeFrom', itemIndex);
			return buildInput(query, fields, startPosition, (list) =>
				resumePointOf(resumeFrom, list, query),
			);
		});
	const newerThanOf = (itemIndex: number, input: ApiInput) => {
		if (!query.sortTimeOf) return undefined;
		const time = newerThanIn(parameters.get('newerThan', itemIndex), parameters.timeZone);
		if (time !== undefined && !query.newestFirst(input)) {
			throw new Refusal(
				"'Newer Than' needs a list that begins with its newest record: change the order",
			);
		}
		return time;
	};
	const boundsOf = (itemIndex: number, input: ApiInput) =>
		refusable(() => {
			const optionWith = parameters.optionsOf(itemIndex);
			const all = valueOf(RETURN_ALL, parameters.get('returnAll', itemIndex), 'Return All');
			const limits = isTool ? LIMIT_OF_TOOLS : LIMIT;
			const limit = () => valueOf(limits, parameters.get('limit', itemIndex), 'Limit');
			return {
				limit: all ? Infinity : limit(),
				timeout: Math.round(1000 * optionWith(timeout, 'timeout', 'Timeout')),
				newerThan: newerThanOf(itemIndex, input),
				memoryName: valueOf(MEMORY_NAME, parameters.get('memoryName', itemIndex), 'Reset Memory'),
			};
		});
	const read = (itemIndex: number): ItemTask | RefusedTask => {
		const built = inputOf(itemIndex);
		if ('failure' in built) return { ...built, begin: givenPosition(parameters, itemIndex) };
		const { list, input } = built;
		const bounds = boundsOf(itemIndex, input);
		if ('failure' in bounds) return { ...bounds, list, input, begin: nextOf(list, built.begin) };
		return { ...built, ...bounds };
	};
	let forAll: ReturnType<typeof read> | undefined;
	return (itemIndex) => (parameters.areStatic ? (forAll ??= read(itemIndex)) : read(itemIndex));
}
