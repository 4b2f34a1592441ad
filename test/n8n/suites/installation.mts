import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { node } from '../../harness/workflows.mts';
import { executeWorkflow, succeeded } from '../harness/executions.mts';
import { chain, itemsOf, manualTrigger } from '../harness/nodes.mts';
import type { RegularMode } from '../harness/regularMode.mts';
import { saveWorkflow } from '../harness/workflows.mts';

/** A node or a credential as n8n serves it. */
interface ServedType {
	name: string;
	displayName: string;
	iconUrl?: { light: string; dark: string };
	outputs?: unknown;
	supportedNodes?: string[];
}

/** What n8n serves of the package, installed as users install it. */
export function testInstallation(world: RegularMode): void {
	describe('installed from the packed tarball', () => {
		async function served<T>(path: string): Promise<T> {
			const response = await world.rest.raw('GET', path);
			assert.equal(response.status, 200, path);
			return (await response.json()) as T;
		}

		test('n8n serves node, tool and credential, each with both icons', async () => {
			const { name } = world.tarball;
			const types = await served<ServedType[]>('/types/nodes.json');
			const ours = types.filter((type) => type.name.startsWith(`${name}.`));
			assert.deepEqual(ours.map((type) => [type.name, type.displayName]).sort(), [
				[`${name}.dataAccess`, 'Data Access'],
				[`${name}.dataAccessTool`, 'Data Access Tool'],
			]);
			assert.deepEqual(ours.find((type) => type.name.endsWith('Tool'))?.outputs, ['ai_tool']);
			const credentials = await served<ServedType[]>('/types/credentials.json');
			const credential = credentials.find((type) => type.name === 'dataAccessApi')!;
			assert.ok(credential.supportedNodes?.includes(`${name}.dataAccess`));
			for (const { name: type, iconUrl } of [...ours, credential]) {
				assert.ok(iconUrl && iconUrl.light !== iconUrl.dark, type);
				for (const path of [iconUrl.light, iconUrl.dark]) {
					const response = await world.rest.raw('GET', `/${path}`);
					assert.match(response.headers.get('content-type') ?? '', /svg/);
					assert.match(await response.text(), /<svg/);
				}
			}
		});

		test('a CSV is written and read', async () => {
			const keywords = [{ keyword: 'red fox' }, { keyword: 'barn owl' }];
			const write = node('Write', 'n8n-nodes-base.convertToFile', 1.1, { operation: 'csv' });
			// Otherwise the first heading begins with the byte order mark that Write puts before it.
			const options = { enableBOM: true };
			const reading = { operation: 'csv', options };
			const read = node('Read', 'n8n-nodes-base.extractFromFile', 1, reading);
			const csv = chain('CSV', [manualTrigger(), ...itemsOf(keywords), write, read]);
			const saved = await saveWorkflow(world.rest, csv);
			const execution = await succeeded(executeWorkflow(world.rest, saved, 'Start'));
			assert.deepEqual(execution.json('Read'), keywords);
		});
	});
}
