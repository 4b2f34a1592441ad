import type { RunRequest } from '../ask/request';
import { madeFree } from '../deliver/itemResult';
import { hintForPlans, planOf } from '../deliver/plans';
import type { Plan } from '../deliver/plans';
import { REMARKS } from '../deliver/remarks';
import type { Host } from '../host/host';
import { endUnpaid } from './ending';
import type { Ended } from './ending';
import type { ReadTask } from './tasks';

/** Says for each input item what a run would send and what that costs. */
export function dryRun(
	host: Host,
	{ query, settings, deployment }: RunRequest,
	tasks: readonly ReadTask[],
): Ended {
	const plans: Plan[] = [];
	const results = tasks.map((read, itemIndex) => {
		if ('refused' in read) return read.refused;
		const plan = planOf(query, read.task, deployment.callOf(query, read.task.input));
		plans.push(plan);
		return madeFree(itemIndex, [{ json: plan, pairedItem: { item: itemIndex } }]);
	});
	const remarks = host.who.isProduction ? [REMARKS.dryRunLeftOn] : [];
	const failures = results.length - plans.length;
	const hint = hintForPlans(plans, failures, settings.cap, remarks);
	// An input that cannot be sent is an error item under every On Error, so that it hides no other.
	const who = { ...host.who, goesOn: true };
	return endUnpaid({ ...host, who }, { results, hintOf: () => hint, remarks });
}
