import assert from 'node:assert/strict';

import { executeByWebhook, succeeded } from '../harness/executions.mts';
import { chain, dataAccess, webhook } from '../harness/nodes.mts';
import { activate } from '../harness/workflows.mts';
import type { SavedWorkflow } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';
import type { Story } from './overRestart.mts';

const OPERATION = 'fetch_user_posts_v2';
const SIZE = 24;
const LIST = `watched size-${SIZE}`;

/** Only New Records in production executions. */
export function onlyNewRecords(world: World): Story {
	let workflow: SavedWorkflow;

	async function run() {
		const asked = () => world.emulator.ledger.filter(({ key }) => key === LIST);
		const begun = asked().length;
		const execution = await succeeded(executeByWebhook(world.rest, workflow));
		const pages = asked().map(({ page }) => page);
		return { records: execution.json('Posts').length, pages: pages.slice(begun) };
	}

	return {
		promise: 'Only New Records pays for what is new, from execution to execution',
		async begin() {
			const posts = dataAccess('Posts', world.credentialId, {
				...{ resource: 'user', operation: 'getPosts', userId: LIST },
				...{ pageSize: 12, returnAll: true, onlyNew: true },
			});
			workflow = await activate(world, chain('only-new', [webhook('only-new'), posts]));
			assert.deepEqual(await run(), { records: SIZE, pages: [1, 2] });
			assert.deepEqual(await run(), { records: 0, pages: [1] });
		},
		async goOn() {
			world.emulator.changeList(OPERATION, LIST, { add: 3 });
			// The sort times prove that nothing new follows the known records of the page.
			assert.deepEqual(await run(), { records: 3, pages: [1] });
			assert.deepEqual(await run(), { records: 0, pages: [1] });
		},
	};
}
