import assert from 'node:assert/strict';
import { lstat, mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import type { Emulator } from '../../../emulator/emulator.mts';
import { CREDENTIAL_NAME } from '../harness/credentials.mts';
import type { Image } from '../harness/dockerImage.mts';
import { chain, dataAccess, manualTrigger } from '../harness/nodes.mts';
import { temporaryFolder } from '../harness/temporaryFolders.mts';
import { API_KEY } from '../harness/world.mts';

const PACKAGE = 'n8n-nodes-data-access';

/**
 * n8n in Docker: its volume hides the folder in which n8n looks for community packages.
 * @param world for a version that no other test runs: a workflow is executed, too, with paid calls
 */
export function testDocker(build: () => Promise<Image>, world?: { emulator: Emulator }): void {
	describe('the image of the Dockerfile', () => {
		let image: Image;
		before(async () => {
			image = await build();
		});

		const linkOn = (home: string) => join(home, '.n8n', 'nodes', 'node_modules', PACKAGE);

		test('has the package on an empty volume, and once it is restarted', async () => {
			const home = temporaryFolder('volume');
			await image.run(home, 'export:nodes', '--output=nodes.json');
			const text = await readFile(join(home, 'nodes.json'), 'utf8');
			const names = (JSON.parse(text) as Array<{ name: string }>).map(({ name }) => name);
			assert.deepEqual(
				names.filter((name) => name.startsWith(`${PACKAGE}.`)).sort(),
				['dataAccess', 'dataAccessTool'].map((name) => `${PACKAGE}.${name}`),
			);
			const link = await readlink(linkOn(home));
			await image.run(home, '--version');
			assert.equal(await readlink(linkOn(home)), link);
		});

		test('puts it in the place of an older one, and leaves all others', async () => {
			const home = temporaryFolder('volume');
			const other = join(linkOn(home), '..', 'n8n-nodes-other', 'package.json');
			for (const file of [join(linkOn(home), 'package.json'), other]) {
				await mkdir(join(file, '..'), { recursive: true });
				await writeFile(file, 'old');
			}
			await image.run(home, '--version');
			assert.ok((await lstat(linkOn(home))).isSymbolicLink());
			assert.equal(await readFile(other, 'utf8'), 'old');
		});

		if (!world) return;
		test('runs a workflow, and pays what it costs', async () => {
			const { emulator } = world;
			emulator.reset();
			const home = temporaryFolder('volume');
			const put = (name: string, value: object) =>
				writeFile(join(home, name), JSON.stringify(value), { mode: 0o644 });
			const { url: baseUrl, provider } = emulator;
			const data = { baseUrl, apiKey: API_KEY, provider };
			const credential = { id: 'c', name: CREDENTIAL_NAME, type: 'dataAccessApi', data };
			await put('credentials.json', [credential]);
			const node = dataAccess('Search', 'c', { keyword: 'rye bread', limit: 30 });
			await put('workflow.json', { id: 'w', ...chain('Docker', [manualTrigger(), node]) });
			await image.run(home, 'import:credentials', '--input=credentials.json');
			await image.run(home, 'import:workflow', '--input=workflow.json');
			const printed = await image.run(home, 'execute', '--id=w', '--rawOutput');
			const { data: run } = JSON.parse(printed.slice(printed.indexOf('\n{') + 1));
			const [{ data: output }] = run.resultData.runData.Search;
			assert.equal(output.main[0].length, 30);
			assert.equal(emulator.summary().charged, 0.03);
		});
	});
}
