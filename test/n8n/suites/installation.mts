import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import type { RegularMode } from '../harness/regularMode.mts';

interface NodeType {
	name: string;
	displayName: string;
	version: number;
	iconUrl?: { light: string; dark: string } | string;
	outputs: unknown;
	properties: Array<{ name: string }>;
}

/** Everything that n8n knows of the package once it was installed as users install it. */
export function testInstallation(world: RegularMode): void {
	describe('installed from the packed tarball', () => {
		async function served<T>(path: string): Promise<T> {
			const response = await world.rest.raw('GET', path);
			assert.equal(response.status, 200, path);
			return (await response.json()) as T;
		}

		test('the package brings no dependency of its own', async () => {
			const folders = await readdir(world.packageFolder);
			assert.ok(!folders.includes('node_modules'), folders.join(' '));
		});

		test('n8n lists the node, its tool variant and the trigger', async () => {
			const { name } = world.tarball;
			const types = await served<NodeType[]>('/types/nodes.json');
			const ours = types.filter((type) => type.name.startsWith(`${name}.`));
			assert.deepEqual(ours.map((type) => [type.name, type.displayName]).sort(), [
				[`${name}.dataAccess`, 'Data Access'],
				[`${name}.dataAccessTool`, 'Data Access Tool'],
				[`${name}.dataAccessTrigger`, 'Data Access Trigger'],
			]);
			const tool = ours.find((type) => type.name.endsWith('Tool'));
			assert.deepEqual(tool?.outputs, ['ai_tool']);
		});

		test('both icons of node, trigger and credential are served', async () => {
			const { name } = world.tarball;
			const types = await served<NodeType[]>('/types/nodes.json');
			const credentials = await served<NodeType[]>('/types/credentials.json');
			const ours = types.filter((type) => type.name.startsWith(`${name}.`));
			assert.equal(ours.length, 3);
			const credential = credentials.find((type) => type.name === 'dataAccessApi');
			for (const { iconUrl } of [...ours, credential!]) {
				assert.ok(typeof iconUrl === 'object', `icons: ${JSON.stringify(iconUrl)}`);
				assert.notEqual(iconUrl.light, iconUrl.dark);
				for (const path of [iconUrl.light, iconUrl.dark]) {
					const response = await world.rest.raw('GET', `/${path}`);
					assert.equal(response.status, 200, path);
					assert.match(response.headers.get('content-type') ?? '', /svg/);
					assert.match(await response.text(), /<svg/);
				}
			}
		});

		test('the credential is offered for the node', async () => {
			const { name } = world.tarball;
			const credentials =
				await served<Array<{ name: string; supportedNodes?: string[] }>>('/types/credentials.json');
			const ours = credentials.find((type) => type.name === 'dataAccessApi');
			assert.ok(ours?.supportedNodes?.includes(`${name}.dataAccess`));
		});

		test('every Schema Preview file in the package is served', async () => {
			const { name } = world.tarball;
			const root = join(world.packageFolder, 'dist', 'nodes', 'DataAccess', '__schema__');
			const files = (await readdir(root, { recursive: true })).filter((file) =>
				file.endsWith('.json'),
			);
			assert.ok(files.length >= 6, `only ${files.length} files`);
			for (const file of files) {
				const [version, resource, operation] = file.split('/');
				const onDisk: unknown = JSON.parse(await readFile(join(root, file), 'utf8'));
				for (const node of ['dataAccess', 'dataAccessTrigger']) {
					const path = `/schemas/${name}.${node}/${version!.slice(1)}/${resource}/${operation}`;
					assert.deepEqual(await served<{ type?: string }>(path), onDisk, path);
				}
			}
		});
	});
}
