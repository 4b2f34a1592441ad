import { installCommunityPackage, pack } from '../../test/n8n/harness/communityPackage.mts';
import { createBearerToken, createCredential } from '../../test/n8n/harness/credentials.mts';
import { anyDatabase, newPlace, startN8n } from '../../test/n8n/harness/n8n.mts';
import { chain } from '../../test/n8n/harness/nodes.mts';
import { stopAll } from '../../test/n8n/harness/programs.mts';
import { Rest } from '../../test/n8n/harness/rest.mts';
import { temporaryFolder } from '../../test/n8n/harness/temporaryFolders.mts';
import { versionNamed } from '../../test/n8n/harness/versions.mts';
import { activate } from '../../test/n8n/harness/workflows.mts';
import type { WorkflowNode } from '../../test/n8n/harness/workflows.mts';
import { nodeOf } from '../harness/ask.mts';
import type { Peer } from '../harness/ask.mts';
import { startGateway } from '../harness/gateway.mts';
import { customNode, serverNodes } from '../harness/serverNodes.mts';
import type { Scenario } from '../harness/scenario.mts';
import { median, middleHalf, ratio, ratios } from '../harness/statistics.mts';
import { dataAccess } from '../peers/dataAccess.mts';
import { httpRequest } from '../peers/httpRequest.mts';
import { lean } from '../peers/lean.mts';

const PARALLEL = 20;
const PAGE_SIZE = 12;
const PEERS: Peer[] = [dataAccess, lean, httpRequest];
const NOTHING = 'No node';

interface Load {
	cpuMs: number;
	seconds: number;
	failures: number;
	/** Charged calls. */
	calls: number;
}

/** What a node takes of a server. */
interface Part {
	/** In each round, over what the same round took with no node. */
	over: number[];
	/** CPU milliseconds per execution. */
	ms: number;
}

const MEGABYTE = 2 ** 20;

export const scenario: Scenario = {
	title: 'A server under load',
	measures: `CPU time of a whole n8n 2.41 server per execution, with ${PARALLEL} webhook calls in flight at any time, beyond what the same workflow takes with nothing behind its webhook.`,
	matters: 'It decides how many workflows a server can run before it needs another one beside it.',
	goal: 'At most 1.10 of the lean node at one page, 0.95 at five.',
	async run({ quick }) {
		// Short rounds, since a server's work changes while it runs: each peer meets what the others meet.
		const executions = quick ? 20 : 25;
		const rounds = quick ? 1 : 24;
		const gateway = await startGateway();
		const version = versionNamed('2.41');
		const tarball = await pack(temporaryFolder('pack'));
		const place = await newPlace(version, await anyDatabase(version));
		await installCommunityPackage(tarball, place.home);
		const n8n = await startN8n(place, {
			N8N_METRICS: 'true',
			N8N_CUSTOM_EXTENSIONS: customNode(lean, 'lean.mts'),
		});
		const rest = new Rest(n8n.url);
		await rest.setUpOwner();
		const { url: baseUrl, key: apiKey, provider } = gateway;
		const ids: Record<string, string> = {
			dataAccessApi: await createCredential(rest, { baseUrl, apiKey, provider }),
			httpBearerAuth: await createBearerToken(rest, 'Gateway', apiKey),
		};

		async function metric(name: string): Promise<number> {
			const text = await (await fetch(`${n8n.url}/metrics`)).text();
			const found = new RegExp(`^n8n_${name} (\\S+)`, 'm').exec(text);
			if (!found) throw new Error(`n8n tells no ${name}`);
			return Number(found[1]);
		}

		/** Activates a workflow of a webhook and what follows it, and gives the webhook's address. */
		async function publish(path: string, behind: WorkflowNode[]): Promise<string> {
			const parameters = { path, responseMode: 'lastNode', options: {} };
			const webhook = nodeOf('Webhook', 'n8n-nodes-base.webhook', 2, parameters, {
				webhookId: path,
			}) as WorkflowNode;
			await activate({ rest, version } as never, chain(path, [webhook, ...behind]));
			return `${n8n.url}/webhook/${path}`;
		}

		const addresses = new Map<string, string>();
		const nothing = nodeOf('Nothing', 'n8n-nodes-base.noOp', 1, {}) as WorkflowNode;
		addresses.set(NOTHING, await publish('nothing', [nothing]));
		for (const peer of PEERS) {
			const nodes = serverNodes(peer, { pageSize: PAGE_SIZE }, gateway, ids);
			addresses.set(peer.name, await publish(peer.name.replace(' ', '-'), nodes));
		}

		let list = 0;
		async function load(name: string, pages: number, count: number): Promise<Load> {
			const before = (await gateway.ledger()).summary.calls;
			const [cpu, begin] = [await metric('process_cpu_seconds_total'), performance.now()];
			let [started, failures] = [0, 0];
			const client = async () => {
				while (started++ < count) {
					const user = `load-${++list}-size-${pages * PAGE_SIZE}`;
					const response = await fetch(`${addresses.get(name)}?user=${user}`);
					await response.text();
					if (!response.ok) failures += 1;
				}
			};
			await Promise.all(Array.from({ length: PARALLEL }, client));
			return {
				seconds: (performance.now() - begin) / 1000,
				cpuMs: ((await metric('process_cpu_seconds_total')) - cpu) * 1000,
				failures,
				calls: (await gateway.ledger()).summary.calls - before,
			};
		}

		const names = [NOTHING, ...PEERS.map(({ name }) => name)];
		const shares: Array<Array<string | number>> = [];
		const loads: Array<Array<string | number>> = [];
		for (const pages of [1, 5]) {
			const all = new Map<string, Load[]>(names.map((name) => [name, []]));
			for (const name of names) await load(name, pages, quick ? PARALLEL : 3 * PARALLEL);
			for (let round = 0; round < rounds; round++) {
				const turns = names.map((_, turn) => names[(round + turn) % names.length]!);
				for (const name of turns) all.get(name)!.push(await load(name, pages, executions));
			}
			const cpuOf = (name: string) => all.get(name)!.map(({ cpuMs }) => cpuMs / executions);
			const nothingsCpu = cpuOf(NOTHING);
			// A machine's speed changes from round to round, and all of a round's peers meet the same.
			const [own, floor, http] = PEERS.map(({ name }) => {
				const over = cpuOf(name).map((cpu, round) => cpu / nothingsCpu[round]! - 1);
				return { over, ms: median(over) * median(nothingsCpu) };
			}) as [Part, Part, Part];
			const spread = middleHalf(ratios(own.over, floor.over));
			shares.push([
				pages,
				...[own, floor, http].map(({ ms }) => ms.toFixed(1)),
				ratio(own.ms / floor.ms),
				spread.map(ratio).join(' to '),
				ratio(own.ms / http.ms),
			]);
			for (const name of names) {
				const runs = all.get(name)!;
				const sum = (what: keyof Load) => runs.reduce((total, run) => total + run[what], 0);
				loads.push([
					pages,
					name,
					(executions / median(runs.map(({ seconds }) => seconds))).toFixed(0),
					median(cpuOf(name)).toFixed(1),
					sum('failures'),
					name === NOTHING ? '–' : ratio(sum('calls') / (pages * executions * rounds)),
				]);
			}
		}
		const memory = (await metric('process_resident_memory_bytes')) / MEGABYTE;
		gateway.close();
		await stopAll();
		return [
			{
				caption: 'CPU of the server for the node’s own part',
				columns: [
					'Pages',
					'Data Access (ms)',
					'Lean node (ms)',
					'HTTP Request (ms)',
					'/ lean node',
					'Middle half of the rounds',
					'/ HTTP Request',
				],
				rows: shares,
				note: `The median of ${rounds} rounds of ${executions} executions, each over what the same round took with no node. The lean node is the floor of n8n’s own helper.`,
			},
			{
				caption: 'The same load, whole executions',
				columns: [
					'Pages',
					'Behind the webhook',
					'Executions/s',
					'CPU (ms/execution)',
					'Failures',
					'Calls bought / needed',
				],
				rows: loads,
				note: `The server took ${memory.toFixed(0)} MB after all of this. Executions a second belong to the machine.`,
			},
		];
	},
};
