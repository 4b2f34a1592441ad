import { connect } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from './temporaryFolders.mts';
import { freePort } from './freePort.mts';
import { mustRun, start, type Running } from './programs.mts';
import { until } from './until.mts';

/** A Redis server of our own, in memory only. */
export interface Redis {
	readonly port: number;
	readonly program: Running;
	stop(): Promise<void>;
}

async function answers(port: number): Promise<boolean> {
	const { promise, resolve } = Promise.withResolvers<boolean>();
	const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
	socket.once('data', (data) => resolve(data.toString().startsWith('+PONG')));
	socket.once('error', () => resolve(false));
	const answer = await promise;
	socket.destroy();
	return answer;
}

/** Starts a Redis server on a port of its own. */
export async function startRedis(): Promise<Redis> {
	const folder = temporaryFolder('redis');
	const port = await freePort();
	const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
	const program = start(
		'Redis',
		'redis-server',
		[...settings, '--save', '', '--appendonly', 'no'],
		join(folder, 'redis.log'),
	);
	await until('Redis to answer', 30, async () => {
		await mustRun(program);
		return await answers(port);
	});
	return { port, program, stop: () => program.stop() };
}
