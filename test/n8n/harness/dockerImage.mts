import assert from 'node:assert/strict';
import { chmod, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, matchesGlob, relative } from 'node:path';

import { execa } from 'execa';

import { environment } from './environment.mts';
import { anyDatabase, newPlace } from './n8n.mts';
import { temporaryFolder } from './temporaryFolders.mts';
import type { Version } from './versions.mts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** n8n in Docker, with this package in it. */
export interface Image {
	/** Runs a container with a volume in the place of its home, and these arguments for n8n; gives what it prints. */
	run(home: string, ...args: string[]): Promise<string>;
}

/** Does what the Dockerfile says, with this version of n8n, in a plain folder: no Docker engine is needed. */
export async function folderImage(version: Version): Promise<Image> {
	const root = temporaryFolder('image');
	const [packing, n8n] = await stages();

	assert.deepEqual([packing.FROM, packing.COPY], ['node:24 AS package', '. .']);
	const clone = join(temporaryFolder('clone'), packing.WORKDIR!);
	await copyContext(clone);
	await execa('sh', ['-c', packing.RUN!], { cwd: clone });

	// Whoever builds it names the version, this one here.
	assert.equal(packing.ARG, 'N8N_VERSION');
	assert.equal(n8n.FROM, 'n8nio/n8n:${N8N_VERSION}');
	const { node, cli } = version;
	// n8n's own script ends by running n8n with what it was given.
	const script = `#!/bin/sh\nexec '${node}' '${cli}' "$@"\n`;
	await writeFile(join(root, 'docker-entrypoint.sh'), script, { mode: 0o755 });

	const [from, source, target] = n8n.COPY!.split(' ') as [string, string, string];
	assert.equal(from, '--from=package');
	const packed = join(clone, relative(packing.WORKDIR!, source));
	await cp(packed, join(root, target), { recursive: true });

	const [name, value] = n8n.ENV!.split('=');
	const [tini, dashes, ...command] = JSON.parse(n8n.ENTRYPOINT!) as string[];
	assert.deepEqual([tini, dashes], ['tini', '--']);
	const inFolder = command.map((part) => part.replace(/(?<=\s)\/(?=\w)/g, `${root}/`));
	const place = await newPlace(version, await anyDatabase(version));
	return {
		async run(home, ...args) {
			const given = environment(place, { HOME: home, [name!]: value! });
			delete given.N8N_USER_FOLDER;
			const [file, ...rest] = [...inFolder, ...args];
			return (await execa(file!, rest, { cwd: home, env: given, extendEnv: false })).stdout;
		},
	};
}

/** The image that Docker itself builds, with any version of n8n that has one. */
export async function engineImage(version: string): Promise<Image> {
	const tag = 'n8n-data-access-test';
	const args = ['build', '--pull', `--build-arg=N8N_VERSION=${version}`, '-t', tag, ROOT];
	await execa('docker', args, { stdout: 'inherit', stderr: 'inherit' });
	return {
		async run(home, ...args) {
			await chmod(home, 0o777);
			const base = ['run', '--rm', '--network=host', `--volume=${home}:/home/node`];
			try {
				return (await execa('docker', [...base, tag, ...args])).stdout;
			} finally {
				// What the container's user leaves behind must be readable here, and removable.
				const opened = ['--user=root', '--entrypoint=chmod', tag, '-R', 'a+rwX', '/home/node'];
				await execa('docker', [...base, ...opened]);
			}
		},
	};
}

/** What Docker is sent of a clone, and what is installed in it first, which is this project's own. */
async function copyContext(clone: string): Promise<void> {
	const ignored = (await readFile(join(ROOT, '.dockerignore'), 'utf8'))
		.split('\n')
		.filter(Boolean)
		.map((pattern) => pattern.replace(/\/$/, ''));
	assert.ok(ignored.includes('node_modules') && ignored.includes('dist'));
	await cp(ROOT, clone, {
		recursive: true,
		// What is installed is older than a copy of now, and would be installed again.
		preserveTimestamps: true,
		filter: (path) => !ignored.some((pattern) => matchesGlob(relative(ROOT, path), pattern)),
	});
	// A link for each, since an installation would empty a folder that one link leads to.
	const [installed, here] = [ROOT, clone].map((folder) => join(folder, 'node_modules'));
	await mkdir(here!);
	for (const name of await readdir(installed!)) {
		await symlink(join(installed!, name), join(here!, name));
	}
}

type Stage = Partial<Record<string, string>>;

/** The arguments of the Dockerfile's instructions, each of which a stage has once. */
async function stages(): Promise<[packing: Stage, n8n: Stage]> {
	const lines = (await readFile(join(ROOT, 'Dockerfile'), 'utf8'))
		.split('\n')
		.filter((line) => line !== '' && !line.startsWith('#'))
		.map((line) => /^(\w+) (.*)$/.exec(line)!.slice(1) as [string, string]);
	const first = ['ARG', 'FROM', 'WORKDIR', 'COPY', 'RUN'];
	const names = lines.map(([name]) => name);
	assert.deepEqual(names, [...first, 'FROM', 'ENV', 'COPY', 'ENTRYPOINT']);
	const stage = (from: number, to?: number): Stage => Object.fromEntries(lines.slice(from, to));
	return [stage(0, first.length), stage(first.length)];
}
