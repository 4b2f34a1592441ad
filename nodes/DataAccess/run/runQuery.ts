import { Parameters } from '../ask/parameters';
import { readRunSetup } from '../ask/runSetup';
import type { RunSetup } from '../ask/runSetup';
import { givenNext } from '../ask/resumeFrom';
import { readTasks } from '../ask/task';
import { Buyer } from '../buy/buyer';
import type { KeptPages } from '../buy/endPass';
import { beginPass } from '../buy/pass';
import { happenedIn } from '../deliver/happened';
import type { ItemResult } from '../deliver/itemResult';
import { ItemMaker } from '../deliver/items';
import { REMARKS } from '../deliver/remarks';
import type { Remark } from '../deliver/remarks';
import type { Host } from '../host/host';
import type { PaidOperation } from '../operations';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { loadMemory } from '../watch/memory';
import { dryRun } from './dryRun';
import { endFailed, endRun } from './ending';
import type { Ended } from './ending';
import { endList, startList } from './itemLists';
import { readAsTheyCome, readInTurn } from './listsInTurn';

/** Runs an operation that buys, for all input items. Returns only after every call has ended. */
export async function runQuery(host: Host, operation: PaidOperation): Promise<Ended> {
	const { who, execution, wanted } = host;
	const { isProduction, continuesOnFail } = who;
	const parameters = new Parameters(wanted.parameters);
	const setup = await readRunSetup(host, parameters, operation);
	if ('settings' in setup && setup.settings.dryRun) {
		return await dryRun(host, parameters, setup);
	}
	const pass = beginPass(execution, who);
	const { expenses } = pass;
	const fail = (failure: Failure, keptPages?: KeptPages) =>
		endFailed(host, failure, (index) => givenNext(parameters, index), { expenses, keptPages });

	if ('failure' in setup) return fail(setup.failure);
	const { query, settings } = setup;
	const { concurrency, cap } = settings;
	const tasks = await readTasks(host, parameters, setup);
	const buyer = new Buyer({ ...setup, pass, execution, endsOnFailure: !continuesOnFail });
	const loaded = await loadMemory(query, settings, {
		isProduction,
		facts: host.facts,
		log: execution.log,
	});
	// Report the pages that a retried execution still holds.
	if ('failure' in loaded) return fail(loaded.failure, await buyer.endPass(false));
	const { memory } = loaded;

	try {
		const maker = makerFor(host, setup);
		const means = { query, buyer, maker, memory };
		// Start all lists before reading one, because each list's share of Max Cost depends on their number.
		const lists = tasks.map((task, itemIndex) => startList(itemIndex, task, means));
		const unread = lists.flatMap((list) => ('failure' in list ? [] : [list]));
		if (memory) await readInTurn({ lists: unread, concurrency, memory, buyer });
		else await readAsTheyCome({ lists: unread, concurrency });
		const results = lists.map((list, itemIndex) => endList(itemIndex, list, query));
		const remarks: Remark[] = [
			...loaded.remarks.map((name) => REMARKS[name]),
			...(isProduction && parameters.isFixed('resumeFrom') ? [REMARKS.resumeLeftOn] : []),
			...maker.remarks,
			...(results.some(isAfterChargedRow) ? [REMARKS.chargedInARow] : []),
		];
		const happened = happenedIn({
			...{ results, expenses, cap, remarks },
			price: buyer.price,
			reusesPages: settings.reusePages > 0,
			isWritten: query.isWritten,
		});
		return await endRun(host, { happened, buyer, memory, isLastTry: pass.isLast });
	} catch (error) {
		// Nothing was delivered: keep the paid pages, and report every item as failed.
		return fail(unexpected(error), await buyer.endPass(false));
	}
}

/** Five charged failures in a row are the only ones after which an item is NOT_CALLED before happened.ts says so. */
const isAfterChargedRow = ({ failure }: ItemResult) => failure?.code === 'NOT_CALLED';

function makerFor({ who, wanted }: Host, { query, settings }: RunSetup): ItemMaker {
	const includesInput = settings.includeInputFields && !who.isTool;
	return new ItemMaker({ ...settings, isForModel: who.isTool }, query, (itemIndex) =>
		includesInput ? wanted.inputItems[itemIndex]?.json : undefined,
	);
}
