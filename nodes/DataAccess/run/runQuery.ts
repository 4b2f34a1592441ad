import type { INodeExecutionData } from 'n8n-workflow';

import { Parameters } from '../ask/parameters';
import { readRequest } from '../ask/request';
import { givenPosition } from '../ask/resumeFrom';
import { taskReader } from '../ask/task';
import { Buyer } from '../buy/buyer';
import { nextPass } from '../buy/owner';
import { failed, happenedIn } from '../deliver/happened';
import { itemMaker } from '../deliver/items';
import type { Remark } from '../deliver/remarks';
import { dryRun } from './dryRun';
import { endRun, endWithoutCalls } from './ending';
import type { Failure } from '../shared/failure';
import type { Host } from '../host/host';
import type { PaidOperation } from '../operations';
import { objectOf, textOf } from '../shared/values';
import { openMemory } from '../watch/memory';
import { ItemLists } from './itemLists';
import { readAsTheyCome, readInTurn } from './listsInTurn';

/**
 * Runs an operation that buys, for all input items.
 * @returns the items in input order, error items last; on a second output the report, where wanted
 * @throws NodeApiError under On Error = Stop, after every call under way has ended
 */
export async function runQuery(
	host: Host,
	operation: PaidOperation,
): Promise<INodeExecutionData[][]> {
	const pass = nextPass(host.execution, host.who);
	const parameters = new Parameters(host.wanted.parameters);
	const refuse = ({ failure }: { failure: Failure }) => {
		if (pass.isLast) pass.owner.endRun();
		const results = host.wanted.inputItems.map((_, itemIndex) =>
			failed(itemIndex, failure, '', givenPosition(parameters, itemIndex)),
		);
		return endWithoutCalls(host, results, { account: pass.account });
	};

	const read = await readRequest(operation, parameters, { ...host.who, ...host.wanted });
	if ('failure' in read) return refuse(read);
	const { query, settings, deployment, send } = read;
	if (settings.dryRun) {
		pass.owner.endRun();
		return await dryRun(host, parameters, read);
	}
	const opened = await openMemory(query, settings, { ...host.who, facts: host.facts });
	if ('failure' in opened) return refuse(opened);
	const { memory } = opened;
	const remarks: Remark[] = [...opened.remarks];
	if (isResumedAnew(host)) remarks.push('resumeLeftOn');

	const { cap, reusePages, reusesOwn, concurrency } = settings;
	const buyer = new Buyer({
		query,
		send,
		deployment,
		pass,
		cap,
		reusePages,
		reusesOwn,
		endsOnFailure: !host.who.goesOn,
		execution: host.execution,
	});
	const lists = new ItemLists({
		host,
		query,
		buyer,
		readTask: taskReader(parameters, query, host.who),
		givenPosition: (itemIndex) => givenPosition(parameters, itemIndex),
		itemsOf: itemMaker({ ...settings, isForModel: host.who.isTool }, query, host.wanted.inputItems),
	});
	const work = { count: host.wanted.inputItems.length, concurrency, lists };

	try {
		if (memory) await readInTurn({ ...work, memory, spender: buyer });
		else await readAsTheyCome(work);
		const { results } = lists;
		const { account } = pass;
		const { onlyNew: isOnlyNew } = settings;
		const happened = happenedIn({ results, account, cap, reuse: reusePages, isOnlyNew, remarks });
		return await endRun(host, { happened, buyer, memory, pass });
	} finally {
		buyer.close();
	}
}

/** Whether each execution continues the same earlier one. */
function isResumedAnew({ who: { isProduction }, wanted }: Host): boolean {
	const { resumeFrom } = objectOf(wanted.parameters.stored.options);
	const isFixed = textOf(resumeFrom) !== undefined && !String(resumeFrom).startsWith('=');
	return isProduction && isFixed;
}
