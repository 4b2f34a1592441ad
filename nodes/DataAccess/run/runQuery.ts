import { Parameters } from '../ask/parameters';
import type { ParameterSource } from '../ask/parameters';
import { readRequest } from '../ask/request';
import { givenPosition } from '../ask/resumeFrom';
import { Buyer } from '../buy/buyer';
import { nextPass } from '../buy/run';
import { happenedIn } from '../deliver/happened';
import { REMARKS } from '../deliver/remarks';
import type { Remark } from '../deliver/remarks';
import type { Host } from '../host/host';
import type { PaidOperation } from '../operations';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { openMemory } from '../watch/memory';
import { dryRun } from './dryRun';
import { endFailed, endRun } from './ending';
import type { Ended } from './ending';
import { ItemLists } from './itemLists';
import { readAsTheyCome, readInTurn } from './listsInTurn';
import { readTasks } from './tasks';

/** Runs an operation that buys, for all input items. It ends when every call under way has ended. */
export async function runQuery(
	host: Host,
	operation: PaidOperation,
	source: ParameterSource,
): Promise<Ended> {
	const { who, execution, wanted } = host;
	const pass = nextPass(execution, who);
	const { account } = pass;
	const parameters = new Parameters(source);
	const givenPlace = (itemIndex: number) => ({ begin: givenPosition(parameters, itemIndex) });
	const refuse = (failure: Failure) => endFailed(host, failure, givenPlace, { account });

	const request = await readRequest(operation, parameters, host);
	if ('failure' in request) return refuse(request.failure);
	const { query, settings } = request;
	const tasks = await readTasks(host, request, parameters);
	if (settings.dryRun) return dryRun(host, request, tasks);
	const opened = await openMemory(query, settings, { ...who, facts: host.facts });
	if ('failure' in opened) return refuse(opened.failure);
	const { memory } = opened;
	const remarks = opened.remarks.map((name): Remark => REMARKS[name]);
	// Each execution would continue the same earlier one.
	if (who.isProduction && parameters.isFixed('resumeFrom')) remarks.push(REMARKS.resumeLeftOn);

	const buyer = new Buyer({ ...request, pass, execution, endsOnFailure: !who.goesOn });
	const lists = new ItemLists(host, request, tasks, buyer, memory);
	const { results } = lists;
	try {
		const { cap, concurrency } = settings;
		const work = { count: wanted.inputItems.length, concurrency, lists };
		if (memory) await readInTurn({ ...work, memory, buyer });
		else await readAsTheyCome(work);
		remarks.push(...lists.remarks);
		if (buyer.hasGivenUp) remarks.push(REMARKS.givenUp);
		const { reusesPages } = buyer;
		const happened = happenedIn({ results, account, cap, reusesPages, remarks });
		return await endRun(host, { happened, buyer, memory, isLastTry: pass.isLast });
	} catch (error) {
		// Nothing was delivered: what was bought is kept, and all items have failed.
		const safe = await buyer.release(false);
		const placeOf = (itemIndex: number) => results[itemIndex] ?? givenPlace(itemIndex);
		return endFailed(host, unexpected(error), placeOf, { account, safe });
	}
}
