import { join } from 'node:path';

import { execa } from 'execa';
import getPort from 'get-port';

import { startProgram } from './programs.mts';
import { temporaryFolder } from './temporaryFolders.mts';
import { until } from './until.mts';

/** Starts a Redis server, in memory only, and returns its port. */
export async function startRedis(): Promise<number> {
	const folder = temporaryFolder('redis');
	const port = await getPort({ reserve: true });
	const address = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
	const command = ['redis-server', ...address, '--save', '', '--appendonly', 'no'] as const;
	const server = startProgram('Redis', command, join(folder, 'redis.log'));
	await until('Redis to answer', 30, async () => {
		await server.mustRun();
		const { stdout } = await execa('redis-cli', ['-p', String(port), 'ping']);
		return stdout === 'PONG';
	});
	return port;
}
