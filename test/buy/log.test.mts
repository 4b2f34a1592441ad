import { beforeEach, expect, jest, test } from '@jest/globals';

import { skipWaits } from '../harness/clock.mts';
import { runOf, useGateway } from '../harness/gateway.mts';
import { load } from '../harness/native.mts';
import { runAny } from '../harness/operations.mts';
import { keepRuns } from '../harness/runsGateway.mts';
import type { OwnRun } from '../harness/runsGateway.mts';
import { API_KEY, useWorld } from '../harness/world.mts';
import type { NodeRunOptions } from '../harness/world.mts';

const gateway = useGateway();
const world = useWorld();

/** The lines that the node has written to n8n's log, unless the log is full. */
let lines: string[];
let isFull: boolean;
beforeEach(() => {
	[lines, isFull] = [[], false];
	const debug = (line: string) => {
		if (!line.startsWith('Data Access: ')) return;
		if (isFull) throw new Error('The disk is full');
		lines.push(line.replace('Data Access: ', '').replace(/\d+ ms$/, '… ms'));
	};
	const { ExecuteContext } = load('n8n-core') as typeof import('n8n-core');
	jest.spyOn(ExecuteContext.prototype, 'logger', 'get').mockReturnValue({ debug } as never);
});

const callOf = async (endpoint: string, options: NodeRunOptions = {}) => {
	const input = '{"secretInput": "what the user asks for"}';
	return await world.run(runAny(endpoint, { input }), { ...gateway.at, ...options });
};

test('if the log fails, no page is lost', async () => {
	const { runs } = keepRuns(gateway);
	isFull = true;
	const { status, context } = await callOf('/log');
	isFull = false;
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
	const endpoints = ['/bought', '/bought', '/lost', '/refused', '/tells', `/${API_KEY}`];
	for (const endpoint of endpoints) await callOf(endpoint, { reuses: true });
	expect(lines).toEqual([
		'bought: /bought, run run_1, $0.01, … ms',
		'reused: /bought, run unknown, $0.00, … ms',
		'failed (GATEWAY_ERROR): /lost, run unknown, $0.00, … ms',
		'recovered: /lost, run run_2, $0.01, … ms',
		'failed (REQUEST_REFUSED): /refused, run unknown, $0.00, … ms',
	]);
	expect(runs).toHaveLength(5);
});
