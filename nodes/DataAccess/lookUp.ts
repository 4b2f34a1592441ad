import type { INodeExecutionData } from 'n8n-workflow';

import { Parameters } from './ask/parameters';
import { refusable } from './ask/refuse';
import { NOTHING_KEPT } from './buy/keptPages';
import { Tries } from './buy/tries';
import { stopErrorOf } from './deliver/errors';
import { answerForModel } from './deliver/forModel';
import { outputOf } from './deliver/output';
import { failed, untouched } from './deliver/results';
import type { ItemResult } from './deliver/results';
import type { Host } from './host';
import type { LookUp } from './operations/operation';

/**
 * Answers a look-up for all input items. Nothing is called or spent, and no credential is read.
 * @returns the items of the one output, in input order, error items last
 * @throws NodeApiError under On Error = Stop
 */
export function lookUp(host: Host, operation: LookUp): INodeExecutionData[][] {
	const parameters = new Parameters(host.parameters);
	const nothingSpent = new Tries();
	const results = host.inputItems.map((_, itemIndex): ItemResult => {
		const answered = refusable(() =>
			operation.answer(parameters.values(operation.fields, itemIndex)),
		);
		if ('failure' in answered) return failed(itemIndex, answered.failure);
		const items = answered.map((json) => ({ json, pairedItem: { item: itemIndex } }));
		return { ...untouched(itemIndex), reason: 'end', items, records: items.length };
	});
	const failedResult = results.find(({ failure }) => failure !== undefined);
	if (failedResult?.failure && !host.goesOn) {
		const result = { ...failedResult, failure: failedResult.failure };
		const rest = { kept: NOTHING_KEPT, pages: 0, isPoll: false };
		throw stopErrorOf(host.node, result, nothingSpent, rest);
	}
	if (host.isTool) return [answerForModel(results, nothingSpent)];
	return [outputOf(results, host.goesOn, nothingSpent).items];
}
