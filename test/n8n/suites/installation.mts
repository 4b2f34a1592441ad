import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { operations, SIMPLIFIED_FIELDS } from '../../harness/operations.mts';
import type { RegularMode } from '../harness/regularMode.mts';

/** A node or a credential as n8n serves it. */
interface ServedType {
	name: string;
	displayName: string;
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
	});
}
