import assert from 'node:assert/strict';
import { mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
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
			image = await DockerImage.build(world.version);
		});

		const linkOn = (home: string) =>
			join(home, '.n8n', 'nodes', 'node_modules', world.tarball.name);

		test('has the package on an empty volume, and once it is restarted', async () => {
			const home = temporaryFolder('volume');
			const output = join(home, 'nodes.json');
			await image.run(home, 'export:nodes', `--output=${output}`);
			const types = JSON.parse(await readFile(output, 'utf8')) as Array<{ name: string }>;
			const { name } = world.tarball;
			assert.deepEqual(
				types
					.map((type) => type.name)
					.filter((type) => type.startsWith(`${name}.`))
					.sort(),
				['dataAccess', 'dataAccessTool', 'dataAccessTrigger'].map((type) => `${name}.${type}`),
			);
			const link = await readlink(linkOn(home));
			await image.run(home, '--version');
			assert.equal(await readlink(linkOn(home)), link);
		});

		test('puts it in the place of an older one, and leaves all others', async () => {
			const home = temporaryFolder('volume');
			const other = join(linkOn(home), '..', 'n8n-nodes-other');
			for (const folder of [linkOn(home), other]) {
				await mkdir(folder, { recursive: true });
				await writeFile(join(folder, 'package.json'), JSON.stringify({ version: '0.0.1' }));
			}
			await image.run(home, '--version');
			const versionIn = async (folder: string) =>
				JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).version;
			assert.equal(await versionIn(linkOn(home)), world.tarball.version);
			assert.equal(await versionIn(other), '0.0.1');
		});
	});
}
