import assert from 'node:assert/strict';
import { test } from 'node:test';

import { example, exampleNames } from '../harness/examples.mts';
import { chain, dataAccess, manualTrigger } from '../harness/nodes.mts';
import { saveWorkflow } from '../harness/workflows.mts';
import type { World } from '../harness/world.mts';

interface Report {
	report: { workflowResults: Array<{ ruleId: string }> };
}

interface Result {
	affectedWorkflows: Array<{ id: string }>;
}

/** n8n 2's report about its next major version: Settings > Migration Report. */
export function testNextMajor(world: World): void {
	test('n8n’s own report finds nothing in the examples that n8n 3 breaks', async () => {
		const { rest } = world;
		const names = new Map<string, string>();
		for (const name of exampleNames())
			names.set((await saveWorkflow(rest, example(name))).id, name);
		// The report must find this one. Otherwise an empty report would prove nothing.
		const search = { ...dataAccess('Search', world.credentialId), alwaysOutputData: true };
		const flagged = await saveWorkflow(rest, chain('Flagged', [manualTrigger(), search]));
		names.set(flagged.id, flagged.name);

		const path = '/rest/breaking-changes/report';
		const { report } = await rest.call<Report>('POST', `${path}/refresh?version=v3`, {});
		const found: Array<[rule: string, workflow: string]> = [];
		for (const { ruleId } of report.workflowResults) {
			const { affectedWorkflows } = await rest.call<Result>('GET', `${path}/${ruleId}`);
			for (const { id } of affectedWorkflows) {
				if (names.has(id)) found.push([ruleId, names.get(id)!]);
			}
		}
		assert.deepEqual(found, [['always-output-data-multi-output-v3', flagged.name]]);
	});
}
