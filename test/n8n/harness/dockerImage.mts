import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { execa } from 'execa';

import type { Tarball } from './communityPackage.mts';
import { environment } from './environment.mts';
import { anyDatabase, newPlace } from './n8n.mts';
import { temporaryFolder } from './temporaryFolders.mts';
import type { Version } from './versions.mts';

const DOCKERFILE = join(import.meta.dirname, '..', '..', '..', 'Dockerfile');

/** The image of the Dockerfile as a plain folder: no Docker engine is needed. */
export class DockerImage {
	private readonly version: Version;
	private readonly variables: Record<string, string>;
	private readonly entrypoint: readonly string[];

	private constructor(
		version: Version,
		variables: Record<string, string>,
		entrypoint: readonly string[],
	) {
		this.version = version;
		this.variables = variables;
		this.entrypoint = entrypoint;
	}

	/** Does what the Dockerfile says, with this version of n8n and this tarball. */
	static async build(version: Version, tarball: Tarball): Promise<DockerImage> {
		const root = temporaryFolder('image');
		const { ARG, FROM, ENV, ADD, ENTRYPOINT } = await instructions();

		// Whoever builds it names the version, this one here.
		assert.equal(ARG, 'N8N_VERSION');
		assert.equal(FROM, 'n8nio/n8n:${N8N_VERSION}');
		const { node, cli } = version;
		// n8n's own script ends by running n8n with what it was given.
		const script = `#!/bin/sh\nexec '${node}' '${cli}' "$@"\n`;
		await writeFile(join(root, 'docker-entrypoint.sh'), script, { mode: 0o755 });

		const [name, value] = ENV!.split('=');

		// ADD unpacks a tarball.
		const [pattern, target] = ADD!.split(' ');
		const named = new RegExp(`/${pattern!.replaceAll('.', '\\.').replace('*', '[^/]*')}$`);
		assert.match(tarball.file, named);
		await mkdir(join(root, target!), { recursive: true });
		await execa('tar', ['xzf', tarball.file, '-C', join(root, target!)]);

		const [tini, dashes, ...command] = JSON.parse(ENTRYPOINT!) as string[];
		assert.deepEqual([tini, dashes], ['tini', '--']);
		const inFolder = command.map((part) => part.replace(/(?<=\s)\/(?=\w)/g, `${root}/`));
		return new DockerImage(version, { [name!]: value! }, inFolder);
	}

	/** Runs a container with a volume in the place of its home, and these arguments for n8n. */
	async run(home: string, ...args: string[]): Promise<void> {
		const place = await newPlace(this.version, await anyDatabase(this.version));
		const given = environment(place, { HOME: home, ...this.variables });
		delete given.N8N_USER_FOLDER;
		const [file, ...rest] = [...this.entrypoint, ...args];
		await execa(file!, rest, { cwd: home, env: given, extendEnv: false });
	}
}

/** The arguments of the Dockerfile's instructions, each of which it has once. */
async function instructions(): Promise<Partial<Record<string, string>>> {
	const lines = (await readFile(DOCKERFILE, 'utf8'))
		.split('\n')
		.filter((line) => line !== '' && !line.startsWith('#'))
		.map((line) => /^(\w+) (.*)$/.exec(line)!.slice(1) as [string, string]);
	const names = lines.map(([name]) => name);
	assert.deepEqual(names, ['ARG', 'FROM', 'ENV', 'ADD', 'ENTRYPOINT']);
	return Object.fromEntries(lines);
}
