import type { Ask } from '../harness/ask.mts';
import { startGateway } from '../harness/gateway.mts';
import { startN8nEngine } from '../harness/n8n.mts';
import type { Scenario } from '../harness/scenario.mts';
import { cpuOf, inTurn, middleHalf, ratio, ratios, sum } from '../harness/statistics.mts';
import { dataAccess } from '../peers/dataAccess.mts';
import { httpRequest } from '../peers/httpRequest.mts';
import { lean } from '../peers/lean.mts';
import { askByUndici } from '../peers/undici.mts';

const PEERS = [dataAccess, lean, httpRequest];

/** Posts on a page, and their characters as JSON. */
const PAGE_SIZES = [
	{ pageSize: 5, label: '3 KB' },
	{ pageSize: 50, label: '30 KB' },
];

export const scenario: Scenario = {
	title: 'CPU per call',
	measures:
		'CPU time of a paid call in the engine of n8n 2.41, with its own way of decrypting and resolving credentials, all of the execution included.',
	matters: 'n8n has one thread for all of its workflows: what a call takes of it, others wait for.',
	goal: 'At most 1.15 of the lean node in each row.',
	async run({ quick }) {
		const gateway = await startGateway();
		const n8n = await startN8nEngine(gateway, PEERS);
		const calls = quick ? 10 : 100;
		const rounds = quick ? 1 : 60;
		const rows: Array<Array<string | number>> = [];
		let list = 0;
		for (const { pageSize, label } of PAGE_SIZES) {
			for (const pages of quick ? [1, 5] : [1, 5, 50]) {
				const ask: Ask = { pageSize };
				const expected = calls * pageSize;
				// New lists each time, so that nothing is known from the last round.
				const users = () =>
					Array.from({ length: calls / pages }, () => `u-${++list}-size-${pages * pageSize}`);
				const check = (records: number) => {
					if (records !== expected) throw new Error(`${records} records of ${expected} came`);
				};
				const perPeer = Object.fromEntries(
					PEERS.map((peer) => [
						peer.name,
						async () => {
							const names = users();
							return await cpuOf(async () => check((await n8n.run(peer, ask, names)).records));
						},
					]),
				);
				const cpu = await inTurn<string>(rounds, {
					...perPeer,
					undici: async () => {
						const names = users();
						return await cpuOf(async () => check((await askByUndici(ask, gateway, names)).length));
					},
				});
				const own = cpu[dataAccess.name]!;
				const over = (name: string) => ratio(sum(own) / sum(cpu[name]!));
				rows.push([
					pages,
					label,
					(sum(own) / rounds / calls).toFixed(2),
					over(lean.name),
					middleHalf(ratios(own, cpu[lean.name]!)).map(ratio).join(' to '),
					over(httpRequest.name),
					over('undici'),
				]);
			}
		}
		gateway.close();
		await n8n.close();
		return [
			{
				caption: 'Data Access over each peer, in n8n 2.41’s engine',
				columns: [
					'Pages per input item',
					'Page',
					'Data Access (ms/call)',
					'/ lean node',
					'Middle half of the rounds',
					'/ HTTP Request',
					'/ undici',
				],
				rows,
				note: `The sum of ${rounds} rounds of ${calls} calls over that of the peer: what memory costs falls on few of them.`,
			},
		];
	},
};
