import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { IDataObject, INode, INodeType } from 'n8n-workflow';

import { startEngine } from '../../test/harness/engine.mts';
import type { Engine, Execution } from '../../test/harness/engine.mts';
import { installVersion } from '../../test/n8n/harness/installVersion.mts';
import { temporaryFolder } from '../../test/n8n/harness/temporaryFolders.mts';
import { versionNamed } from '../../test/n8n/harness/versions.mts';
import type { Ask, NodeSettings, Peer } from './ask.mts';
import { nodeOf } from './ask.mts';
import { credentialsHelper } from './credentials.mts';
import { n8nsDeduplication } from './deduplication.mts';
import type { Deduplication } from './deduplication.mts';
import type { Gateway } from './gateway.mts';

/** n8n's newest engine in this process, with n8n's own nodes, the built package and the peers. */
export interface N8nEngine {
	engine: Engine;
	/** What nodes remember from execution to execution. */
	memory: Pick<Deduplication, 'calls' | 'reset'>;
	/** Runs a peer on the lists of some users. */
	run(peer: Peer, ask: Ask, users: readonly string[], options?: RunOptions): Promise<PeerRun>;
	close(): Promise<void>;
}

export interface RunOptions {
	node?: NodeSettings;
}

export interface PeerRun {
	/** Items of the last node; none if the execution failed. */
	records: number;
	execution: Execution;
}

const BASE = 'n8n-nodes-base';

/** n8n's own nodes that the peers use, with their files in n8n's package. */
const OWN_NODES = {
	httpRequest: ['HttpRequest/HttpRequest.node.js', 'HttpRequest'],
	splitOut: ['Transform/SplitOut/SplitOut.node.js', 'SplitOut'],
	limit: ['Transform/Limit/Limit.node.js', 'Limit'],
	removeDuplicates: ['Transform/RemoveDuplicates/RemoveDuplicates.node.js', 'RemoveDuplicates'],
} as const;

/** Makes the engine evaluate expressions as a server does. */
const EXPRESSIONS = {
	engine: 'vm',
	bridgeTimeout: 5000,
	bridgeMemoryLimit: 128,
	poolSize: 1,
	maxCodeCacheSize: 1024,
};

/** Starts n8n 2.41's engine. If it is not in the cache, it is installed first, which takes some minutes. */
export async function startN8nEngine(gateway: Gateway, peers: readonly Peer[]): Promise<N8nEngine> {
	const version = versionNamed('2.41');
	await installVersion(version);
	// The default of a server. At level silent, n8n would write all lines, too, to nowhere.
	process.env.N8N_LOG_LEVEL = 'info';
	const load = createRequire(join(version.folder, 'package.json'));

	// Next to n8n's packages, so that it finds them as an installed community package does.
	const place = temporaryFolder('bench');
	const packageFolder = join(place, 'n8n-nodes-data-access');
	mkdirSync(packageFolder);
	symlinkSync(join(version.folder, 'node_modules'), join(place, 'node_modules'));
	cpSync('dist', join(packageFolder, 'dist'), { recursive: true });
	cpSync('package.json', join(packageFolder, 'package.json'));

	const ownTypes = Object.entries(OWN_NODES).map(([name, [file, exported]]) => {
		const loaded = load(`${BASE}/dist/nodes/${file}`) as Record<string, new () => INodeType>;
		return [`${BASE}.${name}`, new loaded[exported]!()] as const;
	});
	const stored = peers.map((peer) => peer.credential(gateway));
	const engine = await startEngine({
		n8nFolder: version.folder,
		packageFolder,
		nodeTypes: Object.assign(Object.fromEntries(ownTypes), ...peers.map(({ types }) => types)),
		credentialsHelper: () => credentialsHelper(version.folder, packageFolder, stored),
	});
	const { DataDeduplicationService } = load('n8n-core') as typeof import('n8n-core');
	const { helper, ...memory } = n8nsDeduplication(version.folder);
	// The engine has one already, and n8n allows one per process.
	Reflect.deleteProperty(DataDeduplicationService, 'instance');
	await DataDeduplicationService.init(helper);
	const { Expression } = load('n8n-workflow') as {
		Expression: {
			initExpressionEngine(options: object): Promise<void>;
			disposeExpressionEngine(): Promise<void>;
		};
	};
	await Expression.initExpressionEngine(EXPRESSIONS);

	return {
		engine,
		memory,
		async run(peer, ask, users, { node = {} } = {}) {
			const items = users.map((user): IDataObject => ({ user }));
			const nodes = [
				nodeOf('Start', `${BASE}.manualTrigger`, 1, {}),
				nodeOf('Items', 'test.items', 1, { items }),
				...peer.nodes(ask, gateway, node),
			];
			const execution = await engine.run({
				workflow: { nodes, connections: chained(nodes), settings: { executionOrder: 'v1' } },
				credentials: {},
				// Otherwise a manual run would reuse pages of the last 15 minutes.
				mode: 'trigger',
			});
			return { records: execution.items(nodes.at(-1)!.name).length, execution };
		},
		async close() {
			await Expression.disposeExpressionEngine();
			engine.close();
		},
	};
}

function chained(nodes: readonly INode[]): IDataObject {
	const links = nodes.slice(1).map((next, index) => {
		const main = [[{ node: next.name, type: 'main', index: 0 }]];
		return [nodes[index]!.name, { main }] as const;
	});
	return Object.fromEntries(links);
}
