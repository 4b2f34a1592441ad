import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { Fault } from '../../../emulator/emulator.mts';
import { chain, postsTrigger } from '../harness/nodes.mts';
import type { RegularMode } from '../harness/regularMode.mts';
import { until } from '../harness/until.mts';
import { activate, deactivate } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';

/**
 * With these n8n 2.41 polls by its durable scheduler: it stores what each poll left before the next
 * one counts, and waits after a failure as the failure says.
 */
export const DURABLE_SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	// Seconds, instead of 10 and 5.
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	// The other format leaves out what n8n has understood of a failure.
	N8N_LOG_FORMAT: 'json',
};

const PRICE = 0.0015;

interface LogLine {
	message: string;
	metadata: { workflowId?: string; type?: string; cause?: string; delayMs?: number };
}

const REFUSED: Fault = { kind: 'refused', httpStatus: 401 };
const LIMITED: Fault = { kind: 'rateLimited', retryAfter: 'seconds', retryAfterSeconds: 600 };

/** How n8n reads a poll's failure, and the minutes that it waits then. */
const FAILURES: Array<[label: string, fault: Fault, ...wait: [string, string, minutes: number]]> = [
	['a key that is refused', REFUSED, 'permanent', 'credential-invalid', 30],
	['a rate limit', LIMITED, 'transient', 'rate-limited', 10],
];

/** What it costs where n8n tries an activation again, which it does five times. */
export function testActivation(world: World): void {
	test('an activation whose call fails is tried again, and the call is not charged again', async () => {
		const { emulator, credentialId } = world;
		emulator.reset();
		emulator.addFault({ kind: 'server', charged: true });
		const trigger = postsTrigger(credentialId, 'activated size-24');
		const workflow = await activate(world, chain('activated', [trigger]));
		try {
			const calls = emulator.ledger.map(({ page, charged, fault }) => [page, charged, fault]);
			assert.deepEqual(calls, [[1, PRICE, 'server']]);
		} finally {
			await deactivate(world, workflow);
		}
	});
}

/** What n8n's scheduler makes of the trigger's errors. */
export function testBackoff(world: RegularMode): void {
	describe('after a poll that failed, n8n waits as the trigger says', () => {
		for (const [label, fault, ...wait] of FAILURES) {
			test(label, async () => {
				const { emulator, credentialId } = world;
				emulator.reset();
				const trigger = postsTrigger(credentialId, `${label} size-24`);
				const workflow = await activate(world, chain(label, [trigger]));
				const lines = () => {
					const written = world.log().match(/^\{.*$/gm) ?? [];
					const all = written.map((line) => JSON.parse(line) as LogLine);
					return all.filter(({ metadata }) => metadata?.workflowId === workflow.id);
				};
				try {
					await until('the baseline', 30, async () => emulator.ledger.length > 0);
					emulator.addFault({ ...fault, times: Infinity });
					const said = await until('n8n to wait', 60, async () =>
						lines().find(({ message }) => message.startsWith('Poll failed; backing off')),
					);
					const { type, cause, delayMs = 0 } = said.metadata;
					assert.deepEqual([type, cause, delayMs / 60_000], wait);
				} finally {
					await deactivate(world, workflow);
				}
			});
		}
	});
}
