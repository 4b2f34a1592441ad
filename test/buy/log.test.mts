import { expect, test } from '@jest/globals';

import { Buyer } from '../../nodes/DataAccess/buy/buyer.ts';
import { identityOf, nextPass } from '../../nodes/DataAccess/buy/run.ts';
import type { Deployment } from '../../nodes/DataAccess/buy/deployment.ts';
import type { Transport } from '../../nodes/DataAccess/gateway/transport.ts';
import { skipWaits } from '../harness/clock.mts';

const KEY = 'a-key-that-must-never-show';

const QUERY = {
	...{ input: {}, positionInputs: [], isWritten: false },
	holdsPage: (value: unknown) => Object(value).records !== undefined,
	readPage: () => ({ records: [{ id: 1 }], next: null }),
} as never;

/** A node that buys from a gateway of the test's own, pass by pass. */
function nodeThat(send: Transport, log: (line: string) => void) {
	const pace = { callsUntil: Infinity, patience: Infinity };
	const execution = { ...identityOf('e'), context: {}, ...pace, log };
	return (endpoint: string) => {
		const pass = nextPass(execution, { isTool: true, maxTries: 1 });
		const deployment = {
			...{ scope: 'log', url: 'http://gateway.example/v1/run', secret: KEY },
			callOf: (_: unknown, input: object) => ({ provider: 'p', endpoint, input, price: 0.01 }),
		} as unknown as Deployment;
		const settings = { cap: 1, reusePages: 0, buysAnew: false };
		const setup = { query: QUERY, send, deployment, pass, settings, execution };
		const buyer = new Buyer({ ...setup, endsOnFailure: false });
		const buy = buyer.pagesFor({ itemIndex: 0, timeout: 1000, since: 0 });
		return { buyer, page: async () => await buy({ secretInput: 'what the user asks for' }) };
	};
}

/** Asks for pages, one after the other. */
async function linesOf(send: Transport, endpoints: string[]): Promise<string[]> {
	const lines: string[] = [];
	const passOf = nodeThat(send, (line) => lines.push(line.replace(/\d+ ms$/, '… ms')));
	for (const endpoint of endpoints) {
		const { buyer, page } = passOf(endpoint);
		await page();
		await buyer.release(true);
	}
	return lines;
}

test('a log that fails costs no page', async () => {
	let calls = 0;
	const send: Transport = async () => {
		calls += 1;
		const run = { status: 'COMPLETED', output: { records: [{ id: 1 }] } };
		return { status: 200, headers: {}, text: JSON.stringify({ runId: 'run_9', ...run }) };
	};
	let isFull = true;
	const passOf = nodeThat(send, () => {
		if (isFull) throw new Error('The disk is full');
	});
	const failing = passOf('/log');
	await expect(failing.page()).rejects.toThrow('The disk is full');
	await failing.buyer.release(false);
	isFull = false;
	expect(await passOf('/log').page()).toMatchObject({
		kind: 'page',
		page: { records: [{ id: 1 }] },
	});
	expect(calls).toBe(1);
});

test('each paid call leaves a line in n8n’s log, without key and input', async () => {
	skipWaits();
	let calls = 0;
	const answer = (status: number, body: unknown) => ({
		...{ status, headers: { date: new Date().toUTCString() }, text: JSON.stringify(body) },
	});
	const createdAt = () => new Date().toISOString();
	const run = (runId: string) => ({
		...{ runId, provider: 'p', endpoint: '/lost', status: 'COMPLETED', createdAt: createdAt() },
		...{ cost: { value: 0.01, currency: 'USD' }, output: { records: [{ id: 1 }] } },
	});
	const send: Transport = async ({ url, body }) => {
		if (body === undefined) {
			const { input } = { input: { secretInput: 'what the user asks for' } };
			return answer(
				200,
				url.includes('limit') ? { items: [run('run_2')] } : { ...run('run_2'), input },
			);
		}
		calls += 1;
		if (body.includes('/lost')) return answer(502, 'Bad Gateway');
		if (body.includes('/refused')) return answer(400, { message: KEY });
		return answer(200, run(body.includes('/tells') ? KEY : 'run_1'));
	};
	const asked = ['/bought', '/bought', '/lost', '/refused', '/tells', `/${KEY}`];
	expect(await linesOf(send, asked)).toEqual([
		'bought: /bought, run run_1, $0.01, … ms',
		'reused: /bought, run unknown, $0.00, … ms',
		'failed (GATEWAY_ERROR): /lost, run unknown, $0.00, … ms',
		'found again: /lost, run run_2, $0.01, … ms',
		'failed (REQUEST_REFUSED): /refused, run unknown, $0.00, … ms',
	]);
	expect(calls).toBe(5);
});
