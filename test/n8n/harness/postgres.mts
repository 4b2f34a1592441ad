import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { execa } from 'execa';
import getPort from 'get-port';

import type { Database } from './environment.mts';
import { startProgram } from './programs.mts';
import { postgresPrograms } from './systemPackages.mts';
import { temporaryFolder } from './temporaryFolders.mts';
import { until } from './until.mts';

/** Returns Debian's user for PostgreSQL if this process is root's, because PostgreSQL refuses to run as root. */
async function itsUser(): Promise<{ uid?: number; gid?: number }> {
	if (process.getuid?.() !== 0) return {};
	const idOf = async (flag: string) => Number((await execa('id', [flag, 'postgres'])).stdout);
	return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/** Nothing here has to survive a power cut, so nothing waits for the disk. */
const CARELESS = ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off'];

/** Starts a PostgreSQL server, and returns an empty database in it. */
export async function startPostgres(): Promise<Database> {
	const programs = await postgresPrograms();
	const user = await itsUser();
	// PostgreSQL's own user must be able to enter it.
	const folder = join(temporaryFolder('postgres', 0o755), 'data');
	await mkdir(folder);
	if (user.uid !== undefined) await chown(folder, user.uid, user.gid!);
	const port = await getPort({ reserve: true });

	const trust = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
	const options = { ...user, cwd: '/' };
	await execa(join(programs, 'initdb'), ['-D', folder, ...trust], options);
	const settings = [`port = ${port}`, `listen_addresses = '127.0.0.1'`, 'max_connections = 200'];
	settings.push(`unix_socket_directories = ''`, ...CARELESS);
	await writeFile(join(folder, 'postgresql.auto.conf'), settings.join('\n'));
	const command = [join(programs, 'postgres'), '-D', folder] as const;
	const server = startProgram('PostgreSQL', command, `${folder}.log`, options);
	const address = ['-h', '127.0.0.1', '-p', String(port)];
	await until('PostgreSQL to answer', 30, async () => {
		await server.mustRun();
		return (await execa(join(programs, 'pg_isready'), address)).exitCode === 0;
	});
	const name = 'n8n';
	await execa(join(programs, 'createdb'), [...address, '-U', 'postgres', name], { cwd: '/' });
	return { kind: 'postgres', port, name };
}
