import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { command, has } from './commands.mts';

const postgresRoot = '/usr/lib/postgresql';

/** The programs of the operating system that the tests use, and the package that brings each. */
const needed: ReadonlyArray<{ debian: string; there: () => Promise<boolean> }> = [
	{ debian: 'chromium', there: () => has('chromium') },
	{ debian: 'fonts-noto-core', there: async () => existsSync('/usr/share/fonts/truetype/noto') },
	{ debian: 'redis-server', there: () => has('redis-server') },
	{ debian: 'postgresql', there: async () => (await postgresFolder()) !== undefined },
];

/** Where PostgreSQL's own programs are; Debian keeps them off the PATH. */
export async function postgresFolder(): Promise<string | undefined> {
	const versions = existsSync(postgresRoot) ? await readdir(postgresRoot) : [];
	const newest = versions.sort((a, b) => Number(b) - Number(a));
	return newest
		.map((version) => join(postgresRoot, version, 'bin'))
		.find((folder) => existsSync(join(folder, 'initdb')));
}

/** Installs what is missing where that is possible (root, apt); says plainly what to install else. */
export async function installPrograms(say: (text: string) => void): Promise<void> {
	const missing: string[] = [];
	for (const one of needed) if (!(await one.there())) missing.push(one.debian);
	if (missing.length === 0) return;
	const install = `apt-get install --no-install-recommends ${missing.join(' ')}`;
	if (process.getuid?.() !== 0 || !(await has('apt-get'))) {
		throw new Error(`Programs are missing. Install them as root, then come again:\n  ${install}`);
	}
	say(`Installing ${missing.join(', ')}`);
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	await command('apt-get', ['update'], { env });
	// policy-rc.d is not there on every machine: Debian must not start servers of its own
	await command('apt-get', ['install', '-y', '--no-install-recommends', ...missing], {
		env: { ...env, RUNLEVEL: '1' },
	});
}
