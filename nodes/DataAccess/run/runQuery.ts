import { Parameters } from '../ask/parameters';
import type { ParameterSource } from '../ask/parameters';
import { readRequest } from '../ask/request';
import { givenPosition } from '../ask/resumeFrom';
import { taskReader } from '../ask/task';
import { Buyer } from '../buy/buyer';
import { leaveRun, nextPass } from '../buy/passes';
import { failedBefore, happenedIn } from '../deliver/happened';
import { itemMaker } from '../deliver/items';
import { REMARKS } from '../deliver/remarks';
import type { Remark } from '../deliver/remarks';
import { SoughtPaths } from '../deliver/soughtPaths';
import { dryRun } from './dryRun';
import { endBroken, endRun, endWithoutCalls } from './ending';
import type { Ended } from './ending';
import type { Failure } from '../shared/failure';
import type { Host } from '../host/host';
import type { PaidOperation } from '../operations';
import { openMemory } from '../watch/memory';
import { ItemLists } from './itemLists';
import { readAsTheyCome, readInTurn } from './listsInTurn';

/** Runs an operation that buys, for all input items. It ends when every call under way has ended. */
export async function runQuery(
	host: Host,
	operation: PaidOperation,
	source: ParameterSource,
): Promise<Ended> {
	const pass = nextPass(host.execution, host.who);
	const parameters = new Parameters(source);
	const refuse = ({ failure }: { failure: Failure }) => {
		if (pass.isLast) leaveRun(pass);
		const results = host.wanted.inputItems.map((_, itemIndex) =>
			failedBefore(itemIndex, failure, '', givenPosition(parameters, itemIndex)),
		);
		return endWithoutCalls(host, { results, account: pass.account });
	};

	const read = await readRequest(operation, parameters, { ...host.who, ...host.wanted });
	if ('failure' in read) return refuse(read);
	const { query, settings, deployment, send } = read;
	if (settings.dryRun) {
		leaveRun(pass);
		return await dryRun(host, parameters, read);
	}
	const opened = await openMemory(query, settings, { ...host.who, facts: host.facts });
	if ('failure' in opened) return refuse(opened);
	const { memory } = opened;
	const remarks = opened.remarks.map((name): Remark => REMARKS[name]);
	// Each execution would continue the same earlier one.
	if (host.who.isProduction && parameters.isFixed('resumeFrom')) remarks.push(REMARKS.resumeLeftOn);

	const { execution } = host;
	const endsOnFailure = !host.who.goesOn;
	const sought = new SoughtPaths([...settings.fields, ...(query.idPath ? [query.idPath] : [])]);
	const { inputItems } = host.wanted;
	const isForModel = host.who.isTool;
	const includesInput = settings.includeInputFields && !isForModel;
	const itemsOf = itemMaker({ ...settings, isForModel }, query, (itemIndex) =>
		includesInput ? inputItems[itemIndex]?.json : undefined,
	);
	const readTask = taskReader(parameters, query, host.who);
	// Made last: whatever fails after it releases it.
	const buyer = new Buyer({ query, settings, deployment, send, pass, execution, endsOnFailure });
	const lists = new ItemLists({
		host,
		query,
		buyer,
		memory,
		readTask,
		itemsOf(page, itemIndex) {
			sought.lookIn(page.records);
			return itemsOf(page, itemIndex);
		},
	});
	const { cap, concurrency, reusePages: reuse } = settings;
	const work = { count: inputItems.length, concurrency, lists };
	const { results } = lists;
	const { account } = pass;

	try {
		if (memory) await readInTurn({ ...work, memory, buyer });
		else await readAsTheyCome(work);
		remarks.push(...sought.remarks);
		const happened = happenedIn({ results, account, cap, reuse, remarks });
		return await endRun(host, { happened, buyer, memory, isLastTry: pass.isLast });
	} catch (error) {
		return await endBroken(host, error, { buyer, results, account });
	} finally {
		buyer.halt.close();
	}
}
