import { afterEach, expect, jest, test } from '@jest/globals';

import { built } from '../harness/built.mts';
import { outside } from '../harness/native.mts';

interface AgentRun {
	find(key: string): unknown;
	keep(key: string, page: object): Promise<void>;
}

const { agentRunOf, ANSWERED_FOR } = built<{
	agentRunOf(memory: object, executionId: string, onEnd: (close: () => void) => void): AgentRun;
	ANSWERED_FOR: number;
}>('buy/agentRun');

const page = { text: '{}', cost: 0.0015, costIsEstimate: false, boughtAt: 0 };

const noEnd = () => {};

afterEach(() => void jest.restoreAllMocks());

test('is one for all uses of an execution, and another for every other', () => {
	const memory = {};
	const run = agentRunOf(memory, '1', noEnd);
	expect(agentRunOf(memory, '1', noEnd)).toBe(run);
	expect(agentRunOf({}, '1', noEnd)).not.toBe(run);
	expect(agentRunOf(memory, '2', noEnd)).not.toBe(run);
});

test('finds only its own pages', async () => {
	const [mine, other] = [agentRunOf({}, '1', noEnd), agentRunOf({}, '2', noEnd)];
	await mine.keep('a request', page);
	expect(mine.find('a request')).toBe(page);
	expect(mine.find('another')).toBeUndefined();
	expect(other.find('a request')).toBeUndefined();
});

test('forgets them when the execution ends', async () => {
	const ends: Array<() => void> = [];
	const run = agentRunOf({}, '1', (close) => ends.push(close));
	await run.keep('a request', page);
	expect(ends).toHaveLength(1);
	// n8n may say it more than once.
	for (const end of [...ends, ...ends]) end();
	expect(run.find('a request')).toBeUndefined();
});

test('forgets them after a quarter of an hour', async () => {
	expect(ANSWERED_FOR).toBe(15 * 60_000);
	const run = agentRunOf({}, '1', noEnd);
	await run.keep('a request', page);
	const now = Date.now();
	jest.spyOn(outside.Date, 'now').mockReturnValue(now + ANSWERED_FOR + 1000);
	expect(run.find('a request')).toBeUndefined();
});
