import { before, describe } from 'node:test';

import { useQueueMode, useRegularMode } from './harness/useWorld.mts';
import { testAgents } from './suites/agents.mts';
import { testAnyOperation } from './suites/anyOperation.mts';
import { testCredentials } from './suites/credential.mts';
import { testDocker } from './suites/docker.mts';
import { testEditor } from './suites/editor.mts';
import { testExamples } from './suites/examples.mts';
import { testInstallation } from './suites/installation.mts';
import { testLoops } from './suites/loops.mts';
import { testMcp } from './suites/mcp.mts';
import { testOnlyNew, testOnlyNewInQueueMode } from './suites/onlyNew.mts';
import { testRetryInQueueMode, testRetryInRegularMode } from './suites/retry.mts';
import { DURABLE_SCHEDULER, testBackoff } from './suites/scheduler.mts';
import { testTrigger } from './suites/trigger.mts';
import { testKilledWorkersOn2, testLeavingWorkers } from './suites/workers.mts';

describe('n8n 2.41', () => {
	describe('regular mode', () => {
		const world = useRegularMode('2.41');
		testInstallation(world);
		testDocker(world);
		testCredentials(world);
		testExamples(world);
		testLoops(world);
		testAnyOperation(world);
		testAgents(world, [3.1, 2.2, 1.9]);
		testOnlyNew(world, () => world.restart());
		testTrigger(world);
		testMcp(world);
		testEditor(world);
		testRetryInRegularMode(world);
	});

	describe('regular mode with the durable scheduler', () => {
		const world = useRegularMode('2.41', DURABLE_SCHEDULER);
		testTrigger(world);
		testBackoff(world);
	});

	describe('queue mode', () => {
		const world = useQueueMode('2.41');
		testOnlyNewInQueueMode(world);
		testTrigger(world);
		testRetryInQueueMode(world);
		testLeavingWorkers(world);
		testKilledWorkersOn2(world);
	});

	describe('queue mode with the durable scheduler', () => {
		const world = useQueueMode('2.41', DURABLE_SCHEDULER);
		before(() => world.workers.scaleTo(1));
		testTrigger(world);
	});
});
