import { chmod, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { execa } from 'execa';

import { environment } from './environment.mts';
import { anyDatabase, newPlace } from './n8n.mts';
import type { RegularMode } from './regularMode.mts';
import { temporaryFolder } from './temporaryFolders.mts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** n8n in Docker, with this package in it. */
export interface Image {
	/** Runs a container with its home on a volume, and these arguments for n8n. Returns its output. */
	run(home: string, ...args: string[]): Promise<string>;
}

/** Does in a plain folder what the Dockerfile adds to n8n's image. Needs no Docker engine. */
export async function folderImage({ version, packageFolder }: RegularMode): Promise<Image> {
	const dockerfile = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
	const told = (instruction: string) =>
		new RegExp(`^${instruction} (.*)$`, 'm').exec(dockerfile)![1]!;
	const root = temporaryFolder('image');
	await cp(packageFolder, join(root, told('COPY --from=package \\S+')), { recursive: true });
	// n8n's own script ends by running n8n with its arguments.
	const script = `#!/bin/sh\nexec '${version.node}' '${version.cli}' "$@"\n`;
	await writeFile(join(root, 'docker-entrypoint.sh'), script, { mode: 0o755 });
	const [, , ...entrypoint] = JSON.parse(told('ENTRYPOINT')) as ['tini', '--', ...string[]];
	const inFolder = entrypoint.map((part) => part.replace(/(?<=\s)\/(?=\w)/g, `${root}/`));
	const [name, value] = told('ENV').split('=') as [string, string];
	const place = await newPlace(version, await anyDatabase(version));
	return {
		async run(home, ...args) {
			const given = environment(place, { HOME: home, [name]: value });
			delete given.N8N_USER_FOLDER;
			const [file, ...rest] = [...inFolder, ...args];
			return (await execa(file!, rest, { cwd: home, env: given, extendEnv: false })).stdout;
		},
	};
}

/** Builds the image with Docker, for any version of n8n that has an image. */
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
				// The files of the container's user must be readable and removable here.
				const opened = ['--user=root', '--entrypoint=chmod', tag, '-R', 'a+rwX', '/home/node'];
				await execa('docker', [...base, ...opened]);
			}
		},
	};
}
