import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import type { Fault } from '../../../emulator/emulator.mts';
import { startWorld } from '../../harness/world.mts';
import type { World } from '../../harness/world.mts';
import { installVersion } from '../harness/installVersion.mts';
import { versionNamed } from '../harness/versions.mts';
import type { VersionName } from '../harness/versions.mts';

/** What n8n's scheduler makes of the error that a poll has thrown, and for how long it then waits. */
interface Policy {
	pollFailureFromError(error: unknown, now: Date): PollFailure;
	computeBackoffDelayMs(failure: PollFailure & { consecutiveErrors: number }): number;
}

interface PollFailure {
	type: 'permanent' | 'transient';
	cause?: string;
	retryAfterMs: number | null;
}

const POLICY = 'n8n/dist/workflows/triggers/poll-backoff-policy.js';
const HALF_AN_HOUR = 30 * 60_000;

const rows: Array<[label: string, Fault, failure: PollFailure, wait: number | undefined]> = [
	[
		'a dead key',
		{ kind: 'refused', httpStatus: 401 },
		{ type: 'permanent', cause: 'credential-invalid', retryAfterMs: null },
		HALF_AN_HOUR,
	],
	[
		'an unknown operation',
		{ kind: 'refused', httpStatus: 404 },
		{ type: 'permanent', cause: 'configuration-invalid', retryAfterMs: null },
		HALF_AN_HOUR,
	],
	[
		'an answer that nobody can read',
		{ kind: 'unknownShape' },
		{ type: 'permanent', cause: 'node-defect', retryAfterMs: null },
		HALF_AN_HOUR,
	],
	[
		'a balance that is too low',
		{ kind: 'refused', httpStatus: 402 },
		{ type: 'transient', cause: 'quota-exhausted', retryAfterMs: null },
		undefined,
	],
	[
		'a rate limit of 40 minutes',
		{ kind: 'rateLimited', retryAfter: 'seconds', retryAfterSeconds: 2400 },
		{ type: 'transient', cause: 'rate-limited', retryAfterMs: 2_400_000 },
		2_400_000,
	],
	[
		'a gateway that fails',
		{ kind: 'server' },
		{ type: 'transient', cause: 'temporarily-unavailable', retryAfterMs: null },
		undefined,
	],
];

/** What the scheduler's own code, without a server, makes of the trigger's errors. */
export function testPollFailure(name: VersionName): void {
	describe("n8n's scheduler reads why a poll failed", () => {
		let world: World;
		let policy: Policy;
		before(async () => {
			const version = versionNamed(name);
			await installVersion(version);
			policy = createRequire(join(version.folder, 'package.json'))(POLICY) as Policy;
			world = await startWorld();
		});
		after(() => world.close());

		for (const [label, fault, failure, wait] of rows) {
			test(label, async () => {
				world.emulator.reset();
				world.useFreshAddress();
				world.emulator.addFault(fault);
				const parameters = { resource: 'user', operation: 'getPosts', userId: 'u' };
				const thrown: unknown = await world.poll(parameters, { staticData: {}, name: label }).then(
					() => undefined,
					(error: unknown) => error,
				);
				const read = policy.pollFailureFromError(thrown, new Date());
				assert.deepEqual(read, failure);
				const delay = policy.computeBackoffDelayMs({ ...read, consecutiveErrors: 1 });
				if (wait === undefined) assert.ok(delay < HALF_AN_HOUR);
				else assert.equal(delay, wait);
			});
		}
	});
}
