import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

import { expect, jest, test } from '@jest/globals';

import { listening } from '../harness/listening.mts';

// These tests run whole programs, on a machine that may be busy.
jest.setTimeout(60_000);

/** Returns the output of a program in a pipe. */
async function outputOf(...args: string[]) {
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
	let [stdout, stderr] = ['', ''];
	child.stdout.on('data', (chunk) => (stdout += chunk));
	child.stderr.on('data', (chunk) => (stderr += chunk));
	const status = await new Promise((resolve) => child.once('close', resolve));
	return { status, stdout, stderr };
}

test('an older Node gets a message about the required version', async () => {
	const older = "Object.defineProperty(process, 'version', { value: 'v18.20.8' })";
	const { status, stderr } = await outputOf(
		`--import=data:text/javascript,${encodeURIComponent(older)}`,
		...['tools/setup.mjs', 'node', '--version'],
	);
	expect(status).toBe(1);
	expect(stderr).toBe('This needs Node.js 20.19 or newer, but this is v18.20.8.\n');
});

test('the demo has no colors in a pipe, and is 80 columns wide', async () => {
	const { status, stdout } = await outputOf('demo/demo.mts');
	expect(status).toBe(0);
	expect(stdout).not.toContain('\u001b');
	const [top] = stdout.split('\n').filter((line) => line.startsWith('┌'));
	expect(top).toHaveLength(80);
});

test.each<[args: string[], status: number, words: RegExp]>([
	[['--help'], 0, /--version.*--port.*--latency/s],
	[['--version', '0.1'], 2, /^No such version of n8n: 0\.1\..*--port/s],
])('npm run n8n -- %j prints its usage', async (args, expected, words) => {
	const { status, stdout, stderr } = await outputOf('tools/n8n/start.mts', ...args);
	expect(stdout + stderr).toMatch(words);
	expect(stderr).not.toMatch(/\n\s+at /);
	expect(status).toBe(expected);
});

test('npm run n8n says that its port is in use', async () => {
	const server = createServer();
	const port = await listening(server);
	const { status, stderr } = await outputOf('tools/n8n/start.mts', '--port', String(port));
	server.close();
	expect(stderr).toMatch(new RegExp(`^Port ${port} is taken`));
	expect(status).toBe(2);
});
