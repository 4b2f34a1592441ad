import { Parameters } from '../ask/parameters';
import { failureThrown } from '../ask/refuse';
import type { Happened } from '../deliver/happened';
import type { Hint } from '../deliver/hint';
import { failedBefore, madeFree } from '../deliver/itemResult';
import type { ItemResult } from '../deliver/itemResult';
import { warningsIn } from '../deliver/listWords';
import { sentences } from '../deliver/phrasing';
import type { Host } from '../host/host';
import type { LookUp } from '../operations/operation';
import { copyOfJson } from '../shared/jsonValues';
import { giveWay } from '../shared/turn';
import { endUnpaid } from './ending';
import type { Ended } from './ending';
import { LOOK_UPS, openGateway } from './lookUpAnswers';

function hintOf(happened: Happened): Hint | undefined {
	const warnings = sentences(warningsIn(happened));
	return warnings ? { summary: '', warnings, details: '', isWarning: true } : undefined;
}

/** Answers a look-up for all input items, at no cost. */
export async function lookUp(host: Host, { name, fields, isOnce }: LookUp): Promise<Ended> {
	const { wanted, execution, who } = host;
	const parameters = new Parameters(wanted.parameters);
	let gateway: ReturnType<typeof openGateway> | undefined;
	const asking = {
		timeZone: parameters.timeZone,
		isForModel: who.isTool,
		// Once for all input items, and only for what the node cannot answer itself.
		gateway: () => (gateway ??= openGateway(wanted)),
	};

	const answerTo = async (itemIndex: number): Promise<ItemResult> => {
		try {
			const values = parameters.values(fields, itemIndex);
			const found = await LOOK_UPS[name](values, asking);
			if ('failure' in found) return failedBefore(itemIndex, found.failure);
			const pairedItem = { item: itemIndex };
			// Two input items must not share an object.
			const items = found.items.map((json) => ({ json: copyOfJson(json), pairedItem }));
			const notices = found.notice ? [found.notice] : [];
			return { ...madeFree(itemIndex, items), records: items.length, notices };
		} catch (error) {
			return failedBefore(itemIndex, failureThrown(error));
		}
	};

	const results: ItemResult[] = [];
	for (const itemIndex of wanted.inputItems.keys()) {
		if (isOnce && itemIndex > 0) break;
		results.push(await answerTo(itemIndex));
		if (execution.stop?.aborted) return { outputs: [[]] };
		await giveWay();
	}
	return endUnpaid(host, { results, hintOf });
}
