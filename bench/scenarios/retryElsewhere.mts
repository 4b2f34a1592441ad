import { executeByWebhook, retryExecution } from '../../test/n8n/harness/executions.mts';
import { createBearerToken } from '../../test/n8n/harness/credentials.mts';
import { chain, webhook } from '../../test/n8n/harness/nodes.mts';
import { stopAll } from '../../test/n8n/harness/programs.mts';
import { startQueueMode } from '../../test/n8n/harness/queueMode.mts';
import { requireSystemPackages } from '../../test/n8n/harness/systemPackages.mts';
import { versionNamed } from '../../test/n8n/harness/versions.mts';
import { activate } from '../../test/n8n/harness/workflows.mts';
import { API_KEY } from '../../test/n8n/harness/world.mts';
import type { Gateway } from '../harness/gateway.mts';
import { serverNodes } from '../harness/serverNodes.mts';
import { missedIn } from '../harness/scenario.mts';
import type { Scenario } from '../harness/scenario.mts';
import { ratio } from '../harness/statistics.mts';
import { dataAccess } from '../peers/dataAccess.mts';
import { httpRequest } from '../peers/httpRequest.mts';

const PEERS = [dataAccess, httpRequest];
const PAGE_SIZE = 12;
const PAGES = 5;

export const scenario: Scenario = {
	title: 'A retry on another worker',
	measures:
		'Calls bought over calls needed, and records delivered over records paid for, where an execution fails on page 3 of 5 (503) in n8n 2.41’s queue mode and n8n’s own Retry runs on another worker than the failure.',
	matters: 'Workers come and go: what only one of them remembers is bought again.',
	goal: 'Data Access: 1.00 and 1.00.',
	async run() {
		await requireSystemPackages();
		await using cleanup = new AsyncDisposableStack();
		const world = await startQueueMode(versionNamed('2.41'), cleanup);
		const { rest, emulator, workers } = world;
		const { url, provider } = emulator;
		const ids: Record<string, string> = {
			dataAccessApi: world.credentialId,
			httpBearerAuth: await createBearerToken(rest, API_KEY, 'Gateway'),
		};
		const gateway = { url, provider, key: API_KEY } as Gateway;
		await workers.scaleTo(1);
		const failed = [];
		for (const peer of PEERS) {
			const path = peer.name.replace(' ', '-');
			const nodes = serverNodes(peer, { pageSize: PAGE_SIZE }, gateway, ids);
			const workflow = await activate(world, chain(path, [webhook(path), ...nodes]));
			const user = `${path}-size-${PAGE_SIZE * PAGES}`;
			emulator.addFault({ kind: 'server', httpStatus: 503, match: { key: user, page: 3 } });
			const execution = await executeByWebhook(rest, workflow, { user });
			failed.push({ peer, user, execution, last: nodes.at(-1)!.name });
		}
		await workers.scaleTo(0);
		await workers.scaleTo(1);
		const rows: string[][] = [['Calls bought / calls needed'], ['Records delivered / paid for']];
		for (const { user, execution, last } of failed) {
			const retried = await retryExecution(rest, execution, false);
			const charged = emulator.ledger.filter((entry) => entry.key === user && entry.charged > 0);
			const bought = charged.reduce((sum, { records }) => sum + records, 0);
			rows[0].push(ratio(charged.length / PAGES));
			rows[1].push(ratio(retried.json(last).length / bought));
		}
		await stopAll();
		return [
			{
				caption: 'n8n’s Retry on another worker',
				columns: ['What', ...PEERS.map(({ name }) => name)],
				rows,
				missed: missedIn(rows, () => ratio(1)),
			},
		];
	},
};
