import type { INodeExecutionData } from 'n8n-workflow';

import { Parameters } from '../ask/parameters';
import { refusable } from '../ask/refuse';
import { failed, untouched } from '../deliver/results';
import type { ItemResult } from '../deliver/results';
import { concludeUnspent } from './ending';
import type { Host } from '../host/host';
import type { LookUp } from '../operations/operation';
import { giveWay } from '../shared/turn';

/**
 * Answers a look-up for all input items. Nothing is called or spent, and no credential is read.
 * @returns the items of the one output, in input order, error items last
 * @throws NodeApiError under On Error = Stop
 */
export async function lookUp(host: Host, operation: LookUp): Promise<INodeExecutionData[][]> {
	const parameters = new Parameters(host.parameters);
	const answerTo = (itemIndex: number): ItemResult => {
		const answered = refusable(() =>
			operation.answer(parameters.values(operation.fields, itemIndex)),
		);
		if ('failure' in answered) return failed(itemIndex, answered.failure);
		const items = answered.map((json) => ({ json, pairedItem: { item: itemIndex } }));
		return { ...untouched(itemIndex), reason: 'end', items, records: items.length };
	};
	const results: ItemResult[] = [];
	for (const itemIndex of host.inputItems.keys()) {
		results.push(answerTo(itemIndex));
		await giveWay();
	}
	return concludeUnspent({ ...host, hasReport: false }, results);
}
