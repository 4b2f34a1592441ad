import type { Failure } from '../failure';
import { amount, flag, integer } from '../operations/parts/inputs';
import type { ItemTask } from '../list/collect';
import type { Query } from '../operations/operation';
import { buildInput } from './input';
import type { Parameters } from './parameters';
import { refusable, valueOf } from './refuse';
import type { ResumeBook } from './resumeFrom';
import { unlessZero } from './settings';

/** What one input item asks for, or why it cannot be asked; nothing is spent by reading it. */
export function readTask(
	parameters: Parameters,
	query: Query,
	resumeBook: ResumeBook,
	itemIndex: number,
): ItemTask | { failure: Failure } {
	return refusable(() => {
		const options = parameters.collection('options', itemIndex);
		const fields = Object.fromEntries(
			query.fields.map(({ name }) => [name, parameters.get(name, itemIndex)]),
		);
		const startPosition = parameters.collection('startPosition', itemIndex);
		const built = buildInput(query, fields, startPosition, (list) =>
			resumeBook.positionFor(options.resumeFrom, list),
		);
		if ('failure' in built) return built;
		const all = valueOf<boolean>(flag(false), parameters.get('returnAll', itemIndex), 'Return All');
		const limit = () =>
			valueOf<number>(integer(50, 1), parameters.get('limit', itemIndex), 'Limit');
		const { default: seconds, minimum } = query.timeout;
		return {
			...built,
			limit: all ? Infinity : limit(),
			maxPages: unlessZero(valueOf<number>(integer(0, 0), options.maxPages, 'Max Pages')),
			timeout: valueOf<number>(amount(seconds, minimum), options.timeout, 'Timeout'),
		};
	});
}
