import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { operations, SIMPLIFIED_FIELDS } from '../../harness/operations.mts';
import { node } from '../../harness/workflows.mts';
import { example, exampleNames } from '../harness/examples.mts';
import { executeWorkflow, succeeded } from '../harness/executions.mts';
import { chain, itemsOf, manualTrigger } from '../harness/nodes.mts';
import type { RegularMode } from '../harness/regularMode.mts';
import { saveWorkflow } from '../harness/workflows.mts';

/** A node or a credential as n8n serves it. */
interface ServedType {
	name: string;
	displayName: string;
	version?: number | number[];
	iconUrl?: { light: string; dark: string };
	outputs?: unknown;
	supportedNodes?: string[];
}

/** Everything that n8n knows of the package once it was installed as users install it. */
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

		test('n8n serves every Schema Preview, and the package brings no dependency', async () => {
			assert.ok(!existsSync(join(world.packageFolder, 'node_modules')));
			for (const { resource, operation } of operations) {
				const node = `${world.tarball.name}.dataAccess`;
				const path = `/schemas/${node}/1.0.0/${resource}/${operation}.json`;
				const { properties } = await served<{ properties: object }>(path);
				assert.deepEqual(Object.keys(properties), SIMPLIFIED_FIELDS, path);
			}
		});

		test('every node that the examples and the documents name loads', async () => {
			// n8n makes a tool of a node only once the node is loaded.
			const all = await served<ServedType[]>('/types/nodes.json');
			const types = all.filter(({ name }) => !name.endsWith('Tool'));
			const named = types.filter(isInDocuments).map(({ name, version = 1 }) => ({
				...{ name, version: [version].flat().at(-1) },
			}));
			assert.ok(named.some(({ name }) => name === 'n8n-nodes-base.scheduleTrigger'));
			const isThere = (type: string, typeVersion: number) =>
				types.some(({ name, version }) => name === type && [version].flat().includes(typeVersion));
			const placed = exampleNames()
				.flatMap((name) => example(name).nodes)
				.filter(({ type, typeVersion }) => isThere(type, typeVersion))
				.map(({ type, typeVersion }) => ({ name: type, version: typeVersion }));
			const nodeInfos = [...named, ...placed];
			const loaded = await world.rest.raw('POST', '/rest/node-types', { nodeInfos });
			const text = await loaded.text();
			assert.equal(loaded.status, 200, text.slice(0, 500));
			const { data } = JSON.parse(text) as { data: unknown[] };
			assert.equal(data.length, nodeInfos.length);
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

const ROOT = join(import.meta.dirname, '..', '..', '..');

const documents = ['README.md', ...globSync('docs/*.md', { cwd: ROOT })]
	.map((file) => readFileSync(join(ROOT, file), 'utf8'))
	.join('\n');

/** Some names, such as If, are words of other sentences too: such a node only has to load. */
const isInDocuments = ({ displayName }: ServedType) =>
	new RegExp(`(?<![\\w-])${displayName.replace(/\W/g, '\\$&')}(?![\\w-])`).test(documents);
