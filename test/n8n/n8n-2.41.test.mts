import { before, describe } from 'node:test';

import { folderImage } from './harness/dockerImage.mts';
import { useQueueMode, useRegularMode } from './harness/useWorld.mts';
import { testAgents } from './suites/agents.mts';
import { testCredentials } from './suites/credential.mts';
import { testDocker } from './suites/docker.mts';
import { testEditor } from './suites/editor.mts';
import { testExamples } from './suites/examples.mts';
import { testExamplesOn2 } from './suites/examplesOn2.mts';
import { testInstallation } from './suites/installation.mts';
import { testKeyDestination } from './suites/keyDestination.mts';
import { testMcp } from './suites/mcp.mts';
import { testNextMajor } from './suites/nextMajor.mts';
import { messagesGoOn, sheetGoesOn } from './suites/killed.mts';
import { onlyNewRecords } from './suites/onlyNew.mts';
import { testOverKill, testOverRestart } from './suites/overRestart.mts';
import { retryAfterRestart } from './suites/retry.mts';
import { testSubWorkflows } from './suites/subWorkflows.mts';
import { testKilledWorkers } from './suites/workers.mts';

describe('n8n 2.41', () => {
	describe('regular mode', () => {
		const world = useRegularMode('2.41');
		testInstallation(world);
		testDocker(() => folderImage(world));
		testCredentials(world);
		testKeyDestination(world);
		testSubWorkflows(world);
		testEditor(world);
		testNextMajor(world);
		testExamples(world);
		testExamplesOn2(world);
		testAgents(world, [3.1, 2.2, 1.9]);
		testMcp(world);
		testOverRestart(world, onlyNewRecords(world), retryAfterRestart(world));
		testOverKill(world, messagesGoOn(world), sheetGoesOn(world));
	});

	describe('queue mode', () => {
		const world = useQueueMode('2.41');
		before(() => world.workers.scaleTo(2));
		testOverRestart(world, onlyNewRecords(world), retryAfterRestart(world));
		testKilledWorkers(world);
	});
});
