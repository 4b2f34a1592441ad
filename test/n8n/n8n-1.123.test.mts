import { before, describe } from 'node:test';

import { useQueueMode, useRegularMode } from './harness/useWorld.mts';
import { testAgents } from './suites/agents.mts';
import { testCredentials } from './suites/credential.mts';
import { testEditor } from './suites/editor.mts';
import { testExamples } from './suites/examples.mts';
import { testInstallation } from './suites/installation.mts';
import { testKeyDestination } from './suites/keyDestination.mts';
import { testMcp } from './suites/mcp.mts';
import { messagesGoOn, sheetGoesOn } from './suites/killed.mts';
import { onlyNewRecords } from './suites/onlyNew.mts';
import { testOverKill, testOverRestart } from './suites/overRestart.mts';
import { retryAfterRestart } from './suites/retry.mts';
import { testSubWorkflows } from './suites/subWorkflows.mts';
import { testKilledWorkers } from './suites/workers.mts';

describe('n8n 1.123', () => {
	describe('regular mode', () => {
		const world = useRegularMode('1.123');
		testInstallation(world);
		testCredentials(world);
		testKeyDestination(world);
		testSubWorkflows(world);
		testEditor(world);
		testExamples(world);
		testAgents(world, [3, 2.2, 1.9]);
		testMcp(world);
		testOverRestart(world, onlyNewRecords(world), retryAfterRestart(world));
		testOverKill(world, messagesGoOn(world), sheetGoesOn(world));
	});

	describe('queue mode', () => {
		const world = useQueueMode('1.123');
		before(() => world.workers.scaleTo(1));
		testOverRestart(world, retryAfterRestart(world));
		testKilledWorkers(world);
	});
});
