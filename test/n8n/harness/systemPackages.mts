import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { execa } from 'execa';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const POSTGRES = '/usr/lib/postgresql';

/** Returns the path of the first of these programs that exists. */
async function programOf(names: readonly string[]): Promise<string | undefined> {
	const { stdout } = await execa('which', names, { reject: false });
	return stdout.split('\n')[0] || undefined;
}

/** Returns the folder of PostgreSQL's newest programs, which Debian does not add to the PATH. */
async function newestPostgres(): Promise<string | undefined> {
	const versions = existsSync(POSTGRES) ? await readdir(POSTGRES) : [];
	return versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(POSTGRES, version, 'bin'))
		.find((folder) => existsSync(join(folder, 'initdb')));
}

/** The Debian packages that the tests need, and how each is found. */
const FOUND: Record<string, () => Promise<unknown>> = {
	chromium: () => programOf(BROWSERS),
	'fonts-noto-core': async () => existsSync('/usr/share/fonts/truetype/noto'),
	'redis-server': () => programOf(['redis-server']),
	postgresql: newestPostgres,
	openssl: () => programOf(['openssl']),
};

/** Throws an error that names the missing packages. */
export async function requireSystemPackages(names = Object.keys(FOUND)): Promise<void> {
	const missing: string[] = [];
	for (const name of names) if (!(await FOUND[name]!())) missing.push(name);
	if (missing.length === 0) return;
	const install = `apt-get install --no-install-recommends ${missing.join(' ')}`;
	throw new Error(`Programs are missing, which root can install with: ${install}`);
}

export async function browserProgram(): Promise<string> {
	await requireSystemPackages(['chromium']);
	return (await programOf(BROWSERS))!;
}

export async function postgresPrograms(): Promise<string> {
	await requireSystemPackages(['postgresql']);
	return (await newestPostgres())!;
}
