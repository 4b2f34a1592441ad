import type { Failure } from '../shared/failure';
import { amount, flag, integer, text } from '../operations/parts/inputs';
import { isEmpty } from '../operations/parts/validator';
import type { ItemTask } from '../list/itemTask';
import type { Query } from '../operations/operation';
import { Refusal, valueOf } from '../operations/parts/refusal';
import { buildInput } from './input';
import type { BuiltInput } from './input';
import type { Parameters } from './parameters';
import { refusable } from './refuse';
import { ResumeBook } from './resumeFrom';
import { unlessZero } from './settings';

const UNBOUNDED =
	"'Return All' needs 'Max Pages' in the options or a 'Price (USD)', because 'Max Cost' cannot hold while the price of a call is unknown";

const RETURN_ALL = flag(false);
const LIMIT = integer(50, 1);
const LIMIT_OF_TOOLS = integer(10, 1);
const MAX_PAGES = integer(0, 0);
const MEMORY_NAME = text('');

/** An item that cannot be asked for. */
export interface RefusedTask {
	failure: Failure;
	/** Where its list would have begun, where that could be read. */
	begun?: BuiltInput;
}

/**
 * Reads what each input item asks for, or why it cannot be asked; nothing is spent by reading it.
 * Parameters without an expression are read and checked once for all items.
 * @param isTool whether an agent asks: it gets fewer records where it names no limit
 */
export function taskReader(
	parameters: Parameters,
	query: Query,
	isTool: boolean,
): (itemIndex: number) => ItemTask | RefusedTask {
	const resumeBook = new ResumeBook(query);
	const { default: seconds, minimum } = query.timeout;
	const timeout = amount(seconds, minimum);
	const begin = (itemIndex: number, options: Record<string, unknown>) =>
		refusable(() => {
			const fields = parameters.values(query.fields, itemIndex);
			const startPosition = parameters.collection('startPosition', itemIndex);
			return buildInput(query, fields, startPosition, (list) =>
				resumeBook.positionFor(options.resumeFrom, list, itemIndex),
			);
		});
	const boundsOf = (itemIndex: number, options: Record<string, unknown>, price: number) =>
		refusable(() => {
			const all = valueOf(RETURN_ALL, parameters.get('returnAll', itemIndex), 'Return All');
			const maxPages = unlessZero(valueOf(MAX_PAGES, options.maxPages, 'Max Pages'));
			if (all && maxPages === Infinity && price === 0) throw new Refusal(UNBOUNDED);
			const limits = isTool ? LIMIT_OF_TOOLS : LIMIT;
			const limit = () => valueOf(limits, parameters.get('limit', itemIndex), 'Limit');
			return {
				limit: all ? Infinity : limit(),
				maxPages,
				timeout: valueOf(timeout, options.timeout, 'Timeout'),
				memoryName: valueOf(MEMORY_NAME, options.memoryName, 'Reset Memory'),
			};
		});
	const read = (itemIndex: number): ItemTask | RefusedTask => {
		const collected = refusable(() => ({ options: parameters.collection('options', itemIndex) }));
		if ('failure' in collected) return collected;
		const built = begin(itemIndex, collected.options);
		if ('failure' in built) return built;
		const { price } = query.callOf(built.input);
		const bounds = boundsOf(itemIndex, collected.options, price);
		return 'failure' in bounds ? { ...bounds, begun: built } : { ...built, ...bounds };
	};
	// With Resume From, equal items may each have a position of their own.
	const isSame = parameters.areStatic && isEmpty(parameters.collection('options', 0).resumeFrom);
	let same: ReturnType<typeof read> | undefined;
	return (itemIndex) => (isSame ? (same ??= read(itemIndex)) : read(itemIndex));
}
