import { Parameters } from '../ask/parameters';
import { refusable } from '../ask/refuse';
import { happenedIn } from '../deliver/happened';
import type { Happened } from '../deliver/happened';
import type { Hint } from '../deliver/hint';
import { failedBefore, madeFree } from '../deliver/itemResult';
import type { ItemResult } from '../deliver/itemResult';
import { sentencesIn } from '../deliver/listWords';
import { sentences } from '../deliver/phrasing';
import type { Host } from '../host/host';
import type { LookUp } from '../operations/operation';
import { copyOfJson } from '../shared/jsonValues';
import { yieldToEventLoop } from '../shared/eventLoop';
import { endFree } from './ending';
import type { Ended } from './ending';
import { LOOK_UPS, loadGateway } from './lookUpAnswers';

function hintOf(happened: Happened): Hint | undefined {
	const warnings = sentences(sentencesIn(happened, 'warning'));
	return warnings ? { summary: warnings, details: '', isWarning: true } : undefined;
}

/** Answers a look-up for all input items, at no cost. */
export async function lookUp(host: Host, { name, fields, isOnce }: LookUp): Promise<Ended> {
	const { wanted, execution, who } = host;
	const parameters = new Parameters(wanted.parameters);
	const recipient = { timeZone: parameters.timeZone, isForModel: who.isTool };
	let gateway: ReturnType<typeof loadGateway> | undefined;

	const answerTo = async (itemIndex: number): Promise<ItemResult> => {
		const answer = await refusable(async () => {
			const own = LOOK_UPS[name](parameters.values(fields, itemIndex), recipient);
			if ('records' in own) return own;
			// All input items share one client, so that it can give up on a gateway that is down.
			const loaded = await (gateway ??= loadGateway(wanted));
			return 'failure' in loaded ? loaded : await own.ask(loaded);
		});
		if ('failure' in answer) return failedBefore(itemIndex, answer.failure);
		const { notice, records } = answer;
		// Otherwise the output items of two input items could share an object.
		const items = records.map((json) => ({
			json: copyOfJson(json),
			pairedItem: { item: itemIndex },
		}));
		const notices = notice === undefined ? [] : [notice];
		return { ...madeFree(itemIndex, items), records: items.length, notices };
	};

	const results: ItemResult[] = [];
	for (const itemIndex of wanted.inputItems.keys()) {
		if (isOnce && itemIndex > 0) break;
		results.push(await answerTo(itemIndex));
		if (execution.stop?.aborted) break;
		await yieldToEventLoop();
	}
	const happened = happenedIn({ results });
	return endFree(host, happened, hintOf(happened));
}
