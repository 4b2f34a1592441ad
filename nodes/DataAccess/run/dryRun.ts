import type { INodeExecutionData } from 'n8n-workflow';

import type { Parameters } from '../ask/parameters';
import type { Request } from '../ask/request';
import { taskReader } from '../ask/task';
import { requestKey } from '../buy/pageRequest';
import { planItem, planOf, planTellingOf } from '../deliver/plans';
import type { KeyedPlan } from '../deliver/plans';
import { failed, madeFree } from '../deliver/results';
import type { ItemResult } from '../deliver/results';
import { endWithoutCalls } from './ending';
import type { Host } from '../host/host';
import { giveWay } from '../shared/turn';

/**
 * Says for each input item what a run would send and what that costs. No call is made. An input that
 * cannot be sent is an error item under every On Error, so that it hides no other.
 * @returns the items in input order, error items last; on a second output the report, where wanted
 */
export async function dryRun(
	host: Host,
	parameters: Parameters,
	{ query, settings, deployment }: Request,
): Promise<INodeExecutionData[][]> {
	const readTask = taskReader(parameters, query, host);
	const plans: KeyedPlan[] = [];
	const results: ItemResult[] = [];
	for (const itemIndex of host.inputItems.keys()) {
		if (host.stop?.aborted) return [[]];
		const task = readTask(itemIndex);
		if ('failure' in task) {
			results.push(failed(itemIndex, task.failure));
			continue;
		}
		const call = deployment.callOf(query, task.input);
		const plan = planOf(query, task, call);
		plans.push({ key: requestKey(deployment.scope, call, task.input), plan });
		results.push(madeFree(itemIndex, [planItem(plan, itemIndex)]));
		await giveWay();
	}

	const telling = planTellingOf(plans, results.length - plans.length, settings.cap);
	return endWithoutCalls({ ...host, goesOn: true }, results, { telling });
}
