import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { DockerImage } from '../harness/dockerImage.mts';
import type { RegularMode } from '../harness/regularMode.mts';
import { temporaryFolder } from '../harness/temporaryFolders.mts';

/** n8n in Docker: its volume lies over the folder in which n8n looks for community packages. */
export function testDocker(world: RegularMode): void {
	describe('the image of the Dockerfile', () => {
		let image: DockerImage;
		before(async () => {
			image = await DockerImage.build(world.version, world.tarball);
		});

		/** The types of our package that n8n knows in a container on this volume, with their icons. */
		async function typesOn(home: string): Promise<string[]> {
			const output = join(home, 'nodes.json');
			await image.run(home, 'export:nodes', `--output=${output}`);
			const types = JSON.parse(await readFile(output, 'utf8')) as Array<{ name: string }>;
			return types
				.map(({ name }) => name)
				.filter((name) => name.startsWith(`${world.tarball.name}.`))
				.sort();
		}

		const ours = () =>
			['dataAccess', 'dataAccessTool', 'dataAccessTrigger'].map(
				(name) => `${world.tarball.name}.${name}`,
			);

		test('has the package on an empty volume, and once it is restarted', async () => {
			const home = temporaryFolder('volume');
			assert.deepEqual(await typesOn(home), ours());
			assert.deepEqual(await typesOn(home), ours());
		});

		test('puts it in the place of an older one, and leaves all others', async () => {
			const home = temporaryFolder('volume');
			const packages = join(home, '.n8n', 'nodes', 'node_modules');
			for (const name of [world.tarball.name, 'n8n-nodes-other']) {
				await mkdir(join(packages, name), { recursive: true });
				const manifest = { name, version: '0.0.1', n8n: { nodes: [], credentials: [] } };
				await writeFile(join(packages, name, 'package.json'), JSON.stringify(manifest));
			}
			const versionOf = async (name: string) =>
				JSON.parse(await readFile(join(packages, name, 'package.json'), 'utf8')).version;
			assert.deepEqual(await typesOn(home), ours());
			assert.equal(await versionOf(world.tarball.name), world.tarball.version);
			assert.equal(await versionOf('n8n-nodes-other'), '0.0.1');
		});
	});
}
