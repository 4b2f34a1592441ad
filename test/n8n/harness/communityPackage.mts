import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { execa } from 'execa';

const ROOT = join(import.meta.dirname, '..', '..', '..');

type Manifest = Record<string, unknown> & { name: string; version: string };

export async function pack(into: string) {
	await execa('npm', ['pack', '--pack-destination', into], { cwd: ROOT });
	const file = (await readdir(into)).find((name) => name.endsWith('.tgz'));
	if (!file) throw new Error(`npm pack left no tarball in ${into}`);
	const { name, version } = await readManifest(ROOT);
	return { file: join(into, file), name, version };
}

export type Tarball = Awaited<ReturnType<typeof pack>>;

async function readManifest(folder: string): Promise<Manifest> {
	return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/**
 * Installs a tarball into an instance's folder exactly as n8n does (unpack, drop all but the
 * dependencies from package.json, npm install, list it in nodes/package.json).
 */
export async function installCommunityPackage(tarball: Tarball, home: string): Promise<string> {
	const nodes = join(home, '.n8n', 'nodes');
	const folder = join(nodes, 'node_modules', tarball.name);
	await mkdir(folder, { recursive: true });
	await execa('tar', ['xzf', tarball.file, '-C', folder, '--strip-components=1']);
	const manifest = await readManifest(folder);
	for (const field of ['devDependencies', 'peerDependencies', 'optionalDependencies']) {
		delete manifest[field];
	}
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
	await execa('npm', INSTALL, { cwd: folder });
	const dependencies = { [tarball.name]: tarball.version };
	const list = { name: 'installed-nodes', private: true, dependencies };
	await writeFile(join(nodes, 'package.json'), JSON.stringify(list, null, 2));
	return folder;
}

const INSTALL = [
	...['install', '--audit=false', '--fund=false', '--bin-links=false'],
	...['--install-strategy=shallow', '--ignore-scripts=true', '--package-lock=false'],
] as const;
