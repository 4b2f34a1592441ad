import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

import { expect, test } from '@jest/globals';

const HARNESS = new URL('test/n8n/harness/', `file://${process.cwd()}/`).href;

/** What `npm run n8n` starts, in small: a program of its own group, and a folder that takes a while to remove. */
const SCRIPT = `
	import { writeFileSync } from 'node:fs';
	import { leaveNothingBehind } from '${HARNESS}leaveNothingBehind.mts';
	import { startProgram } from '${HARNESS}programs.mts';
	import { temporaryFolder } from '${HARNESS}temporaryFolders.mts';
	leaveNothingBehind();
	const folder = temporaryFolder('interrupted');
	for (let file = 0; file < 2000; file++) writeFileSync(folder + '/' + file, '');
	const { ended } = startProgram('sleep', ['sleep', '600'], folder + '/log');
	console.log(folder);
	await ended;
`;

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
	'%s to the whole group, without a terminal, leaves nothing behind',
	async (signal) => {
		const command = ['tools/setup.mjs', 'node', '--input-type=module', '--eval', SCRIPT];
		const child = spawn(process.execPath, command, {
			detached: true,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const [line] = (await once(child.stdout, 'data')) as [Buffer];
		const folder = String(line).trim();
		expect(existsSync(folder)).toBe(true);
		process.kill(-child.pid!, signal);
		await once(child, 'exit');
		expect(existsSync(folder)).toBe(false);
	},
);
