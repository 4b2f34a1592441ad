import { existsSync, rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { execa } from 'execa';
import type { Options } from 'execa';

import type { Version } from './versions.mts';

/**
 * Two thousand packages, over a network that may falter. Not `npm ci`: it refuses a lock file that lacks other
 * platforms' optional packages.
 */
const INSTALL = [
	...['install', '--legacy-peer-deps', '--ignore-scripts', '--prefer-offline'],
	...['--fetch-retries=5', '--fetch-timeout=600000'],
];

/**
 * Installs a version of n8n into the cache, unless it is there. It takes two to five minutes, needs
 * the npm registry, and leaves a folder that never changes: another package.json or lock file makes
 * another folder.
 */
export async function installVersion(version: Version): Promise<void> {
	if (existsSync(version.folder)) return;
	const started = Date.now();
	const unfinished = `${version.folder}.unfinished-${process.pid}`;
	console.log(`Installing n8n ${version.name} into ${version.folder} (once; some minutes, 2 GB)`);
	await mkdir(unfinished, { recursive: true });
	const remove = () => rmSync(unfinished, { recursive: true, force: true });
	process.once('exit', remove);
	try {
		for (const [file, text] of Object.entries(version.pins)) {
			await writeFile(join(unfinished, file), text);
		}
		await npm(unfinished, INSTALL);
		await npm(unfinished, ['rebuild', 'node']);
		await buildSqlite(unfinished);
		await rename(unfinished, version.folder);
	} catch (error) {
		remove();
		// Another run may have been faster.
		if (!existsSync(version.folder)) throw error;
	}
	process.off('exit', remove);
	await removeOthers(version);
	const seconds = Math.round((Date.now() - started) / 1000);
	console.log(`n8n ${version.name} is installed (${seconds} s)`);
}

async function npm(folder: string, args: readonly string[], options: Options = {}): Promise<void> {
	const env = cleanEnvironment();
	const all = [...args, '--no-audit', '--no-fund'];
	await execa('npm', all, { ...options, cwd: folder, env, extendEnv: false });
}

/**
 * Without the settings that an enclosing `npm run` hands down (`npm_config_*`, `npm_package_*`),
 * which would otherwise apply to the inner npm too.
 */
function cleanEnvironment(): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry)/i.test(name)),
	);
}

/**
 * SQLite is what n8n uses by default. Its binary, which must fit the version's own Node, comes from
 * GitHub or from a compiler. Without either, n8n runs on PostgreSQL here.
 */
async function buildSqlite(folder: string): Promise<void> {
	try {
		await npm(folder, ['rebuild', 'sqlite3'], { preferLocal: true, localDir: folder });
	} catch {
		console.log('No binary of SQLite for this machine: this n8n will use PostgreSQL');
	}
}

/** Removes other installs of this version, and unfinished ones: each takes two gigabytes. */
async function removeOthers(version: Version): Promise<void> {
	const root = dirname(version.folder);
	for (const name of await readdir(root)) {
		if (!name.startsWith(`${version.name}-`) || name === basename(version.folder)) continue;
		await rm(join(root, name), { recursive: true, force: true });
	}
}

/** Whether this install of n8n can open an SQLite database. */
export function hasSqlite(version: Version): boolean {
	const binary = 'node_modules/sqlite3/build/Release/node_sqlite3.node';
	return existsSync(join(version.folder, binary));
}
