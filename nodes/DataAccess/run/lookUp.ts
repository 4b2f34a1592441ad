import type { INodeExecutionData } from 'n8n-workflow';

import { openGateway } from '../ask/deployment';
import { Parameters } from '../ask/parameters';
import { failureThrown } from '../ask/refuse';
import { failed, madeFree } from '../deliver/happened';
import { itemMaker } from '../deliver/items';
import type { ItemResult } from '../deliver/happened';
import { endWithoutCalls } from './ending';
import type { Host } from '../host/host';
import { GatewayInformant } from '../gateway/free/informant';
import { RunPage } from '../operations/lookUp';
import type { LookUp } from '../operations/lookUp';
import { copyOfJson } from '../shared/json';
import { giveWay } from '../shared/turn';

/**
 * Answers a look-up for all input items, at no cost.
 * @throws NodeApiError under On Error = Stop
 */
export async function lookUp(host: Host, operation: LookUp): Promise<INodeExecutionData[][]> {
	const parameters = new Parameters(host.wanted.parameters);
	const informant = new GatewayInformant(
		async () => await openGateway(host.wanted),
		host.who.isTool,
	);
	const answerTo = async (itemIndex: number): Promise<ItemResult> => {
		try {
			const values = parameters.values(operation.fields, itemIndex);
			const answers = await operation.answer(values, informant, parameters.timeZone);
			const items = answers.flatMap((answer) =>
				answer instanceof RunPage
					? recordsOf(answer, itemIndex)
					: // Two input items must not share an object.
						[{ json: copyOfJson(answer), pairedItem: { item: itemIndex } }],
			);
			return { ...madeFree(itemIndex, items), records: items.length };
		} catch (error) {
			return failed(itemIndex, failureThrown(error));
		}
	};
	const recordsOf = ({ query, page, form }: RunPage, itemIndex: number) => {
		const itemsOf = itemMaker(
			{ output: form, fields: [], isForModel: host.who.isTool, includeInputFields: false },
			query,
			host.wanted.inputItems,
		);
		return itemsOf({ ...page, page: 1, next: () => null }, itemIndex);
	};
	const results: ItemResult[] = [];
	for (const itemIndex of host.wanted.inputItems.keys()) {
		if (host.execution.stop?.aborted) return [[]];
		if (operation.isOnce && itemIndex > 0) break;
		results.push(await answerTo(itemIndex));
		await giveWay();
	}
	return host.execution.stop?.aborted ? [[]] : endWithoutCalls(host, results, { hasReport: false });
}
