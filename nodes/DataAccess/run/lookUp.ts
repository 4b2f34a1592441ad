import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { loadDeployment } from '../ask/deployment';
import { Parameters } from '../ask/parameters';
import { failureThrown } from '../ask/refuse';
import { failedBefore, madeFree } from '../deliver/happened';
import { itemMaker } from '../deliver/items';
import type { ItemResult } from '../deliver/happened';
import { endWithoutCalls } from './ending';
import type { Ended } from './ending';
import type { Host } from '../host/host';
import { Informant } from '../gateway/free/informant';
import type { LookUp } from '../operations/operation';
import { copyOfJson } from '../shared/json';
import { giveWay } from '../shared/turn';
import { LOOK_UPS, RunPage } from './lookUpAnswers';
import type { OpenGateway } from './lookUpAnswers';

/** Answers a look-up for all input items, at no cost. */
export async function lookUp(host: Host, operation: LookUp): Promise<Ended> {
	const { wanted, execution, who } = host;
	const parameters = new Parameters(wanted.parameters);
	// Only for what the node cannot answer itself.
	let loaded: ReturnType<typeof loadDeployment> | undefined;
	let opened: OpenGateway | undefined;
	const open = async () => {
		const access = await (loaded ??= loadDeployment(wanted));
		if ('failure' in access) return access;
		const { deployment, send } = access;
		return (opened ??= { deployment, informant: new Informant(deployment, send) });
	};

	const itemsOf = (answer: IDataObject | RunPage, itemIndex: number): INodeExecutionData[] => {
		// Two input items must not share an object.
		if (!(answer instanceof RunPage)) {
			return [{ json: copyOfJson(answer), pairedItem: { item: itemIndex } }];
		}
		const { query, page, form: output, run } = answer;
		const form = { output, fields: [], isForModel: who.isTool };
		const itemsOfPage = itemMaker(form, query, () => run);
		return itemsOfPage({ ...page, page: 1, next: () => null }, itemIndex);
	};
	const answerTo = async (itemIndex: number): Promise<ItemResult> => {
		try {
			const answers = await LOOK_UPS[operation.name]({
				parameters: parameters.values(operation.fields, itemIndex),
				timeZone: parameters.timeZone,
				isForModel: who.isTool,
				open,
			});
			if ('failure' in answers) return failedBefore(itemIndex, answers.failure);
			const items = answers.flatMap((answer) => itemsOf(answer, itemIndex));
			return { ...madeFree(itemIndex, items), records: items.length };
		} catch (error) {
			return failedBefore(itemIndex, failureThrown(error));
		}
	};

	const results: ItemResult[] = [];
	for (const itemIndex of wanted.inputItems.keys()) {
		if (operation.isOnce && itemIndex > 0) break;
		results.push(await answerTo(itemIndex));
		if (execution.stop?.aborted) return { outputs: [[]] };
		await giveWay();
	}
	return endWithoutCalls(host, { results });
}
