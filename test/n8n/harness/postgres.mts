import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from './commands.mts';
import { postgresFolder } from './systemPackages.mts';
import type { Database } from './environment.mts';
import { temporaryFolder } from './temporaryFolders.mts';
import { freePort } from './freePort.mts';
import { mustRun, start, type Running } from './programs.mts';
import { until } from './until.mts';

/** A PostgreSQL server of our own: its folder, its port, no trace of the machine's. */
export interface Postgres {
	readonly program: Running;
	/** Creates an empty database. */
	database(name: string): Promise<Database>;
	stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; root runs it as the user that Debian made for it. */
async function asItsUser(program: string, args: string[]): Promise<[string, string[]]> {
	if (process.getuid?.() !== 0) return [program, args];
	return ['runuser', ['-u', 'postgres', '--', program, ...args]];
}

async function folderForIt(): Promise<string> {
	const folder = join(temporaryFolder('postgres'), 'data');
	await mkdir(folder);
	if (process.getuid?.() === 0) {
		const uid = Number(await command('id', ['-u', 'postgres']));
		const gid = Number(await command('id', ['-g', 'postgres']));
		await chown(folder, uid, gid);
	}
	return folder;
}

/** Nothing here must survive a power cut, so nothing waits for the disk. */
const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Starts a PostgreSQL server on a port of its own. */
export async function startPostgres(): Promise<Postgres> {
	const programs = await postgresFolder();
	if (!programs) throw new Error('PostgreSQL is not installed');
	const folder = await folderForIt();
	const port = await freePort();
	const data = ['-D', folder];
	const auth = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
	await command(...(await asItsUser(join(programs, 'initdb'), [...data, ...auth])), { cwd: '/' });
	await writeFile(
		join(folder, 'postgresql.auto.conf'),
		[
			`port = ${port}`,
			`listen_addresses = '127.0.0.1'`,
			`unix_socket_directories = ''`,
			'max_connections = 200',
			...careless,
		].join('\n'),
	);
	const [program, args] = await asItsUser(join(programs, 'postgres'), data);
	const server = start('PostgreSQL', program, args, `${folder}.log`, { cwd: '/' });
	const sql = async (statement: string) => {
		const to = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
		await command(join(programs, 'psql'), [...to, '-c', statement], { cwd: '/' });
		return true;
	};
	await until('PostgreSQL to answer', 30, async () => {
		await mustRun(server);
		return await sql('select 1');
	});
	return {
		program: server,
		async database(name) {
			await sql(`create database "${name}"`);
			return { kind: 'postgres', port, name };
		},
		stop: () => server.stop(),
	};
}
