import type { Parameters } from '../ask/parameters';
import type { RunSetup } from '../ask/runSetup';
import { readTasks } from '../ask/task';
import { happenedIn } from '../deliver/happened';
import { failedBefore, madeFree } from '../deliver/itemResult';
import { hintForPlans, planOf } from '../deliver/plans';
import type { Plan } from '../deliver/plans';
import { REMARKS } from '../deliver/remarks';
import type { Host } from '../host/host';
import { endFree } from './ending';
import type { Ended } from './ending';

/**
 * Returns for each input item what a run would send, and its cost. Begins no pass, so the execution keeps its paid
 * pages.
 */
export async function dryRun(host: Host, parameters: Parameters, setup: RunSetup): Promise<Ended> {
	const { query, settings, deployment } = setup;
	const tasks = await readTasks(host, parameters, setup);
	const plans: Plan[] = [];
	const results = tasks.map((task, itemIndex) => {
		if ('failure' in task) return failedBefore(itemIndex, task.failure, task);
		const plan = planOf(query, task, deployment.callOf(query, task.input));
		plans.push(plan);
		return madeFree(itemIndex, [{ json: plan, pairedItem: { item: itemIndex } }]);
	});
	const remarks = host.who.isProduction ? [REMARKS.dryRunLeftOn] : [];
	const failures = results.length - plans.length;
	const hint = hintForPlans(plans, failures, settings.cap, remarks);
	// A refused input becomes an error item whatever On Error is. Otherwise it would hide the plans of the other items.
	const who = { ...host.who, continuesOnFail: true };
	return endFree({ ...host, who }, happenedIn({ results, remarks }), hint);
}
