import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { execa } from 'execa';

import { pack } from '../../test/n8n/harness/communityPackage.mts';
import { temporaryFolder } from '../../test/n8n/harness/temporaryFolders.mts';
import { versionNamed } from '../../test/n8n/harness/versions.mts';
import { isolated } from '../harness/isolated.mts';
import type { LoadInput, LoadRun } from '../harness/loadRun.mts';
import type { Scenario } from '../harness/scenario.mts';
import { median, ratio } from '../harness/statistics.mts';

/** Well-known community packages, as the npm registry has them today. */
const OTHERS = ['n8n-nodes-evolution-api', '@mendable/n8n-nodes-firecrawl', 'n8n-nodes-mcp'];

const FILE = join(import.meta.dirname, '..', 'harness', 'loadRun.mts');

interface Installed {
	label: string;
	folder: string;
	/** Bytes of the tarball. */
	size: number;
}

const npm = async (cwd: string, ...args: string[]) =>
	await execa('npm', [...args, '--no-audit', '--no-fund', '--ignore-scripts'], { cwd });

/** Unpacks a tarball and installs what it depends on; what n8n brings is found in n8n's folder. */
async function install(name: string, tarball: string, n8nModules: string): Promise<Installed> {
	const place = temporaryFolder('load');
	const folder = join(place, name.replace('/', '-'));
	await mkdir(folder);
	await execa('tar', ['xzf', tarball, '-C', folder, '--strip-components=1']);
	// As n8n's installer does it, or npm would look up what only the package's developers need.
	const file = join(folder, 'package.json');
	const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
	for (const field of ['devDependencies', 'peerDependencies', 'optionalDependencies']) {
		delete manifest[field];
	}
	writeFileSync(file, JSON.stringify(manifest));
	await npm(folder, 'install', '--no-package-lock');
	// Only now: npm would read all of n8n's packages.
	symlinkSync(n8nModules, join(place, 'node_modules'));
	return { label: `${name} ${String(manifest.version)}`, folder, size: statSync(tarball).size };
}

async function installFromRegistry(name: string, n8nModules: string): Promise<Installed> {
	const folder = temporaryFolder('tarball');
	const { stdout } = await npm(folder, 'pack', name, '--silent');
	return await install(name, join(folder, stdout.trim().split('\n').at(-1) ?? ''), n8nModules);
}

export const scenario: Scenario = {
	title: 'Load',
	measures:
		'CPU time and memory that it takes to load the package’s nodes and credentials into an n8n 2.41 that has loaded its own parts, and the size of the tarball, beside three well-known community packages.',
	matters: 'n8n loads every community package whenever it starts, and so does each of its workers.',
	async run({ quick }) {
		const { folder: n8nFolder } = versionNamed('2.41');
		const n8nModules = join(n8nFolder, 'node_modules');
		const { name, file } = await pack(temporaryFolder('pack'));
		const packages = [await install(name, file, n8nModules)];
		const missing: string[] = [];
		for (const other of quick ? [] : OTHERS) {
			try {
				packages.push(await installFromRegistry(other, n8nModules));
			} catch {
				missing.push(other);
			}
		}
		const runs = new Map<Installed, LoadRun[]>(packages.map((each) => [each, []]));
		for (let round = 0; round < (quick ? 1 : 3); round++) {
			for (const each of packages) {
				const input: LoadInput = { n8nFolder, folder: each.folder };
				try {
					runs.get(each)!.push(await isolated<LoadRun>(FILE, input));
				} catch {
					if (!missing.includes(each.label)) missing.push(each.label);
				}
			}
		}
		const of = (each: Installed, what: keyof LoadRun) =>
			median(runs.get(each)!.map((r) => r[what]));
		const [own] = packages;
		const measured = packages.filter((each) => runs.get(each)!.length > 0);
		return [
			{
				caption: 'Loading a package',
				columns: [
					'Package',
					'Nodes',
					'CPU (ms)',
					'CPU / ours',
					'Memory (kB)',
					'Memory / ours',
					'Tarball (kB)',
				],
				rows: measured.map((each) => [
					each.label,
					of(each, 'nodes'),
					of(each, 'cpuMs').toFixed(0),
					ratio(of(each, 'cpuMs') / of(own, 'cpuMs')),
					(of(each, 'bytes') / 1024).toFixed(0),
					ratio(of(each, 'bytes') / of(own, 'bytes')),
					(each.size / 1024).toFixed(0),
				]),
				...(missing.length > 0 && { note: `Could not be measured: ${missing.join(', ')}` }),
			},
		];
	},
};
