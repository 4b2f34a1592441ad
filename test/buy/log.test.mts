import { expect, test } from '@jest/globals';

import { skipWaits } from '../harness/clock.mts';
import { runOf, useGateway } from '../harness/gateway.mts';
import { linesOfLog } from '../harness/log.mts';
import { runAny } from '../harness/operations.mts';
import { keepRuns } from '../harness/runsGateway.mts';
import type { OwnRun } from '../harness/runsGateway.mts';
import { API_KEY, useWorld } from '../harness/world.mts';
import type { NodeRunOptions } from '../harness/world.mts';

const gateway = useGateway();
const world = useWorld();

const callOf = async (endpoint: string, options: NodeRunOptions = {}) => {
	const input = '{"secretInput": "what the user asks for"}';
	return await world.run(runAny(endpoint, { input }), { ...gateway.at, ...options });
};

test('if the log fails, no page is lost', async () => {
	const { runs } = keepRuns(gateway);
	linesOfLog('bought: ');
	const { status, context } = await callOf('/log');
	const retry = await callOf('/log', { context });
	expect([status, retry.records.length, runs.length]).toEqual(['error', 1, 1]);
});

test('each paid call has a line in n8n’s log, without API key and input', async () => {
	skipWaits();
	const call = (_number: number, { endpoint }: OwnRun) => {
		if (endpoint === '/lost') return 'lost';
		if (endpoint === '/refused') return { status: 400, body: { message: API_KEY } };
		return endpoint === '/tells' ? { body: { ...runOf({ id: 1 }), runId: API_KEY } } : 'page';
	};
	const { runs } = keepRuns(gateway, { call });
	const lines = linesOfLog();
	const endpoints = ['/bought', '/bought', '/lost', '/refused', '/tells', `/${API_KEY}`];
	for (const endpoint of endpoints) await callOf(endpoint, { reuses: true });
	const ofNode = lines.filter((line) => line.startsWith('Data Access: '));
	expect(ofNode.map((line) => line.replace(/\d+ ms$/, '… ms'))).toEqual([
		'Data Access: bought: /bought, run run_1, $0.01, … ms',
		'Data Access: reused: /bought, run unknown, $0.00, … ms',
		'Data Access: failed (GATEWAY_ERROR): /lost, run unknown, $0.00, … ms',
		'Data Access: recovered: /lost, run run_2, $0.01, … ms',
		'Data Access: failed (REQUEST_REFUSED): /refused, run unknown, $0.00, … ms',
	]);
	expect(runs).toHaveLength(5);
});
