import { spawn } from 'node:child_process';

/** Starts an emulator in a process of its own, so that it is not measured with the node. */
export async function startEmulatorProcess(key: string) {
	// An old Node needs arguments to run TypeScript (tools/testOnNode.mjs), and so does the emulator.
	const options = process.features.typescript ? [] : process.execArgv;
	const args = [...options, 'emulator/cli.mts', '--port', '0', '--key', key];
	const child = spawn('node', args, { stdio: ['ignore', 'pipe', 'inherit'] });
	// However this process ends, the emulator ends, too.
	process.once('exit', () => void child.kill());
	let printed = '';
	const url = await new Promise<string>((resolve, reject) => {
		child.once('exit', () => reject(new Error(`The emulator did not start: ${printed}`)));
		child.stdout.on('data', (chunk: Buffer) => {
			printed += chunk.toString();
			const found = /address\s+(http:\S+)/.exec(printed);
			if (found) resolve(found[1]);
		});
	});
	return { url, provider: 'content-provider', close: () => void child.kill() };
}
