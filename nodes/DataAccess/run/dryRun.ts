import type { Parameters } from '../ask/parameters';
import type { RunRequest } from '../ask/request';
import { TaskReader } from '../ask/task';
import { failedBefore, madeFree } from '../deliver/itemResult';
import type { ItemResult } from '../deliver/itemResult';
import { hintForPlans, planOf } from '../deliver/plans';
import type { Plan } from '../deliver/plans';
import { REMARKS } from '../deliver/remarks';
import type { Host } from '../host/host';
import { giveWay } from '../shared/turn';
import { endUnpaid } from './ending';
import type { Ended } from './ending';

/** Says for each input item what a run would send and what that costs. */
export async function dryRun(
	host: Host,
	parameters: Parameters,
	{ query, settings, deployment }: RunRequest,
): Promise<Ended> {
	const tasks = new TaskReader(parameters, query, host.who.isTool, settings.onlyNew);
	const plans: Plan[] = [];
	const results: ItemResult[] = [];
	for (const itemIndex of host.wanted.inputItems.keys()) {
		if (host.execution.stop?.aborted) return { outputs: [[]] };
		const task = tasks.taskOf(itemIndex);
		if ('failure' in task) {
			results.push(failedBefore(itemIndex, task.failure));
			continue;
		}
		const plan = planOf(query, task, deployment.callOf(query, task.input));
		plans.push(plan);
		results.push(madeFree(itemIndex, [{ json: plan, pairedItem: { item: itemIndex } }]));
		await giveWay();
	}

	const remarks = host.who.isProduction ? [REMARKS.dryRunLeftOn] : [];
	const failures = results.length - plans.length;
	const hint = hintForPlans(plans, failures, settings.cap, host.who.isProduction);
	// An input that cannot be sent is an error item under every On Error, so that it hides no other.
	const who = { ...host.who, goesOn: true };
	return endUnpaid({ ...host, who }, { results, hint, remarks });
}
